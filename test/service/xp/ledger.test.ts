import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDecisions } from '../../../src/service/audit/audit.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

const refused = (code: string, message: RegExp) => ({ name: 'EngagedError', code, message });

const addPerson = (
  company: ReturnType<typeof createTestCompany>,
  email = 'a@example.com',
): string => company.write((w) => addEmployee(w, { email })).employee_id;

test('XP adds up to a total, a level and a month', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const id = addPerson(company);
  const at = Date.UTC(2026, 8, 30, 23, 59, 59, 999);
  write((w) => awardXp(w, id, { amount: 130, reason: 'Course', at }));
  assert.deepEqual(
    write((w) => awardXp(w, id, { amount: -40 })),
    {
      applied: true,
      employee_id: id,
      amount: -40,
      reason: null,
      at: new Date(NOW).toISOString(),
      once: null,
      xp: 90,
      level: 1,
      xp_to_next_level: 10,
      badges_awarded: [],
    },
  );
  assert.deepEqual(
    queryRows(
      db,
      companyId,
      'select month, xp from xp_months where company_id = :companyId order by month',
      { month: 'integer', xp: 'integer' },
    ),
    [
      { month: 2026 * 12 + 8, xp: 130 },
      { month: 2026 * 12 + 10, xp: -40 },
    ],
  );
});

test('amounts are whole, not zero and bounded, and times are in the past', (t) => {
  const company = createTestCompany(t);
  const id = addPerson(company);
  for (const amount of [0, -0, 1.5, Number.NaN, 1e9 + 1, -1e9 - 1, Number.POSITIVE_INFINITY]) {
    assert.throws(
      () => company.write((w) => awardXp(w, id, { amount })),
      refused('validation_failed', /^amount/),
    );
    assert.throws(
      () => company.write((w) => grantCoins(w, id, { amount })),
      refused('validation_failed', /^amount/),
    );
  }
  for (const at of [NOW + 300_001, -1, 0.5]) {
    assert.throws(
      () => company.write((w) => awardXp(w, id, { amount: 1, at })),
      refused('validation_failed', /^at/),
    );
  }
  assert.throws(
    () => company.write((w) => awardXp(w, id, { amount: 1, reason: '🦊'.repeat(501) })),
    refused('validation_failed', /^reason/),
  );
});

test('the same once key awards once, and is bound to one employee, one amount and one time', (t) => {
  const company = createTestCompany(t);
  const { write } = company;
  const id = addPerson(company);
  addPerson(company, 'b@example.com');
  const first = write((w) => awardXp(w, id, { amount: 5, reason: 'First', once: 'k' }));
  const again = write((w) => awardXp(w, id, { amount: 5, reason: 'Other', once: 'k' }), NOW + 99);
  assert.deepEqual(again, { ...first, applied: false });
  for (const [person, amount] of [
    [id, 6],
    ['b@example.com', 5],
  ] as const) {
    assert.throws(
      () => write((w) => awardXp(w, person, { amount, once: 'k' })),
      refused('conflict', /^once was used before/),
    );
  }
  const coins = write((w) => grantCoins(w, id, { amount: 5, once: 'k' }));
  assert.deepEqual([coins.applied, coins.coins], [true, 5]);
  assert.equal(write((w) => grantCoins(w, id, { amount: 5, once: 'k' })).applied, false);
});

test('a repeated correction is recognised even if the balance would not allow it twice', (t) => {
  const company = createTestCompany(t);
  const { write } = company;
  const id = addPerson(company);
  write((w) => grantCoins(w, id, { amount: 10 }));
  assert.equal(write((w) => grantCoins(w, id, { amount: -10, once: 'back' })).coins, 0);
  assert.equal(write((w) => grantCoins(w, id, { amount: -10, once: 'back' })).applied, false);
});

test('a balance can reach zero, but not go below', (t) => {
  const company = createTestCompany(t);
  const { write } = company;
  const id = addPerson(company);
  write((w) => grantCoins(w, id, { amount: 10 }));
  assert.throws(
    () => write((w) => grantCoins(w, id, { amount: -11 })),
    refused('insufficient_coins', /^The employee has 10 coins/),
  );
  assert.equal(write((w) => grantCoins(w, id, { amount: -10 })).coins, 0);
  assert.throws(
    () => write((w) => grantCoins(w, id, { amount: -1 })),
    refused('insufficient_coins', /^The employee has 0 coins/),
  );
});

test('a decision that changed nothing is not in the audit log', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const id = addPerson(company);
  write((w) => awardXp(w, id, { amount: 5, once: 'k' }));
  write((w) => awardXp(w, id, { amount: 5, once: 'k' }));
  assert.deepEqual(
    listDecisions(db, companyId, { action: 'xp', count: 9 }).map(({ before, after }) => {
      const [{ xp: was }, { xp: became }] = [before ?? {}, after ?? {}];
      return { was, became };
    }),
    [{ was: 0, became: 5 }],
  );
});

const MOST = Number.MAX_SAFE_INTEGER;

test('totals of XP and coins stay within the safe integers of JSON, in both directions', (t) => {
  const company = createTestCompany(t);
  const { db, write } = company;
  const id = addPerson(company);
  const beyond = refused(
    'validation_failed',
    /^amount would take the total beyond 9007199254740991$/,
  );
  const below = refused(
    'validation_failed',
    /^amount would take the total below -9007199254740991$/,
  );

  db.execute(`update employees set xp = ${MOST - 1}, coins = ${MOST - 1}`);
  assert.throws(() => write((w) => awardXp(w, id, { amount: 2 })), beyond);
  assert.throws(() => write((w) => grantCoins(w, id, { amount: 2 })), beyond);
  assert.throws(() => write((w) => awardXp(w, id, { amount: 1_000_000_000 })), beyond);
  const { xp, level } = write((w) => awardXp(w, id, { amount: 1, once: 'k' }));
  assert.deepEqual([xp, level], [MOST, 100]);
  assert.equal(write((w) => awardXp(w, id, { amount: 1, once: 'k' })).applied, false);
  assert.equal(write((w) => grantCoins(w, id, { amount: 1 })).coins, MOST);
  assert.throws(() => write((w) => grantCoins(w, id, { amount: 1 })), beyond);
  assert.equal(write((w) => awardXp(w, id, { amount: -7 })).xp, MOST - 7);

  db.execute(`update employees set xp = ${1 - MOST}`);
  assert.throws(() => write((w) => awardXp(w, id, { amount: -2 })), below);
  assert.equal(write((w) => awardXp(w, id, { amount: -1 })).xp, -MOST);
  assert.throws(() => write((w) => awardXp(w, id, { amount: -1 })), below);
});
