import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EngagedClient } from '../../src/client/client.ts';
import {
  divideRoster,
  restoreIndexes,
  splitRows,
  sumResults,
} from '../../src/client/roster-parts.ts';
import type { RosterRow, SyncResult } from '../../src/client/types.ts';
import { applyPlan } from '../domain/roster/apply-plan.ts';
import { companies, rosters } from '../domain/roster/arbitraries.ts';
import { read } from '../domain/roster/builders.ts';
import { planRoster, type Snapshot } from '../domain/roster/plan-roster.ts';

test('a request has at most 5,000 rows and stays below 16 MB', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => from + i);
  const small = numbers(0, 12_000).map(() => ({ external_id: 'x' }));
  assert.deepEqual(
    splitRows(small, numbers(0, 12_000)).map((part) => [part[0], part.length]),
    [
      [0, 5_000],
      [5_000, 5_000],
      [10_000, 2_000],
    ],
  );
  const large = numbers(0, 5).map(() => ({ job_title: 'é'.repeat(3_000_000) }));
  assert.deepEqual(splitRows(large, [0, 1, 3, 4]), [
    [0, 1],
    [3, 4],
  ]);
  const tooLarge = [{ job_title: 'x'.repeat(17_000_000) }, { job_title: 'x' }];
  assert.deepEqual(splitRows(tooLarge, [0, 1]), [[0], [1]]);
});

const row = (external_id: string | number, email: string): RosterRow => ({
  external_id,
  email,
  first_name: 'A',
  last_name: 'B',
});

const codesOf = (notes: readonly { index: number; code: string }[]) =>
  notes.map(({ index, code }) => [index, code]);

test('rows that share an id or an address, directly or through other rows, are in no part', () => {
  const rows = [
    row('1', 'a@x.example'),
    row('2', 'b@x.example'),
    row(' 2 ', 'c@x.example'),
    row('5', 'c@x.example'),
    row('3', 'd@x.example'),
    row('4', ' A@X.example'),
    row(3, 'e@x.example'),
    row('5', 'f@x.example'),
    row('6', 'g@x.example'),
    row('7', 'h@x.example'),
  ];
  const { parts, withheld } = divideRoster(rows, 1);
  assert.deepEqual(parts, [[8], [9]]);
  assert.deepEqual(codesOf(withheld), [
    [0, 'duplicate_email'],
    [1, 'duplicate_external_id'],
    [2, 'duplicate_external_id'],
    [3, 'duplicate_external_id'],
    [4, 'duplicate_external_id'],
    [5, 'duplicate_email'],
    [6, 'duplicate_external_id'],
    [7, 'duplicate_external_id'],
  ]);
  const { withheld: ofOneRequest } = divideRoster(rows);
  assert.deepEqual(ofOneRequest, []);
});

test('a row is compared as JSON will present it to the service', () => {
  const oddities = [Number.NaN, new Date(0), undefined, null].flatMap((id) => [
    { ...row('', 'a@x.example'), external_id: id },
    { ...row('', 'b@x.example'), external_id: id },
  ]) as RosterRow[];
  const rows = [
    ...oddities.map((one, i) => ({ ...one, email: `odd${i}@x.example` })),
    ...([null, ['x'], 'x', row('1', 'c@x.example')] as RosterRow[]),
    { ...row('9', 'd@x.example'), toJSON: () => row('1', 'd@x.example') },
  ];
  const single = read(JSON.parse(JSON.stringify(rows))).rejected;
  const { parts, withheld } = divideRoster(rows, 3);
  assert.deepEqual(
    withheld,
    single.filter(({ code }) => code !== 'validation_failed'),
  );
  assert.deepEqual(
    withheld.map(({ index }) => index),
    [2, 3, 11, 12],
  );
  assert.deepEqual(
    parts.flat(),
    [...rows.keys()].filter((index) => ![2, 3, 11, 12].includes(index)),
  );
});

const ROOMY = { departmentLimit: 1_000, employeeLimit: null };

/** What a service makes of one request, and the record that it leaves. */
function sync(record: Snapshot, rows: readonly unknown[]): { result: SyncResult; after: Snapshot } {
  const plan = planRoster(record, read(JSON.parse(JSON.stringify(rows))), ROOMY);
  const result = {
    created: plan.creates.length,
    updated: plan.updates.length,
    unchanged: plan.unchanged,
    reactivated: plan.updates.filter(({ reactivate }) => reactivate).length,
    ...{ deactivated: 0, departments_created: 0, departments_restored: 0 },
    ...{ deactivation_candidates: [], deactivation_candidates_total: 0, unlinked_members: 0 },
    ...{ deactivation_limit: 10, deactivation_skipped_reason: null },
    errors: plan.errors,
    warnings: plan.warnings,
  };
  return { result, after: applyPlan(record, plan) };
}

// Departments are settled for each request by itself, so of them no two rosters here speak.
const withoutDepartments = (rows: readonly unknown[]): RosterRow[] =>
  (rows as RosterRow[]).map(({ department_external_id: _, department_name: __, ...rest }) => rest);

test('a roster in parts of any size has the same result and the same effect as in one request', () => {
  fc.assert(
    fc.property(
      companies,
      rosters,
      rosters,
      fc.integer({ min: 1, max: 6 }),
      (company, ...drawn) => {
        const [first, second, mostRows] = drawn;
        const record = { ...company, departments: [] };
        const rows = withoutDepartments([...first, ...second]);
        const single = sync(record, rows);
        const { parts, withheld } = divideRoster(rows, mostRows);
        let after: Snapshot = record;
        const results = parts.map((part) => {
          const done = sync(
            after,
            part.map((index) => rows[index]),
          );
          after = done.after;
          return restoreIndexes(done.result, part);
        });
        assert.deepEqual(
          { ...sumResults(results, withheld), deactivation_limit: 10 },
          single.result,
        );
        assert.deepEqual(after, single.after);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a roster in several parts with deactivation is rejected before anything is sent', async () => {
  const client = new EngagedClient({
    baseUrl: 'http://service.example',
    key: 'k',
    fetch: () => assert.fail('sent'),
  });
  const rows = Array.from({ length: 5_001 }, (_, i) => row(i, `p${i}@x.example`));
  await assert.rejects(client.syncRoster(rows, { deactivateMissing: true }), {
    ...{ name: 'EngagedApiError', code: 'validation_failed', status: 400 },
    message: 'A roster that needs several requests cannot be sent with deactivateMissing',
  });
});
