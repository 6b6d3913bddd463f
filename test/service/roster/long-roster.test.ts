import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SyncInput } from '../../../src/service/roster/sync/sync-input.ts';
import { codes, rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany } from '../test-company.ts';
import { departments, everything, people, result, sync as syncKept, type Target } from './sync.ts';

/** Several parts, each of which is read more than once because no row is kept. */
const LONG = 6_000;

const sync = (target: Target, rows: readonly unknown[], more: Partial<SyncInput> = {}) =>
  syncKept(target, rows, { maxRowsKept: 0, ...more });

const roster = (change: (n: number) => Record<string, unknown> = () => ({})) =>
  Array.from({ length: LONG }, (_, n) => rosterRow(`P${n}`, change(n)));

test('a long roster is applied, and changes nothing when repeated', (t) => {
  const company = createTestCompany(t);
  const rows = roster((n) => ({ job_title: `Job ${n % 7}`, department_name: `Dep ${n % 3_500}` }));
  const limits = { departments: 5_000, sandboxEmployees: 500 };
  const first = sync(company, rows, { limits });
  assert.deepEqual(
    first,
    result({
      ...{ created: LONG, departments_created: 3_500, deactivation_limit: LONG / 5 },
    }),
  );
  const onRecord = people(company);
  assert.deepEqual(
    onRecord.map((one) => [one.number, one.external_id, one.job_title, one.department_number]),
    rows.map(({ external_id }, n) => [n + 1, external_id, `Job ${n % 7}`, (n % 3_500) + 1]),
  );
  assert.deepEqual(
    sync(company, rows, { limits }),
    result({ unchanged: LONG, deactivation_limit: LONG / 5 }),
  );
  assert.deepEqual(people(company), onRecord);
});

test('duplicates are found between rows far apart in a long roster', (t) => {
  const company = createTestCompany(t);
  const rows = roster();
  rows[5_999] = rosterRow('P0', { email: 'another@example.com' });
  rows[5_500] = rosterRow('Q', { email: 'P1@EXAMPLE.com' });
  const answer = sync(company, rows);
  assert.equal(answer.created, LONG - 4);
  assert.deepEqual(codes(answer.errors), [
    [0, 'duplicate_external_id'],
    [1, 'duplicate_email'],
    [5_500, 'duplicate_email'],
    [5_999, 'duplicate_external_id'],
  ]);
});

test('a department that early rows need gets the external id that a late row sends', (t) => {
  const company = createTestCompany(t);
  const answer = sync(
    company,
    roster((n) => ({
      department_name: 'Forge',
      ...(n === LONG - 1 && { department_external_id: 'F' }),
    })),
  );
  assert.equal(answer.departments_created, 1);
  assert.deepEqual(
    departments(company).map(({ number, name, external_id }) => [number, name, external_id]),
    [[1, 'Forge', 'F']],
  );
  assert.deepEqual(new Set(people(company).map((one) => one.department_number)), new Set([1]));
});

test('employees in any part of a long roster are updated, moved and reactivated, and the missing ones are counted', (t) => {
  const company = createTestCompany(t);
  sync(company, [
    ...roster((n) => ({ job_title: 'Smith', department_name: `Dep ${n % 2}` })),
    ...Array.from({ length: 12 }, (_, n) => rosterRow(`gone ${n}`, { email: `g${n}@example.com` })),
  ]);
  const change = (n: number) => ({
    job_title: n % 1_500 === 0 ? 'Lead' : 'Smith',
    department_name: n % 2_000 === 1 ? 'Dep 0' : `Dep ${n % 2}`,
  });
  const part = roster(change).slice(10);
  const all = { deactivateMissing: true, maxDeactivations: 100 };
  const before = everything(company);
  const dryRun = sync(company, part, { ...all, dryRun: true });
  assert.deepEqual(everything(company), before);
  const second = sync(company, part, all);
  assert.deepEqual(dryRun, second);
  assert.deepEqual(
    [second.updated, second.unchanged, second.deactivated, second.deactivation_candidates_total],
    [5, LONG - 10 - 5, 22, 22],
  );
  const third = sync(company, roster(change).reverse(), all);
  assert.deepEqual(
    [third.updated, third.reactivated, third.unchanged, third.deactivated],
    [10, 10, LONG - 10, 0],
  );
});
