import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { defineBadge } from '../../src/service/badges/badges.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { listGifts } from '../../src/service/gifts/gifts.ts';
import { showEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { startPortal, textOf } from './portal-service.ts';

/** Ann and Bob in Sales, Cem elsewhere, and Eve who has left Sales. */
async function withTeam(t: TestContext) {
  const service = await startPortal(t);
  const { db, companyId } = service;
  const { sales, ann } = service.write((write) => {
    const sales = createDepartment(write, { name: 'Sales' }).id;
    defineBadge(write, { code: 'aid', name: 'First aider', category: 'social', rarity: 'rare' });
    const [ann = ''] = ['ann', 'bob', 'cem', 'eve'].map((name) => {
      const department = name === 'cem' ? null : 'Sales';
      const person = { email: `${name}@acme.example`, given_name: name, department };
      return addEmployee(write, person).employee_id;
    });
    deactivateEmployee(write, 'eve@acme.example', 'Left');
    return { sales, ann };
  });
  const totals = (name: string) => {
    const { xp, coins } = showEmployee(db, companyId, `${name}@acme.example`);
    return [xp, coins];
  };
  const gifts = () => listGifts(db, companyId, { count: 9 }).gifts;
  return { service, admin: service.signedIn('admin'), sales, ann, totals, gifts };
}

const NEW = '/portal/given/new';

/** What the form of the start page sends. */
const asked = (fields: Record<string, string>) => ({
  ...{ q: '', role: '', department: '', holders: '', xp: '', coins: '', badge: '' },
  ...{ date: '2026-11-21', reason: 'Safety week', ...fields },
});

const previewOf = (fields: Record<string, string>) =>
  `${NEW}?${new URLSearchParams(asked(fields))}`;

test('a department is given to after a preview, and Given has what was given', async (t) => {
  const { admin, sales, totals, gifts } = await withTeam(t);
  const fields = { department: sales, xp: '120', coins: '5', badge: 'aid' };
  const preview = textOf(await admin.get(previewOf(fields)));
  assert.match(
    preview,
    /Preview Nothing has been given yet\. People 2 XP 240 Coins 10 Badges 2 Levels reached 2/,
  );
  assert.match(preview, /ann Sales \+120 XP, \+5 coins 0 → 120 1 → 2/);
  assert.match(preview, /Give 240 XP, 10 coins and 2 badges to 2 people/);
  assert.deepEqual(totals('ann'), [0, 0]);
  const sent = await admin.post(NEW, { ...asked(fields), people: '2' });
  assert.equal(sent.status, 303);
  const [gift] = gifts();
  assert.equal(sent.headers.location, `/portal/given/${gift?.id}?done=1`);
  const shown = textOf(await admin.get(sent.headers.location ?? ''));
  assert.match(shown, /240 XP, 10 coins and 2 badges given to 2 people\./);
  assert.match(shown, /Safety week given Given today/);
  assert.match(shown, /1 ann Sales given \+120 XP, \+5 coins aid given/);
  assert.deepEqual(
    [totals('ann'), totals('bob'), totals('cem'), totals('eve')],
    [
      [120, 5],
      [120, 5],
      [0, 0],
      [0, 0],
    ],
  );
  assert.match(
    textOf(await admin.get('/portal/given')),
    /Safety week Sales and below today, [0-9:]+ .* 2 240 10 2 given/,
  );
});

test('what was just given is not given again, and the preview says so', async (t) => {
  const { admin, totals, gifts } = await withTeam(t);
  const fields = { xp: '5' };
  const form = { ...asked(fields), people: '3' };
  const [first, second] = [await admin.post(NEW, form), await admin.post(NEW, form)];
  assert.deepEqual([first.status, second.status], [303, 400]);
  assert.match(textOf(second), /Who gets something has changed in the meantime\./);
  const preview = textOf(await admin.get(previewOf(fields)));
  assert.match(preview, /The same was given in the last ten minutes: what was given \./);
  assert.match(preview, /3 people get nothing Got the same before\. 3/);
  assert.doesNotMatch(preview, /Give 1?5 XP/);
  assert.deepEqual([totals('cem'), gifts().length], [[5, 0], 1]);
});

test('people leads there with what it shows, and whoever gives is left out', async (t) => {
  const { service, sales, gifts, totals } = await withTeam(t);
  const ann = service.signedIn('admin', {
    ...{ email: 'ann@acme.example', isEmployee: true, isNew: false },
  });
  const people = await ann.get(`/portal/people?department=${sales}&q=acme`);
  const link = /href="(\/portal\/given\/new\?[^"]+)"/
    .exec(people.text)?.[1]
    ?.replaceAll('&amp;', '&');
  assert.equal(link, `${NEW}?q=acme&role=&department=${sales}`);
  assert.match(textOf(await ann.get(link ?? '')), /As selected under People: found by “acme”\./);
  const fields = { q: 'acme', department: sales, coins: '3' };
  const preview = textOf(await ann.get(previewOf(fields)));
  assert.match(preview, /Coins 3 .* You are left out: others decide what you get\./);
  assert.equal((await ann.post(NEW, { ...asked(fields), people: '1' })).status, 303);
  assert.deepEqual([totals('ann'), totals('bob'), gifts()[0]?.origin], [[0, 0], [0, 3], 'people']);
});

test('nothing, a day to come, a number that is none and a department that is gone are refused', async (t) => {
  const { admin, gifts } = await withTeam(t);
  const said = async (fields: Record<string, string>) => {
    const { status, text } = await admin.get(previewOf(fields));
    return [status, /<p class="error" id="choose-([^"]+)-error">([^<]*)/.exec(text)?.slice(1)];
  };
  assert.deepEqual(
    [
      await said({}),
      await said({ xp: '5', date: '2027-01-01' }),
      await said({ xp: '1.5' }),
      await said({ xp: '5', reason: ' ' }),
      await said({ xp: '5', badge: 'none' }),
      await said({ xp: '5', department: '00000000-0000-7000-8000-000000000000' }),
    ],
    [
      [200, ['xp', 'Say how much XP, how many coins or which badge.']],
      [200, ['date', 'A day up to today.']],
      [200, ['xp', 'A whole number, such as 150.']],
      [200, ['reason', 'Say what it is for.']],
      [404, undefined],
      [404, undefined],
    ],
  );
  assert.deepEqual(gifts(), []);
});

test('a large amount for one person is typed again', async (t) => {
  const { admin, totals } = await withTeam(t);
  const form = { ...asked({ coins: '2000' }), people: '3' };
  const refused = await admin.post(NEW, form);
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /This is a large amount for one person\. Type it again\./);
  assert.deepEqual(totals('ann'), [0, 0]);
  assert.equal((await admin.post(NEW, { ...form, again: '2000' })).status, 303);
  assert.deepEqual(totals('ann'), [0, 2_000]);
});

test('what was given is undone, except for whoever has spent the coins', async (t) => {
  const { service, admin, ann, totals, gifts } = await withTeam(t);
  await admin.post(NEW, { ...asked({ xp: '10', coins: '5' }), people: '3' });
  service.write((write) => grantCoins(write, 'bob@acme.example', { amount: -1 }));
  const page = `/portal/given/${gifts()[0]?.id}`;
  assert.match(
    textOf(await admin.get(page)),
    /1 person has spent the coins and keeps everything: bob Undo for 2 people/,
  );
  const { headers } = await admin.post(`${page}/undo`);
  const done = textOf(await admin.get(headers.location ?? ''));
  assert.match(done, /Undone for 2 people\. 1 person keeps everything\./);
  assert.match(done, /bob Sales kept Has spent the coins\. \+10 XP, \+5 coins – kept Has spent/);
  assert.deepEqual(
    [totals('ann'), totals('bob')],
    [
      [0, 0],
      [10, 4],
    ],
  );
  const viewer = service.signedIn('viewer');
  assert.equal((await viewer.get(page)).status, 200);
  assert.equal((await viewer.post(`${page}/undo`)).status, 403);
  assert.equal((await admin.get(`/portal/given/${ann}`)).status, 404);
});
