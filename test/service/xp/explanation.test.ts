import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { monthsOf, PERIODS } from '../../../src/domain/period.ts';
import { addEmployee, deactivateEmployee } from '../../../src/service/people/employees.ts';
import { explainXp } from '../../../src/service/xp/explanation.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import * as ranking from '../../../src/store/boards/ranking.ts';
import { rounds } from '../../faults/run-scale.ts';
import { createTestCompany, NOW } from '../test-company.ts';

test('the period is exact to the millisecond, and the XP outside of it is reported', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const times = [
    Date.UTC(2026, 8, 1) - 1,
    Date.UTC(2026, 8, 1),
    Date.UTC(2026, 10, 1) - 1,
    Date.UTC(2026, 10, 1),
    NOW,
  ];
  write((w) => {
    addEmployee(w, { email: 'a@example.com' });
    for (const [i, at] of times.entries()) awardXp(w, 'a@example.com', { amount: 10 ** i, at });
    awardXp(w, 'a@example.com', { amount: -5, at: Date.UTC(2026, 10, 2), reason: 'Twice' });
  });
  const explain = (period: (typeof PERIODS)[number]) =>
    explainXp(db, companyId, 'a@example.com', period, NOW);
  const month = explain('this_month');
  assert.deepEqual(
    [month.from, month.until, month.asked_at],
    ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', new Date(NOW).toISOString()],
  );
  assert.deepEqual(
    month.entries.map(({ amount, sum, reason }) => [amount, sum, reason]),
    [
      [1_000, 1_000, null],
      [-5, 995, 'Twice'],
      [10_000, 10_995, null],
    ],
  );
  assert.deepEqual([month.xp, month.outside], [10_995, { entries: 3, xp: 111 }]);
  assert.deepEqual(month.all_time, { xp: 11_106, ledger_xp: 11_106 });
  assert.deepEqual(
    PERIODS.map((period) => [explain(period).from, explain(period).xp]),
    [
      [null, 11_106],
      ['2026-11-01T00:00:00.000Z', 10_995],
      ['2026-09-01T00:00:00.000Z', 11_105],
      ['2025-12-01T00:00:00.000Z', 11_106],
    ],
  );
  assert.deepEqual(month.level, {
    level: 15,
    begins_at: 10_500,
    next_begins_at: 12_000,
    xp_to_next_level: 894,
  });
});

test('the rank is shown with its neighbours, and a tie is marked', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  for (const [i, [name, amount]] of (
    [
      ['first', 7],
      ['second', 7],
      ['left', 7],
      ['third', 7],
      ['best', 9],
    ] as const
  ).entries()) {
    write((w) => {
      addEmployee(w, { email: `${name}@example.com`, given_name: name });
      awardXp(w, `${name}@example.com`, { amount });
    }, NOW + i);
  }
  write((w) => deactivateEmployee(w, 'left@example.com', 'Left'));
  const standingOf = (name: string) => {
    const found = explainXp(db, companyId, `${name}@example.com`, 'all_time', NOW + 9).standing;
    return found && [found.rank, found.of, ...[found.above, found.below].map(short)];
  };
  const short = (one: { name: string | null; xp: number; tied: boolean } | null) =>
    one && `${one.name} ${one.xp}${one.tied ? ' tied' : ''}`;
  assert.deepEqual(standingOf('best'), [1, 4, null, 'first 7']);
  assert.deepEqual(standingOf('first'), [2, 4, 'best 9', 'second 7 tied']);
  assert.deepEqual(standingOf('second'), [3, 4, 'first 7 tied', 'third 7 tied']);
  assert.deepEqual(standingOf('third'), [4, 4, 'second 7 tied', null]);
  assert.equal(standingOf('left'), null);
});

test('ranks equal those of the leaderboards, in every period', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const people = Array.from({ length: 8 }, (_, i) => `p${i}@example.com`);
  write((w) => {
    for (const email of people) addEmployee(w, { email });
    deactivateEmployee(w, 'p3@example.com', 'Left');
  });
  const entry = fc.record({
    who: fc.constantFrom(...people),
    amount: fc.constantFrom(-3, 2, 3, 5),
    month: fc.nat(14),
  });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 20 }), (entries) => {
      write((w) => {
        for (const { who, amount, month } of entries) {
          awardXp(w, who, { amount, at: Date.UTC(2026, 10 - month, 1) });
        }
      });
      for (const period of PERIODS) {
        const months = monthsOf(period, NOW);
        const ranked = months
          ? db.all(ranking.rankMonths, { companyId, ...months })
          : db.all(ranking.rankAllTime, { companyId });
        const explained = people.map((email) => {
          const { xp, standing } = explainXp(db, companyId, email, period, NOW);
          return standing && [standing.rank, xp];
        });
        assert.deepEqual(
          explained,
          people.map((_, i) => {
            const at = ranked.findIndex(({ number }) => number === i + 1);
            return at === -1 ? null : [at + 1, ranked[at]?.xp];
          }),
        );
      }
    }),
    rounds(15),
  );
});

test('a total that differs from the sum of its entries is shown with that sum', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => {
    addEmployee(w, { email: 'a@example.com' });
    awardXp(w, 'a@example.com', { amount: 5 });
  });
  db.write(() => db.execute(`update employees set xp = 6 where company_id = ${companyId}`));
  assert.deepEqual(explainXp(db, companyId, 'a@example.com', 'all_time', NOW).all_time, {
    xp: 6,
    ledger_xp: 5,
  });
});
