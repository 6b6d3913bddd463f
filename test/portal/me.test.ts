import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showEmployee } from '../../src/service/employee-records.ts';
import { deactivateEmployee } from '../../src/service/employees.ts';
import { listRedemptions } from '../../src/service/redemptions.ts';
import { fillCompany } from './company-content.ts';
import { startPortal, textOf } from './portal-service.ts';

const ME = { email: 'person0@adventure-works.example', isEmployee: true, isNew: false };

async function withMe(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  fillCompany(service, { now: service.clock.now });
  const coins = (reference: string) => showEmployee(service.db, service.companyId, reference).coins;
  return { service, me: service.signedIn('none', ME), coins };
}

/** The fields of each form that redeems something. */
const formsIn = (text: string) =>
  [
    ...text.matchAll(
      /name="item" value="([^"]+)"><input type="hidden" name="once" value="([^"]+)"/g,
    ),
  ].map(([, item = '', once = '']) => ({ item, once }));

test('somebody without a role gets a page of their own: level, ranks, XP by month, badges, shop', async (t) => {
  const { service, me } = await withMe(t);
  assert.equal((await me.get('/portal')).headers.location, '/portal/me');
  const page = await me.get('/portal/me');
  const text = textOf(page);
  const { level, xp, xp_to_next_level } = showEmployee(service.db, service.companyId, '700410000');
  assert.match(
    text,
    new RegExp(
      `Level ${level} ${xp.toLocaleString('en-US')} XP ${xp_to_next_level} XP to level ${level + 1}`,
    ),
  );
  assert.match(text, /Company, November 59 of 59 Quality, November 3 of 3 Coins 950 Badges 2/);
  assert.match(text, /Around you in November .* Ranjit Varkey Chudukatil you Quality −80/);
  assert.match(text, /Dashed: November so far, −80 Numbers December 2025 .* November −80/);
  assert.match(text, /Trailblazer [\d,]+ XP to go/);
  assert.match(
    text,
    /AWC logo cap 11 left 250 coins Redeem .* Lunch with the VP of Engineering Sold out/,
  );
  // Nothing of anybody else but a name, a department and XP.
  assert.doesNotMatch(page.text, /person(?!0@)\d+@|\/portal\/people|href="\/portal\/syncs/);
});

test('redeeming takes the coins once, however often the same form is sent', async (t) => {
  const { service, me, coins } = await withMe(t);
  const [cap] = formsIn((await me.get('/portal/me')).text);
  assert.ok(cap);
  const answers = await Promise.all([1, 2, 3].map(() => me.post('/portal/me/redeem', cap)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303, 303],
  );
  assert.match(textOf(await me.get(answers[0]?.headers.location ?? '')), /My redemptions/);
  assert.equal(coins('700410000'), 700);
  assert.equal(listRedemptions(service.db, service.companyId, 'pending').length, 3);
});

test('what costs too much, is sold out, unknown or of the sandbox is not redeemed, and the page says why', async (t) => {
  const { service, me, coins } = await withMe(t);
  const [, half] = formsIn((await me.get('/portal/me')).text);
  assert.ok(half);
  assert.equal((await me.post('/portal/me/redeem', half)).status, 303);
  const poor = await me.post('/portal/me/redeem', { ...half, once: 'another' });
  assert.equal(poor.status, 409);
  assert.match(textOf(poor), /Nothing was redeemed\. The employee has 150 coins/);
  assert.match(textOf(await me.get('/portal/me')), /Half a day off 650 coins short/);
  const soldOut = await me.post('/portal/me/redeem', {
    item: 'Lunch with the VP of Engineering',
    once: 'x',
  });
  assert.equal(soldOut.status, 409);
  const unknown = '01997a3c-8f2e-7000-9c6d-000000000000';
  assert.equal((await me.post('/portal/me/redeem', { item: unknown, once: 'y' })).status, 404);
  assert.equal((await me.get('/portal/sandbox/me')).status, 404);
  assert.equal((await me.post('/portal/sandbox/me/redeem', half)).status, 404);
  assert.equal(coins('700410000'), 150);
  service.write((write) => deactivateEmployee(write, '700410000', 'Left'));
  assert.equal(
    (await me.post('/portal/me/redeem', { ...half, once: 'z' })).headers.location,
    '/portal/sign-in',
  );
});

test('an account without an employee has no page of its own, and its navigation does not lead there', async (t) => {
  const { service } = await withMe(t);
  const owner = service.signedIn('owner');
  assert.match(textOf(await owner.get('/portal/me')), /No page of your own/);
  assert.doesNotMatch((await owner.get('/portal')).text, /href="\/portal\/me"/);
  assert.equal((await owner.post('/portal/me/redeem', { item: 'x' })).status, 400);
});
