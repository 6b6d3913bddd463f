import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { resetSandbox } from '../../../src/service/company/sandbox.ts';
import {
  createDepartment,
  renameDepartment,
} from '../../../src/service/departments/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  setEmployeeRole,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import type { RunContext } from '../../../src/service/roster/runs/record-run.ts';
import { requireRun } from '../../../src/service/roster/runs/runs.ts';
import { recordUnchangedRun } from '../../../src/service/roster/sync/unchanged-run.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany, NOW, type TestCompany, whatHappened } from '../test-company.ts';
import { everything, runs, sync, syncRun } from './sync.ts';

const orderOf = (companyId: number, more: Partial<RunContext> = {}): RunContext => ({
  companyId,
  now: NOW + 9_000,
  clock: () => NOW + 9_000,
  actor: 'key k2',
  source: 'http',
  requestId: 'r2',
  ...more,
});

const rows = [
  rosterRow('1', { department_name: 'Sales' }),
  rosterRow('2'),
  rosterRow('3', { email: 'nobody' }),
];

/** A company that holds what the rows say, and the sync that found it so. */
function createUnchanged(company: TestCompany, companyId = company.companyId) {
  const target = { db: company.db, companyId };
  sync(target, rows);
  const { unchanged, result } = syncRun(target, rows);
  assert.ok(unchanged);
  return { target, unchanged, result };
}

test('a sync that changed nothing can be repeated as its own run, which counts against the budget of its key', (t) => {
  const company = createTestCompany(t);
  const { target, unchanged, result } = createUnchanged(company);
  const before = everything(target);
  const budget = { keyId: 'k2', windowStartedAt: NOW, used: 7 };
  for (const requestId of ['r2', 'r3'])
    assert.equal(
      recordUnchangedRun(target.db, orderOf(target.companyId, { requestId, budget }), unchanged),
      true,
    );

  const [, full, second, third] = runs(target);
  assert.deepEqual(
    [second, third].map((run) => [run?.source, run?.actor, run?.request_id, run?.started_at]),
    [
      ['http', 'key k2', 'r2', NOW + 9_000],
      ['http', 'key k2', 'r3', NOW + 9_000],
    ],
  );
  for (const run of [second, third])
    assert.deepEqual(
      [run?.outcome, run?.result, run?.changes],
      [full?.outcome, full?.result, null],
    );
  const after = everything(target);
  assert.deepEqual(
    after.budgets.map(({ used }) => used),
    [7],
  );
  const { people, departments } = before;
  assert.deepEqual([after.people, after.departments], [people, departments]);
  assert.equal(after.company[0]?.revision, before.company[0]?.revision);
  assert.deepEqual(sync(target, rows), result);
});

/** What the result of a sync may depend on, and some that it does not. */
const changes: Readonly<Record<string, (company: TestCompany) => unknown>> = {
  'somebody is deactivated in the portal': ({ write }) =>
    write((w) => deactivateEmployee(w, '1', 'left')),
  'somebody is added': ({ write }) => write((w) => addEmployee(w, { email: 'new@example.com' })),
  'somebody gets another job': ({ write }) =>
    write((w) => updateEmployee(w, '1', { job_title: 'Other' })),
  'somebody becomes an admin': ({ write }) => write((w) => setEmployeeRole(w, '1', 'admin')),
  'a department is made': ({ write }) => write((w) => createDepartment(w, { name: 'New' })),
  'a department is renamed': ({ write }) => write((w) => renameDepartment(w, 'Sales', 'Selling')),
  'the sign-in domains are others': ({ write }) =>
    write((w) => updateCompany(w, { ssoDomains: ['else.example'] })),
  'another sync changes somebody': (company) =>
    sync(company, [rosterRow('2', { job_title: 'Other' })]),
};

for (const [what, change] of Object.entries(changes)) {
  test(`a sync is not repeated, and nothing is written, once ${what}`, (t) => {
    const company = createTestCompany(t);
    const { target, unchanged } = createUnchanged(company);
    change(company);
    const before = everything(target);
    assert.equal(recordUnchangedRun(target.db, orderOf(target.companyId), unchanged), false);
    assert.deepEqual(everything(target), before);
  });
}

test('a sync is not repeated after its sandbox was emptied', (t) => {
  const company = createTestCompany(t);
  const { target, unchanged } = createUnchanged(company, company.sandboxId);
  company.writeSandbox(resetSandbox);
  assert.equal(recordUnchangedRun(target.db, orderOf(target.companyId), unchanged), false);
});

test('a sync that changed something, was blocked by its limit or was a dry run is not repeated as an unchanged run', (t) => {
  const company = createTestCompany(t);
  assert.equal(syncRun(company, rows).unchanged, null);
  assert.equal(syncRun(company, rows, { dryRun: true }).unchanged, null);
  const request = { deactivateMissing: true, maxDeactivations: 1 };
  const blocked = syncRun(company, [rosterRow('9')], request);
  assert.equal(blocked.result.deactivation_skipped_reason, 'limit_exceeded');
  const again = syncRun(company, [rosterRow('9')], request);
  assert.equal(again.result.unchanged, 1);
  assert.equal(again.unchanged, null);
});

test('a repeated sync that changed nothing writes its event as the first one did', (t) => {
  const company = createTestCompany(t);
  const { target, unchanged } = createUnchanged(company);
  assert.ok(recordUnchangedRun(target.db, orderOf(target.companyId), unchanged));
  const [first, second] = whatHappened(target.db, target.companyId).slice(-2);
  const { id } = requireRun(target.db, target.companyId, 'latest');
  assert.deepEqual(second, [first?.[0], { ...first?.[1], sync_id: id }]);
});
