import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { LazyCompanyWrite } from '../../../src/service/company/company-write.ts';
import { programmeOf } from '../../../src/service/company/programme.ts';
import { resetSandbox } from '../../../src/service/company/sandbox.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { listAwardsTo } from '../../../src/service/xp/award-decisions.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import * as coinLedger from '../../../src/store/xp/coin-ledger.ts';
import { give, listOf, undo } from '../gifts/giving.ts';
import { createTestCompany, NOW, queryRows, whatHappened } from '../test-company.ts';

/** A company that gives so many coins for 100 XP, and one person. */
function createCompany(t: TestContext, perHundred: number) {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const id = write((w) => addEmployee(w, { email: 'a@example.com' }).employee_id);
  const setTo = (coins_per_100_xp: number) => write((w) => updateCompany(w, { coins_per_100_xp }));
  setTo(perHundred);
  return {
    ...{ ...company, id, setTo },
    award: (amount: number) => write((w) => awardXp(w, id, { amount, reason: 'Course' })),
    grant: (amount: number) => write((w) => grantCoins(w, id, { amount })).coins,
    /** Amounts, reasons and sources of the entries of coins, oldest first. */
    entries: () =>
      db
        .all(coinLedger.listNewest, {
          companyId,
          employeeNumber: 1,
          before: Number.MAX_SAFE_INTEGER,
          count: 100,
        })
        .map(({ amount, reason, source }) => [amount, reason, source])
        .toReversed(),
    coins: () =>
      queryRows(db, companyId, 'select coins from employees where company_id = :companyId', {
        coins: 'integer',
      })[0]?.coins,
  };
}

test('XP gives its coins with a reason and a source of their own, and parts of a coin add up', (t) => {
  const { db, award, entries, coins } = createCompany(t, 15);
  for (const amount of [6, 6, 6, 2, 100]) award(amount);
  // 0.9, 1.8, 2.7, 3 and 18.
  assert.deepEqual(
    entries(),
    [1, 1, 1, 15].map((amount) => [amount, 'Course', 'xp']),
  );
  assert.equal(coins(), 18);
  assert.deepEqual(checkLedgers(db), []);
});

test('without a rule an award writes no coins and nothing beside its entry', (t) => {
  const { db, companyId, award, entries } = createCompany(t, 0);
  award(500);
  assert.deepEqual(entries(), []);
  assert.deepEqual(
    queryRows(db, companyId, 'select xp from xp_coins where company_id = :companyId', {
      xp: 'integer',
    }),
    [],
  );
});

test('a correction takes back the coins, those that were spent from later XP, and never those of before the rule', (t) => {
  const { db, award, grant, entries, coins, setTo } = createCompany(t, 0);
  award(1_000);
  grant(4);
  setTo(10);
  award(-500);
  assert.equal(coins(), 4);
  award(600);
  assert.deepEqual([coins(), entries().at(-1)], [14, [10, 'Course', 'xp']]);
  grant(-12);
  award(-80);
  assert.deepEqual([coins(), entries().at(-1)], [0, [-2, 'Course', 'xp']]);
  // What is granted by hand meanwhile stays.
  grant(5);
  award(60);
  assert.equal(coins(), 5);
  award(20);
  assert.equal(coins(), 7);
  assert.deepEqual(checkLedgers(db), []);
});

test('another number counts from then on, also for the coins that were to be taken back', (t) => {
  const { db, award, grant, coins, setTo } = createCompany(t, 10);
  award(199);
  grant(-19);
  award(-199);
  setTo(20);
  award(5);
  assert.equal(coins(), 1);
  setTo(0);
  award(100);
  setTo(20);
  award(4);
  assert.equal(coins(), 1);
  award(1);
  assert.equal(coins(), 2);
  assert.deepEqual(checkLedgers(db), []);
});

test('the same number again begins nothing new', (t) => {
  const { award, coins, setTo, write } = createCompany(t, 10);
  award(9);
  setTo(10);
  write((w) => updateCompany(w, { ask_above_xp: 7 }));
  award(1);
  assert.equal(coins(), 1);
});

test('an award of XP and coins together takes its coins before those that its XP takes back, and after those that it gives', (t) => {
  const { db, companyId, id, coins, entries } = createCompany(t, 10);
  const once = (rows: readonly object[]) =>
    db.write(() =>
      applyAwards(new LazyCompanyWrite(db, { companyId, now: NOW, actor: 'key' }), [
        {
          rows: rows.map((row, i) => ({
            employee: { employee_id: id },
            once: `once-${i}`,
            ...row,
          })),
          ...{ actor: 'key', now: NOW },
        },
      ]),
    )[0];
  const result = once([
    { amount: 100, coins: -3, reason: 'Both' },
    { amount: -100, coins: -6 },
    { amount: -1, coins: -2 },
  ]);
  assert.deepEqual(result?.results[0], {
    ...{ index: 0, employee_id: id, applied: true, xp: 100, level: 2, level_before: 1 },
    badges_awarded: [],
  });
  assert.deepEqual(
    result?.errors.map(({ index, code }) => [index, code]),
    [[2, 'insufficient_coins']],
  );
  assert.deepEqual(entries(), [
    [10, 'Both', 'xp'],
    [-3, 'Both', 'key'],
    [-6, null, 'key'],
    [-1, null, 'xp'],
  ]);
  assert.equal(coins(), 0);
  assert.deepEqual(
    listAwardsTo(db, companyId, 1)
      .filter(({ action }) => action === 'coins.grant')
      .map(({ before, after }) => [before, (after as { coins: number }).coins]),
    [
      [{ coins: 7 }, 1],
      [{ coins: 10 }, 7],
    ],
  );
});

test('the coins of the largest award stand in several entries', (t) => {
  const { db, award, coins, entries } = createCompany(t, 1_000);
  award(1_000_000_000);
  assert.equal(coins(), 10_000_000_000);
  assert.equal(entries().length, 10);
  award(-999_999_999);
  assert.equal(coins(), 10);
  assert.deepEqual(checkLedgers(db), []);
});

test('a gift is undone though the coins for its XP were spent, and its events are those of any gift', (t) => {
  const company = createCompany(t, 10);
  const { db, companyId, grant, coins, award } = company;
  const plan = listOf(company, [{ employee: 'a@example.com', amount: '100', coins: '5' }]);
  const { gift_id, coins: given } = give(company, plan);
  assert.equal(given, 5);
  assert.equal(grant(-8), 7);
  assert.deepEqual(undo(company, gift_id ?? ''), { gift_id, undone: 1, refused: [] });
  assert.equal(coins(), 0);
  award(100);
  assert.equal(coins(), 2);
  assert.deepEqual(
    whatHappened(db, companyId)
      .filter(([type]) => type === 'xp.awarded')
      .map(([, data]) => Object.keys(data).sort()),
    Array(3).fill(['amount', 'employee_id', 'external_id', 'level', 'xp']),
  );
});

test('a sandbox has the rule of its company, and begins anew with its sample', (t) => {
  const { db, sandboxId, writeSandbox } = createCompany(t, 50);
  assert.equal(programmeOf(db, sandboxId).coins_per_100_xp, 50);
  const awardIn = () =>
    writeSandbox((w) => {
      const { employee_id } = addEmployee(w, { email: 'new@example.com' });
      awardXp(w, employee_id, { amount: 20 });
      return grantCoins(w, employee_id, { amount: 1 }).coins;
    });
  assert.equal(awardIn(), 11);
  writeSandbox((w) => resetSandbox(w));
  assert.deepEqual(checkLedgers(db), []);
  assert.equal(awardIn(), 11);
  assert.deepEqual(checkLedgers(db), []);
});

test('coins for XP that are missing, too many or of unknown XP are found in the ledgers', (t) => {
  const company = createCompany(t, 10);
  const { db, award, grant, id } = company;
  award(100);
  grant(-8);
  award(-50);
  assert.deepEqual(checkLedgers(db), []);
  const found = (sql: string, back: string) => {
    db.write(() => db.execute(sql));
    const wrong = checkLedgers(db).map(({ kind, employee_id, stored, actual }) => {
      assert.equal(employee_id, id);
      return [kind, stored, actual];
    });
    db.write(() => db.execute(back));
    return wrong;
  };
  // 10 coins were given and 2 taken back; 3 are owed.
  assert.deepEqual(
    [
      found('update xp_coins set owed = 0', 'update xp_coins set owed = 3'),
      found('update xp_coins set xp = 40', 'update xp_coins set xp = 50'),
      found(
        'update companies set coins_per_100_xp = 20',
        'update companies set coins_per_100_xp = 10',
      ),
    ],
    [[['coins_for_xp', 8, 5]], [['xp_gained', 40, 50]], [['coins_for_xp', 8, 13]]],
  );
  assert.deepEqual(checkLedgers(db), []);
});

test('a number that is none, or too large, is refused', (t) => {
  const { setTo, db, companyId } = createCompany(t, 1_000);
  for (const wrong of [-1, 1_001, 0.5]) assert.throws(() => setTo(wrong), /coins_per_100_xp/);
  assert.equal(programmeOf(db, companyId).coins_per_100_xp, 1_000);
});
