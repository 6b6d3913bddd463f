import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RedemptionStatus } from '../../src/domain/redemption.ts';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { showEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import {
  changeRedemptionStatus,
  listRedemptions,
  redeemShopItem,
} from '../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import type { TestResponse } from '../http/harness.ts';
import { fillCompany } from './company-content.ts';
import { formsOf } from './forms.ts';
import {
  type Browser,
  type PortalService,
  startPortal,
  textOf as tagless,
} from './portal-service.ts';

const MUG = {
  ...{ name: 'Mug', coin_price: 80, stock_remaining: 100, category: 'merch' },
  ...{ description: 'Holds coffee', image_url: 'https://acme.example/mug.png' },
};

/** The text of a page, without what keeps the writing direction of names. */
const textOf = (page: TestResponse) => tagless(page).replace(/[\u2068\u2069]/g, '');

/** A company in which people have redeemed a mug each. @returns the ids of their redemptions */
async function withRedemptions(
  t: Parameters<typeof startPortal>[0],
  { people = 3, item = {} }: { people?: number; item?: Partial<typeof MUG> } = {},
) {
  const service = await startPortal(t);
  const ids = service.write((write) => {
    const { id } = addShopItem(write, { ...MUG, ...item });
    return Array.from({ length: people }, (_, at) => {
      const email = `p${at}@acme.example`;
      addEmployee(write, { email, given_name: `Person ${at}` });
      grantCoins(write, email, { amount: 100 });
      return redeemShopItem(write, email, id).id;
    });
  });
  const statuses = (): RedemptionStatus[] =>
    listRedemptions(service.db, service.companyId, null).map(({ status }) => status);
  const coins = (at: number) =>
    showEmployee(service.db, service.companyId, `p${at}@acme.example`).coins;
  return { service, ids, statuses, coins };
}

/** Sends a step for several redemptions, as the boxes of a form do. */
const decide = (
  browser: Browser,
  path: string,
  ids: readonly string[],
  fields: Record<string, string> = {},
) =>
  browser.post(path, [...ids.map((id): [string, string] => ['id', id]), ...Object.entries(fields)]);

const APPROVE = '/portal/redemptions/approve?status=pending';
const FULFIL = '/portal/redemptions/fulfil?status=approved';
const DECLINE = '/portal/redemptions/decline?status=pending';
const REFUND = '/portal/redemptions/refund?status=fulfilled';

async function doneText(browser: Browser, response: TestResponse): Promise<string> {
  assert.equal(response.status, 303, textOf(response));
  return textOf(await browser.get(response.headers.location ?? ''));
}

test('a redemption is approved, fulfilled and refunded, and each step says what was done', async (t) => {
  const { service, ids, statuses, coins } = await withRedemptions(t);
  const admin = service.signedIn('admin');
  const [, second = ''] = ids;
  const said = async (path: string, fields = {}) =>
    doneText(admin, await decide(admin, path, [second], fields));
  assert.match(
    await said(APPROVE),
    /Approved: Mug for Person 1\. It is under “ ?To hand out ?”\. .* Waiting 2 To hand out 1 /,
  );
  assert.deepEqual(statuses(), ['pending', 'approved', 'pending']);
  assert.match(await said(FULFIL), /Fulfilled: Mug for Person 1\./);
  assert.match(
    await said(REFUND, { reason: 'It broke' }),
    /Refunded: Mug for Person 1\. 80 coins went back\./,
  );
  assert.deepEqual(statuses(), ['pending', 'refunded', 'pending']);
  assert.equal(coins(1), 100);
  assert.match(
    textOf(await admin.get('/portal/redemptions?status=refunded')),
    /Person 1 .* Mug “It broke” 80/,
  );
  const actions = listDecisions(service.db, service.companyId, { action: 'shop', count: 3 });
  assert.deepEqual(
    actions.map(({ action, actor }) => [action, /^portal [0-9a-f-]{36}$/.test(actor)]),
    [
      ['shop.refund', true],
      ['shop.fulfil', true],
      ['shop.approve', true],
    ],
  );
  assert.match(
    textOf(await admin.get('/portal')),
    /admin@acme\.example refunded the redemption of Mug/,
  );
});

test('the queue begins with who waits longest, and filters stand in the address', async (t) => {
  const { service, ids } = await withRedemptions(t, { people: 53 });
  const viewer = service.signedIn('viewer');
  const peopleIn = (page: TestResponse) =>
    [...page.text.matchAll(/<bdi>(Person \d+)<\/bdi>/g)].map(([, name]) => name);
  const first = await viewer.get('/portal/redemptions');
  assert.deepEqual(
    peopleIn(first),
    Array.from({ length: 50 }, (_, at) => `Person ${at}`),
  );
  const [, next = ''] = /href="([^"]*from=\d+)">Next 50/.exec(first.text) ?? [];
  const second = await viewer.get(next.replaceAll('&amp;', '&'));
  assert.deepEqual(peopleIn(second), ['Person 50', 'Person 51', 'Person 52']);
  assert.match(second.text, /Back to the beginning/);
  service.write((write) => {
    for (const id of ids.slice(0, 2)) changeRedemptionStatus(write, id, 'declined', 'No');
  });
  assert.deepEqual(peopleIn(await viewer.get('/portal/redemptions?status=declined')), [
    'Person 1',
    'Person 0',
  ]);
  // A reader decides nothing.
  assert.doesNotMatch(first.text, /form="several"|action="\/portal\/redemptions/);
  assert.equal((await decide(viewer, APPROVE, ids.slice(3, 4))).status, 403);
  const wrong = await viewer.get('/portal/redemptions?status=nonsense&from=-1');
  assert.match(textOf(wrong), /Waiting 51/);
});

test('several are decided at once; to decline them asks for one reason, which each person reads', async (t) => {
  const { service, ids, statuses, coins } = await withRedemptions(t, { people: 4 });
  const admin = service.signedIn('admin');
  const [a = '', b = '', c = '', d = ''] = ids;
  const none = await admin.post(APPROVE);
  assert.equal(none.status, 400);
  assert.match(textOf(none), /Nothing was changed\. Choose redemptions by the boxes/);
  assert.match(
    await doneText(admin, await decide(admin, APPROVE, [a, b])),
    /Approved: 2 redemptions\. They are under/,
  );
  const asked = await admin.get(`/portal/redemptions?status=pending&step=declined&id=${c}&id=${d}`);
  assert.match(
    textOf(asked),
    /Mug for Person 2, 80 coins Mug for Person 3, 80 coins Why are these 2 redemptions declined\? They read this\. Decline 2 and give 160 coins back/,
  );
  const silent = await decide(admin, DECLINE, [c, d], { reason: ' ' });
  assert.equal(silent.status, 400);
  assert.match(
    textOf(silent),
    /Nothing was changed\. Give a reason\. .* Decline 2 and give 160 coins back/,
  );
  assert.deepEqual(statuses(), ['approved', 'approved', 'pending', 'pending']);
  const declined = await decide(admin, DECLINE, [c, d], { reason: 'Out until January' });
  assert.match(await doneText(admin, declined), /Declined: 2 redemptions\. 160 coins went back\./);
  assert.deepEqual([coins(2), coins(3)], [100, 100]);
  const me = service.signedIn('none', { email: 'p3@acme.example', isEmployee: true, isNew: false });
  assert.match(
    textOf(await me.get('/portal/me')),
    /Mug .* “Out until January” .* declined, coins back/,
  );
});

test('what another admin decided first stays as it is, and they are named', async (t) => {
  const { service, ids, statuses, coins } = await withRedemptions(t);
  const ada = service.signedIn('admin', { email: 'ada@acme.example' });
  const bob = service.signedIn('admin', { email: 'bob@acme.example' });
  const [a = '', b = '', c = ''] = ids;
  assert.equal((await decide(ada, APPROVE, [a])).status, 303);
  // To decline what is approved is possible, but it is not what Bob saw.
  const late = await decide(bob, DECLINE, [a], { reason: 'No' });
  assert.equal(late.status, 409);
  assert.match(
    textOf(late),
    /Nothing was changed\. ada@acme\.example approved Mug for Person 0, today, \d\d:\d\d\./,
  );
  assert.match(
    textOf(await bob.get(`/portal/redemptions?status=pending&step=declined&id=${a}`)),
    /Nothing to decline\. ada@acme\.example approved Mug for Person 0/,
  );
  assert.match(
    await doneText(bob, await decide(bob, APPROVE, [a, b])),
    /Approved: Mug for Person 1\. .* Left as they are: ada@acme\.example approved Mug for Person 0/,
  );
  const both = await Promise.all([
    decide(ada, DECLINE, [c], { reason: 'No' }),
    decide(bob, APPROVE, [c]),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 409]);
  assert.equal(statuses().filter((one) => one === 'approved').length >= 2, true);
  assert.equal(coins(2), statuses()[2] === 'declined' ? 100 : 20);
});

test('where a step is refused, the forms of the other rows are about their own redemption', async (t) => {
  const { service, ids } = await withRedemptions(t);
  const admin = service.signedIn('admin');
  const [first = '', ...others] = ids;
  await decide(admin, APPROVE, [first]);
  const refused = await decide(admin, APPROVE, [first]);
  assert.equal(refused.status, 409);
  const sent = formsOf(refused.text).map(({ fields }) => new Map(fields).get('id'));
  assert.deepEqual(
    sent.filter((id) => id !== undefined),
    others,
  );
});

test('a step that its state does not allow changes nothing', async (t) => {
  const { service, ids, statuses } = await withRedemptions(t);
  const admin = service.signedIn('admin');
  const jump = await decide(admin, '/portal/redemptions/fulfil?status=pending', ids);
  assert.equal(jump.status, 400);
  assert.match(textOf(jump), /That is not possible in this state\./);
  const long = await decide(admin, DECLINE, ids, { reason: 'x'.repeat(501) });
  assert.equal(long.status, 400);
  assert.match(textOf(long), /At most 500 characters/);
  const many = Array.from(
    { length: 51 },
    (_, at) => `01997a3c-8f2e-7000-9c6d-0000000000${at + 10}`,
  );
  assert.equal((await decide(admin, APPROVE, many)).status, 400);
  assert.deepEqual(statuses(), ['pending', 'pending', 'pending']);
});

test('redemptions of another company and of the sandbox are unknown, alone and among others', async (t) => {
  const { service, ids, statuses } = await withRedemptions(t);
  const { company } = createCompany(service.db, {
    ...{ name: 'Other', ssoDomains: [], now: service.clock.now, actor: 'test' },
  });
  const { companyId } = company;
  const redeem = (write: Parameters<typeof redeemShopItem>[0]) => {
    addEmployee(write, { email: 'x@other.example' });
    return redeemShopItem(
      write,
      'x@other.example',
      addShopItem(write, { ...MUG, coin_price: 0 }).id,
    ).id;
  };
  const foreign = writeCompany(
    service.db,
    { companyId, now: service.clock.now, actor: 'test' },
    redeem,
  );
  const inSandbox = service.writeSandbox(redeem);
  const owner = service.signedIn('owner');
  const before = statuses();
  for (const id of [foreign, inSandbox, 'no id', '01997a3c-8f2e-7000-9c6d-000000000000']) {
    for (const path of [APPROVE, DECLINE]) {
      assert.equal((await decide(owner, path, [id], { reason: 'x' })).status, 404);
      assert.equal((await decide(owner, path, [...ids, id], { reason: 'x' })).status, 404);
    }
    const asked = new URLSearchParams({ status: 'pending', step: 'declined', id });
    assert.equal((await owner.get(`/portal/redemptions?${asked.toString()}`)).status, 404);
  }
  assert.deepEqual(statuses(), before);
  const sandbox = await decide(owner, APPROVE.replace('/portal', '/portal/sandbox'), [inSandbox]);
  assert.match(
    await doneText(owner, sandbox),
    /Sandbox\. .* Approved: Mug for \S+@sandbox\.invalid\./,
  );
});

test('names and reasons are shown as text; former members have no page', async (t) => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const { service, ids } = await withRedemptions(t, { item: { name: hostile } });
  const admin = service.signedIn('admin');
  service.write((write) => {
    eraseEmployee(write, 'p0@acme.example', 'Asked for it');
    deactivateEmployee(write, 'p1@acme.example', 'Left');
  });
  const queue = await admin.get('/portal/redemptions');
  assert.match(textOf(queue), /Former member .* Person 1 deactivated/);
  assert.equal(queue.text.match(/href="\/portal\/people\/[^"]+"/g)?.length, 2);
  assert.doesNotMatch(queue.text, /erased:/);
  const ask = `status=pending&step=declined&id=${ids[1]}&id=${ids[2]}`;
  const declined = await decide(admin, DECLINE, ids.slice(1, 2), { reason: hostile });
  for (const page of [
    queue,
    await admin.get(`/portal/redemptions?${ask}`),
    await admin.get(declined.headers.location ?? ''),
    await admin.get('/portal/redemptions?status=declined'),
    await decide(admin, APPROVE, ids.slice(1, 2)),
  ]) {
    assert.ok(!page.text.includes('<script>') && !page.text.includes('<img'));
    assert.ok(page.text.includes('&lt;script&gt;'));
  }
});

test('who sees only their own redemptions in the queue has nothing to choose', async (t) => {
  const service = await startPortal(t);
  fillCompany(service, { now: service.clock.now });
  const email = 'person0@adventure-works.example';
  const own = service.signedIn('admin', { email, isEmployee: true, isNew: false });
  const page = await own.get('/portal/redemptions');
  assert.match(textOf(page), /Yours: somebody else decides/);
  assert.doesNotMatch(page.text, /Approve chosen/);
  const others = await service.signedIn('admin').get('/portal/redemptions');
  assert.match(others.text, /Approve chosen/);
});

test('without redemptions the queue says what will stand in it', async (t) => {
  const service: PortalService = await startPortal(t);
  const viewer = service.signedIn('viewer');
  const text = async (query: string) => textOf(await viewer.get(`/portal/redemptions${query}`));
  assert.match(
    await text(''),
    /Nothing waits for a decision When somebody redeems .* Open the shop engaged shop redemptions list/,
  );
  assert.match(await text('?status=declined'), /Nothing here What was declined/);
  assert.match(await text('?status=pending&from=9'), /Nothing more here/);
});
