import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { setBadgeRule } from '../../../src/service/badges/badge-rules.ts';
import { defineBadge } from '../../../src/service/badges/badges.ts';
import { listEmployees, showEmployee } from '../../../src/service/people/employee-records.ts';
import { addEmployee, deactivateEmployee } from '../../../src/service/people/employees.ts';
import type { XpRowText } from '../../../src/service/xp/award-row.ts';
import { importXp } from '../../../src/service/xp/import-xp.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { rounds } from '../../faults/run-scale.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

/** A company with two employees, and a function that imports rows. */
function twoPeople(t: TestContext) {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const [a, b] = write((w) =>
    [1, 2].map((n) => addEmployee(w, { email: `p${n}@example.com`, external_id: `E-${n}` })),
  ).map(({ employee_id }) => employee_id) as [string, string];
  const importRows = (rows: readonly XpRowText[], batch: string | null = null, now = NOW) =>
    write((w) => importXp(w, { rows, batch, fileHash: 'f'.repeat(64) }), now);
  const xpOf = (person: string) => showEmployee(db, companyId, person).xp;
  const coinsOf = (person: string) => showEmployee(db, companyId, person).coins;
  return { ...company, a, b, importRows, xpOf, coinsOf };
}

const counts = ({ awarded, already_there, errors }: ReturnType<typeof importXp>) => ({
  awarded,
  already_there,
  errors: errors.map(({ index, code }) => [index, code]),
});

test('employees are referenced by id, external id and email, and their rows add up', (t) => {
  const { db, a, b, importRows, xpOf, coinsOf } = twoPeople(t);
  const result = importRows([
    { employee: a.toUpperCase(), amount: '10', reason: 'Course' },
    { employee: ' E-1 ', amount: '20', at: '2026-01-31', coins: '3' },
    { employee: 'P2@Example.com', amount: '-5', coins: '' },
  ]);
  assert.deepEqual(result, {
    ...{ rows: 3, awarded: 3, already_there: 0, xp: 25, coins: 3, people: 2 },
    ...{ badges_awarded: 0, errors: [] },
  });
  assert.deepEqual([xpOf(a), coinsOf(a), xpOf(b), coinsOf(b)], [30, 3, -5, 0]);
  assert.deepEqual(checkLedgers(db), []);
});

test('a sandbox accepts the original email of an employee', (t) => {
  const { db, sandboxId, writeSandbox } = twoPeople(t);
  const { employee_id: id } = writeSandbox((w) => addEmployee(w, { email: 's@example.com' }));
  const rows = [{ employee: 'S@example.com', amount: '7' }];
  writeSandbox((w) => importXp(w, { rows, batch: null, fileHash: '' }));
  assert.equal(showEmployee(db, sandboxId, id).xp, 7);
});

test('the same rows imported again award nothing, on any day and by any reference', (t) => {
  const { a, importRows, xpOf } = twoPeople(t);
  const rows = [
    { employee: 'E-1', amount: '10' },
    { employee: 'E-1', amount: '10', at: '2026-09-30' },
    { employee: 'E-1', amount: '10', once: 'k' },
  ];
  assert.deepEqual(counts(importRows(rows)), { awarded: 3, already_there: 0, errors: [] });
  const byEmail = rows.map((row) => ({ ...row, employee: 'p1@example.com' }));
  assert.deepEqual(counts(importRows(byEmail, null, NOW + 86_400_000)), {
    ...{ awarded: 0, already_there: 3, errors: [] },
  });
  assert.equal(xpOf(a), 30);
});

test('equal rows in one file all count, and a longer file adds only the new ones', (t) => {
  const { a, importRows, xpOf } = twoPeople(t);
  const row = { employee: 'E-1', amount: '10', reason: 'Shift' };
  assert.equal(importRows([row, row]).awarded, 2);
  assert.deepEqual(counts(importRows([row, row, row])), {
    ...{ awarded: 1, already_there: 2, errors: [] },
  });
  assert.equal(xpOf(a), 30);
});

test('each batch counts once', (t) => {
  const { a, importRows, xpOf } = twoPeople(t);
  const rows = [{ employee: 'E-1', amount: '10' }];
  const awarded = ['may', 'june', 'may', null].map((batch) => importRows(rows, batch).awarded);
  assert.deepEqual(awarded, [1, 1, 0, 1]);
  assert.equal(xpOf(a), 30);
});

test('a once key is bound to one employee, one amount and its coins', (t) => {
  const { a, write, importRows, xpOf, coinsOf } = twoPeople(t);
  write((w) => awardXp(w, a, { amount: 10, once: 'k' }));
  const result = importRows([
    { employee: 'E-1', amount: '10', once: 'k', reason: 'Other words' },
    { employee: 'E-2', amount: '10', once: 'k' },
    { employee: 'E-1', amount: '11', once: 'k' },
    { employee: 'E-1', amount: '10', once: 'k', coins: '1' },
    { employee: 'E-1', amount: '5', once: 'l', coins: '1' },
    { employee: 'E-1', amount: '5', once: 'l', coins: '1' },
    { employee: 'E-1', amount: '5', once: 'l', coins: '2' },
    { employee: 'E-1', amount: '6', once: 'l', coins: '1' },
  ]);
  assert.deepEqual(counts(result), {
    ...{ awarded: 1, already_there: 2 },
    errors: [1, 2, 3, 6, 7].map((index) => [index, 'once_conflict']),
  });
  assert.deepEqual([xpOf(a), coinsOf(a)], [15, 1]);
});

test('numbers and times have one accepted form, and each row fails separately', (t) => {
  const { a, importRows, xpOf } = twoPeople(t);
  const wrong: [XpRowText, RegExp][] = [
    [{ amount: '1' }, /^employee must not be empty$/],
    [{ employee: 'E-1' }, /^amount must be a whole number/],
    ...['0', '-0', '000'].map((amount): [XpRowText, RegExp] => [
      { employee: 'E-1', amount },
      /^amount must not be zero$/,
    ]),
    ...['1.0', '1,000', '1 000', '1e3', '0x10', '+5', '１', '1000000001', 'NaN', '--1'].map(
      (amount): [XpRowText, RegExp] => [{ employee: 'E-1', amount }, /^amount must be a whole/],
    ),
    [{ employee: 'E-1', amount: '1', coins: '2.5' }, /^coins must be a whole number/],
    [{ employee: 'E-1', amount: '1', at: '31.12.2025' }, /^at must be a date/],
    [{ employee: 'E-1', amount: '1', at: '2026-02-30' }, /^at must be a date/],
    [{ employee: 'E-1', amount: '1', at: '2026-11-21T10:00' }, /^at must be a date/],
    [{ employee: 'E-1', amount: '1', at: '2026-11-22' }, /^at must not be in the future$/],
    [{ employee: 'E-1', amount: '1', at: '1969-12-31' }, /^at must be a time since 1970$/],
    [{ employee: 'E-1', amount: '1', reason: 'x'.repeat(501) }, /^reason must be at most 500/],
    [{ employee: 'E-1', amount: '1', once: 'x'.repeat(256) }, /^once must be at most 255/],
  ];
  const result = importRows([...wrong.map(([row]) => row), { employee: 'E-1', amount: '4' }]);
  assert.deepEqual([result.awarded, result.errors.length, xpOf(a)], [1, wrong.length, 4]);
  wrong.forEach(([, message], index) => {
    const error = result.errors[index];
    assert.deepEqual([error?.index, error?.code], [index, 'validation_failed']);
    assert.match(error?.message ?? '', message);
  });
});

test('rows with an unknown or ambiguous employee are rejected', (t) => {
  const { write, importRows } = twoPeople(t);
  write((w) => addEmployee(w, { email: 'c@example.com', external_id: 'p1@example.com' }));
  const result = importRows([
    { employee: 'E-9', amount: '1' },
    { employee: 'p1@example.com', amount: '1' },
    { employee: 'c@example.com', amount: '1' },
  ]);
  assert.deepEqual(counts(result), {
    ...{ awarded: 1, already_there: 0 },
    errors: [
      [0, 'unknown_employee'],
      [1, 'ambiguous_employee'],
    ],
  });
});

test('coins never go below zero, counted in the order of the rows', (t) => {
  const { db, a, write, importRows, xpOf, coinsOf } = twoPeople(t);
  write((w) => grantCoins(w, a, { amount: 5 }));
  const result = importRows([
    { employee: 'E-1', amount: '1', coins: '-6' },
    { employee: 'E-1', amount: '1', coins: '2' },
    { employee: 'E-1', amount: '1', coins: '-7' },
    { employee: 'E-1', amount: '1', coins: '-1' },
  ]);
  assert.deepEqual(counts(result).errors, [
    [0, 'insufficient_coins'],
    [3, 'insufficient_coins'],
  ]);
  assert.deepEqual([xpOf(a), coinsOf(a)], [2, 0]);
  assert.deepEqual(checkLedgers(db), []);
});

test('an import triggers badge rules, for active employees only', (t) => {
  const { db, companyId, write, importRows } = twoPeople(t);
  write((w) => {
    defineBadge(w, { code: 'ten', name: 'Ten', category: 'milestone', rarity: 'common' });
    setBadgeRule(w, 'ten', 10);
    deactivateEmployee(w, 'E-2', 'Left');
  });
  const result = importRows([
    { employee: 'E-1', amount: '6' },
    { employee: 'E-1', amount: '5' },
    { employee: 'E-2', amount: '50' },
  ]);
  assert.deepEqual([result.people, result.badges_awarded], [2, 1]);
  assert.equal(showEmployee(db, companyId, 'E-1').badges_count, 1);
});

test('an import is one entry in the audit log, with counts and the hash of its file', (t) => {
  const { db, companyId, importRows } = twoPeople(t);
  importRows([
    { employee: 'E-1', amount: '6' },
    { employee: 'E-9', amount: '5' },
  ]);
  const [line, ...others] = queryRows(
    db,
    companyId,
    "select after from audit_log where company_id = :companyId and action like 'xp.%'",
    { after: 'text' },
  );
  assert.deepEqual(others, []);
  assert.deepEqual(JSON.parse(line?.after ?? ''), {
    ...{ file_sha256: 'f'.repeat(64), batch: null, rows: 2, awarded: 1, already_there: 0 },
    ...{ xp: 6, coins: 0, people: 1, badges_awarded: 0, errors: { unknown_employee: 1 } },
  });
});

test('thousands of rows are written in steps, and once keys are unique across them', (t) => {
  const { db, a, b, importRows, xpOf } = twoPeople(t);
  const rows = Array.from({ length: 12_000 }, (_, i) => ({
    employee: i % 2 ? 'E-1' : 'E-2',
    amount: '1',
    once: i % 3 === 0 ? `k${i % 6000}` : '',
  }));
  const first = importRows(rows);
  assert.deepEqual([first.awarded, first.already_there], [10_000, 2_000]);
  assert.equal(importRows(rows).already_there, 12_000);
  assert.equal(xpOf(a) + xpOf(b), 10_000);
  assert.deepEqual(checkLedgers(db), []);
});

test('however rows are split into imports and repeated, each row counts once', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => {
    for (const n of [0, 1, 2]) addEmployee(w, { email: `p${n}@example.com` });
  });
  const row = fc.record({
    employee: fc.constantFrom('p0@example.com', 'P1@example.com', 'p2@example.com', 'nobody'),
    amount: fc.constantFrom('1', '2', '-1', 'x'),
    coins: fc.constantFrom('', '1', '2'),
    reason: fc.constantFrom('', 'a'),
  });
  let batch = 0;
  const total = () =>
    listEmployees(db, companyId).map(({ employee_id }) => {
      const { xp, coins } = showEmployee(db, companyId, employee_id);
      return [xp, coins];
    });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.nat(30), fc.nat(2), (rows, cut, again) => {
      batch++;
      const run = (some: readonly XpRowText[]) =>
        write((w) => importXp(w, { rows: some, batch: `b${batch}`, fileHash: '' }));
      const before = total();
      // The growing export of one source, each version imported several times.
      for (let i = 0; i <= again; i++) run(rows.slice(0, cut));
      for (let i = 0; i <= again; i++) run(rows);
      const expected = before.map(([xp = 0, coins = 0], n) => {
        const sourceRows = rows.filter(
          ({ employee, amount }) => employee.toLowerCase().startsWith(`p${n}`) && amount !== 'x',
        );
        return [
          sourceRows.reduce((sum, { amount }) => sum + Number(amount), xp),
          sourceRows.reduce((sum, one) => sum + Number(one.coins), coins),
        ];
      });
      assert.deepEqual(total(), expected);
    }),
    rounds(30),
  );
  assert.deepEqual(checkLedgers(db), []);
});

/** Sets totals that millions of entries would have to add up to. */
const MOST = Number.MAX_SAFE_INTEGER;

test('a row that would exceed the range of a total is an error, and the other rows are awarded', (t) => {
  const { db, importRows, xpOf, coinsOf } = twoPeople(t);
  db.execute(`update employees set xp = ${MOST - 10}, coins = ${MOST - 5} where external_id = 'E-1';
    update employees set xp = ${10 - MOST} where external_id = 'E-2'`);
  const result = importRows([
    { employee: 'E-1', amount: '8' },
    { employee: 'E-1', amount: '8' },
    { employee: 'E-1', amount: '1', coins: '6' },
    { employee: 'E-1', amount: '2', coins: '5' },
    { employee: 'E-1', amount: '1' },
    { employee: 'E-1', amount: '-1000000000' },
    { employee: 'E-1', amount: '1000000000' },
    { employee: 'E-2', amount: '-10' },
    { employee: 'E-2', amount: '-1' },
    { employee: 'E-2', amount: '1' },
  ]);
  const beyond = (index: number, what: string) => ({
    ...{ index, code: 'validation_failed' },
    message: `${what} would take the total beyond 9007199254740991`,
  });
  assert.deepEqual(
    [result.awarded, result.xp, result.errors],
    [
      6,
      1,
      [
        beyond(1, 'amount'),
        beyond(2, 'coins'),
        beyond(4, 'amount'),
        {
          ...{ index: 8, code: 'validation_failed' },
          message: 'amount would take the total below -9007199254740991',
        },
      ],
    ],
  );
  assert.deepEqual([xpOf('E-1'), coinsOf('E-1'), xpOf('E-2')], [MOST, MOST, 1 - MOST]);
});

test('a total out of range is found across the steps of a long file', (t) => {
  const { db, importRows, xpOf } = twoPeople(t);
  db.execute(`update employees set xp = ${MOST - 5_500} where external_id = 'E-1'`);
  const result = importRows(
    Array.from({ length: 6_000 }, () => ({ employee: 'E-1', amount: '1' })),
  );
  assert.deepEqual([result.awarded, result.errors.length], [5_500, 500]);
  assert.equal(xpOf('E-1'), MOST);
});
