import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listDecisions } from '../../../src/service/audit/audit.ts';
import { setBadgeRule } from '../../../src/service/badges/badge-rules.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../../src/service/badges/badges.ts';
import { LazyCompanyWrite } from '../../../src/service/company/company-write.ts';
import { deactivateEmployee } from '../../../src/service/people/employees.ts';
import type { AwardsResult } from '../../../src/service/xp/award-schemas.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import { rounds } from '../../faults/run-scale.ts';
import { addPerson } from '../../http/requests.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../test-company.ts';

const NAMES = ['ann', 'bob', 'cat', 'gone'];

/** People with badges, rules and XP of their own, as a list of what each award may run into. */
function seed({ write }: TestCompany): void {
  write((w) => {
    for (const name of NAMES) addPerson(w, name);
    for (const [code, threshold] of [
      ['low', 3],
      ['middle', 6],
      ['high', 10],
    ] as const) {
      defineBadge(w, { code, name: code, category: 'skill', rarity: 'rare' });
      setBadgeRule(w, code, threshold);
    }
    awardBadge(w, 'X-bob', 'middle');
    revokeBadge(w, 'X-bob', 'middle');
    deactivateEmployee(w, 'X-gone', 'left');
  });
}

const numbers = (least: number, most: number) => fc.integer({ min: least, max: most });

const row = fc.record({
  employee: fc.constantFrom(
    ...NAMES.map((name) => ({ external_id: `X-${name}` })),
    { email: 'ann@acme.example' },
    { external_id: 'nobody' },
  ),
  amount: numbers(-4, 8),
  coins: fc.option(numbers(-2, 2), { nil: undefined }),
  once: fc.constantFrom(...'abcdefgh'),
  at: fc.constantFrom(undefined, '2026-09-30', '2030-01-01'),
});

const TABLES = [
  `select e.external_id as who, l.amount, l.source, l.counts_at, l.recorded_at, l.once_key
   from xp_ledger l join employees e on e.company_id = l.company_id and e.number = l.employee_number
   where l.company_id = :companyId order by l.entry`,
  `select employee_number, amount, source, recorded_at, once_key
   from coin_ledger where company_id = :companyId order by entry`,
  `select employee_number, badge_code, awarded_at
   from badge_awards where company_id = :companyId order by 1, 2`,
  'select type, at, employee_number, data from events where company_id = :companyId order by sequence',
  'select number, xp, coins from employees where company_id = :companyId order by 1',
];

const contents = ({ db, companyId }: TestCompany) => [
  ...TABLES.map((sql) => queryRows(db, companyId, sql, {})),
  ['xp', 'coins'].map((action) =>
    listDecisions(db, companyId, { action, count: 1_000 }).map(
      ({ entry: _, target: { kind }, ...decision }) => ({ kind, ...decision }),
    ),
  ),
];

const withoutIds = (outcome: AwardsResult) => ({
  ...outcome,
  results: outcome.results.map(({ employee_id: _, ...result }) => result),
});

type Sender = { actor: string; now: number };

test('requests that share a transaction give what their rows give one by one', (t) => {
  const send = (
    { db, companyId }: TestCompany,
    requests: readonly (Sender & { rows: unknown[] })[],
  ) => {
    const [{ actor, now } = { actor: 'key', now: NOW }] = requests;
    return db.write(() =>
      applyAwards(new LazyCompanyWrite(db, { companyId, actor, now }), requests),
    );
  };
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 4 }), (rowsOfRequests) => {
      const together = createTestCompany(t);
      const alone = createTestCompany(t);
      for (const company of [together, alone]) seed(company);
      const requests = rowsOfRequests.map((rows, i) => ({
        ...{ actor: `key ${i % 2}`, now: NOW + (i % 2) },
        rows,
      }));
      const outcomes = send(together, requests);
      const expected = requests.map(({ rows, ...sender }): AwardsResult => {
        const each = rows.flatMap((one) => send(alone, [{ rows: [one], ...sender }]));
        return {
          applied: each.filter(({ applied }) => applied === 1).length,
          repeated: each.filter(({ repeated }) => repeated === 1).length,
          results: each.flatMap(({ results }, index) => results.map((one) => ({ ...one, index }))),
          errors: each.flatMap(({ errors }, index) => errors.map((one) => ({ ...one, index }))),
        };
      });
      assert.deepEqual(outcomes.map(withoutIds), expected.map(withoutIds));
      assert.deepEqual(contents(together), contents(alone));
      assert.deepEqual(checkLedgers(together.db), []);
    }),
    rounds(25),
  );
});
