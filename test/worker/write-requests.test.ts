import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { defineBadge } from '../../src/service/badges/badges.ts';
import { requireMonth } from '../../src/service/months/closed-months.ts';
import { showMonth } from '../../src/service/months/show-month.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { openData } from '../../src/store/data.ts';
import {
  runTogether,
  type WriteAnswer,
  type WriteRequest,
} from '../../src/worker/write-requests.ts';
import { addPerson } from '../http/requests.ts';
import { createTestCompany, NOW, queryRows } from '../service/test-company.ts';
import { TEST_SERVER, usePostgres } from '../store/postgres-server.ts';

/** What no change of these tests uses. */
const CHANGES = { departmentLimit: 1, sandboxLimit: 100, clock: () => NOW };

/** A company with a person, Ann, and functions that make requests to it. */
function annsCompany(t: TestContext, server = TEST_SERVER) {
  const company = createTestCompany(t, server);
  const { db, companyId, write, writeSandbox } = company;
  const employee = { external_id: 'X-ann' };
  const id = write((w) => addPerson(w, 'ann'));
  writeSandbox((w) => addPerson(w, 'ann'));
  const request = (
    name: WriteRequest['name'],
    body: unknown,
    about: Partial<WriteRequest> = {},
  ): WriteRequest => ({
    ...{ name, companyId, actor: 'key k', now: NOW, path: {} },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    ...about,
  });
  const award = (once: string, about?: Partial<WriteRequest>) =>
    request('awardXp', { awards: [{ employee, amount: 1, once }] }, about);
  const onces = (company: number) =>
    queryRows(
      db,
      company,
      `select once_key as once from xp_ledger
       where company_id = :companyId and once_key is not null order by entry`,
      { once: 'text' },
    ).map(({ once }) => once);
  return { ...company, id, employee, request, award, onces };
}

test('requests that share a commit and one that is refused: it alone leaves nothing behind', (t) => {
  const { db, companyId, employee, request, award, onces } = annsCompany(t);
  const item_id = '00000000-0000-7000-8000-000000000000';
  const answers = runTogether(
    db,
    [
      award('a'),
      award('b'),
      request('redeem', { employee, item_id, once: 'b' }),
      request('awardXp', 'nonsense'),
      award('c'),
    ],
    CHANGES,
  );
  assert.deepEqual(
    answers.map((answer) => (answer.ok ? 'ok' : answer.error.code)),
    ['ok', 'ok', 'not_found', 'validation_failed', 'ok'],
  );
  assert.deepEqual(onces(companyId), ['a', 'b', 'c']);
});

test('requests of several companies share a commit, and each answer belongs to its request', (t) => {
  const { db, companyId, sandboxId, award, onces } = annsCompany(t);
  const answers = runTogether(
    db,
    [
      award('a'),
      award('b', { companyId: sandboxId }),
      award('b'),
      award('b', { companyId: sandboxId }),
    ],
    CHANGES,
  );
  const xp = answers.map((answer) => {
    const { applied, results } = JSON.parse((answer.ok && answer.json) || '{}');
    return [applied, results[0].xp];
  });
  assert.deepEqual(xp, [
    [1, 1],
    [1, 1],
    [1, 2],
    [0, 1],
  ]);
  assert.deepEqual([onces(companyId), onces(sandboxId)], [['a', 'b'], ['b']]);
});

test('requests that only repeat what was done change nothing, and no revision', (t) => {
  const { db, companyId, id, employee, request, award, write } = annsCompany(t);
  const item = write((w) => {
    defineBadge(w, { code: 'sage', name: 'Sage', category: 'skill', rarity: 'rare' });
    grantCoins(w, 'X-ann', { amount: 10 });
    return addShopItem(w, {
      ...{ name: 'Mug', description: 'A mug', category: 'merch', coin_price: 4 },
      ...{ image_url: 'https://acme.example/mug.png', stock_remaining: 2 },
    }).id;
  });
  const path = { id, code: 'sage' };
  const group = [
    award('a'),
    request('redeem', { employee, item_id: item, once: 'b' }),
    request('ensureBadge', '', { path }),
  ];
  const revision = () =>
    queryRows(db, companyId, 'select revision from companies where company_id = :companyId', {
      revision: 'integer',
    })[0]?.revision;
  const changed = (answers: WriteAnswer[]) => answers.map((answer) => answer.ok && answer.changed);
  assert.deepEqual(changed(runTogether(db, group, CHANGES)), [true, true, true]);
  const before = revision();
  assert.deepEqual(changed(runTogether(db, group, CHANGES)), [false, false, false]);
  assert.equal(revision(), before);
  const drop = request('removeBadge', '', { path });
  assert.deepEqual(changed(runTogether(db, [drop, drop], CHANGES)), [true, false]);
  assert.equal(revision(), (before ?? 0) + 1);
});

test('a month that is closed beside other writes holds what they wrote, though it is ranked before them', (t) => {
  const { db, companyId, id, employee, request } = annsCompany(t);
  const month = requireMonth('2026-10');
  const early = { employee, amount: 1, once: 'early', at: '2026-10-05T00:00:00.000Z' };
  const late = { ...early, amount: 7, once: 'late' };
  runTogether(db, [request('awardXp', { awards: [early] })], CHANGES);
  const answers = runTogether(
    db,
    [
      request('awardXp', { awards: [late] }),
      request('closeMonth', { month }),
      request('closeMonth', { month }),
    ],
    CHANGES,
  );
  assert.deepEqual(
    answers.map((answer) => (answer.ok ? 'ok' : answer.error.code)),
    ['ok', 'ok', 'conflict'],
  );
  const { leaders } = showMonth(db, companyId, month);
  assert.deepEqual(
    leaders.map(({ employee_id, xp }) => [employee_id, xp]),
    [[id, 8]],
  );
});

test('while somebody changes something by hand and does not commit, requests are told to come back, and change nothing', async (t) => {
  const server = await usePostgres(t);
  if (!server) return;
  const { file, db, companyId, sandboxId, award, onces } = annsCompany(t, server);
  const writer = openData(file, { write: true, busyTimeout: 10 });
  t.after(() => writer.close());
  db.execute(`begin; update employees set xp = xp where company_id = ${companyId}`);
  const requests = [award('a'), award('b', { companyId: sandboxId })];
  assert.throws(() => runTogether(writer, requests, CHANGES), { code: 'unavailable' });
  db.execute('rollback');
  assert.deepEqual([onces(companyId), onces(sandboxId)], [[], []]);
});
