import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { listGifts, showGift } from '../../../src/service/gifts/gifts.ts';
import { takeGiftStep } from '../../../src/service/gifts/give.ts';
import type { GiftResult } from '../../../src/service/gifts/preview-gift.ts';
import { takeUndoStep, type UndoResult } from '../../../src/service/gifts/undo-gift.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../test-company.ts';
import type { GiftRace } from './gift-process.ts';
import { give, listOf, type Row, undo } from './giving.ts';

const PEOPLE = 40;

function addPeople({ write }: TestCompany): Row[] {
  return write((w) =>
    Array.from({ length: PEOPLE }, (_, i) => {
      const employee = addEmployee(w, { email: `p${i}@x.co` }).employee_id;
      return { employee, amount: '7', coins: '2' };
    }),
  );
}

const totals = ({ db, companyId }: TestCompany) =>
  queryRows(
    db,
    companyId,
    'select distinct xp, coins from employees where company_id = :companyId',
    { xp: 'integer', coins: 'integer' },
  ).map(({ xp, coins }) => [xp, coins]);

async function race<T>(order: GiftRace): Promise<T[]> {
  const racers = Array.from(
    { length: 2 },
    () => new Worker(new URL('./gift-process.ts', import.meta.url), { workerData: order }),
  );
  return Promise.all(racers.map(async (racer) => (await once(racer, 'message'))[0] as T));
}

test('two connections that give the same list at once give it once, and undo it once', async (t) => {
  const company = createTestCompany(t);
  const { db, file, companyId } = company;
  const rows = addPeople(company);
  const order = { file, companyId, rows, undo: null };
  const results = await race<GiftResult>(order);
  const [gift] = listGifts(db, companyId, { count: 9 }).gifts;
  assert.ok(gift);
  for (const { gift_id, repeated } of results) assert.equal(gift_id ?? repeated, gift.id);
  assert.deepEqual([gift.people, gift.xp, gift.coins], [PEOPLE, 7 * PEOPLE, 2 * PEOPLE]);
  assert.deepEqual(totals(company), [[7, 2]]);

  const undone = await race<UndoResult>({ ...order, undo: gift.id });
  assert.deepEqual(
    undone,
    Array.from({ length: 2 }, () => ({ gift_id: gift.id, undone: PEOPLE, refused: [] })),
  );
  assert.deepEqual(totals(company), [[0, 0]]);
  assert.deepEqual(checkLedgers(db), []);
});

test('a gift that was interrupted after any step is finished by whoever gives the same, also later', (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const rows = addPeople(company).slice(0, 9);
  const actor = 'test';
  for (let steps = 1; steps < 5; steps++) {
    const terms = { reason: `After ${steps}` };
    const plan = listOf(company, rows, terms);
    let gift: string | null = null;
    for (let i = 0; i < steps; i++) {
      gift = writeCompany(db, { companyId, now: NOW, actor }, (w) =>
        takeGiftStep(w, plan, gift, 3),
      ).gift;
    }
    assert.equal(showGift(db, companyId, gift ?? '').state, 'giving');
    const later = NOW + 3_600_000;
    const result = give(company, listOf(company, rows, { ...terms, now: later }), 3, later);
    assert.deepEqual([result.gift_id, result.people, result.xp], [gift, 9, 63]);
  }
  const at = queryRows(
    db,
    companyId,
    'select distinct counts_at as at from xp_ledger where company_id = :companyId',
    { at: 'integer' },
  );
  assert.deepEqual(
    at.map((row) => row.at),
    [NOW],
  );
});

test('a gift that was not finished can be undone, is given to nobody else then, and an undo that was interrupted goes on', (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const rows = addPeople(company).slice(0, 9);
  const plan = listOf(company, rows);
  const write = { companyId, now: NOW, actor: 'test' };
  let gift: string | null = null;
  for (let i = 0; i < 3; i++)
    gift = writeCompany(db, write, (w) => takeGiftStep(w, plan, gift, 3)).gift;
  writeCompany(db, write, (w) => takeUndoStep(w, gift ?? '', 2));
  assert.equal(showGift(db, companyId, gift ?? '').state, 'undoing');
  assert.throws(() => writeCompany(db, write, (w) => takeGiftStep(w, plan, gift, 3)), {
    message: 'The gift is undone, or is being undone',
  });
  assert.deepEqual(undo(company, gift ?? '').undone, 6);
  const { state, people, xp } = showGift(db, companyId, gift ?? '');
  assert.deepEqual([state, people, xp], ['undone', 6, 42]);
  assert.deepEqual(totals(company), [[0, 0]]);
  assert.equal(give(company, plan).people, 9);
});
