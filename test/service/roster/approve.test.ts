import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CompanyWrite } from '../../../src/service/company/company-write.ts';
import {
  deactivateEmployee,
  setEmployeeRole,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { approveRun } from '../../../src/service/roster/follow-up/approve-run.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import { requireRun } from '../../../src/service/roster/runs/runs.ts';
import { showRun } from '../../../src/service/roster/runs/show-run.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../test-company.ts';
import { people, sync, syncRun } from './sync.ts';

const later = (minutes: number) => NOW + minutes * 60_000;
const rows = (...ids: string[]) => ids.map((id) => rosterRow(id));
const stop = { deactivateMissing: true, maxDeactivations: 1 };

/** A company of A to E, and the run that was stopped from deactivating C, D and E. */
function setUpBlockedRun(t: TestContext) {
  const company = createTestCompany(t);
  sync(company, rows('A', 'B', 'C', 'D', 'E'));
  const { runId, result } = syncRun(company, rows('A', 'B'), { ...stop, now: later(1) });
  assert.equal(result.deactivation_skipped_reason, 'limit_exceeded');
  return { company, run: runId ?? '' };
}

const approve = (company: TestCompany, run: string) =>
  company.write((write) => approveRun(write, run, { clock: () => write.now }), later(60));

/** Who stands against an approval, why, and by which run. */
function objections(company: TestCompany, run: string) {
  const approval = approve(company, run);
  assert.ok(!approval.approved);
  return approval.objections.map((one) => [one.external_id, one.reason, one.run_id]);
}

const active = (company: TestCompany) =>
  people(company).flatMap((one) => (one.deactivated_at === null ? [one.external_id] : []));

test('an approval deactivates exactly the employees whom the limit has held back', (t) => {
  const { company, run } = setUpBlockedRun(t);
  const shown = showRun(
    company.db,
    company.companyId,
    requireRun(company.db, company.companyId, run),
  );
  assert.deepEqual(
    shown.candidates_held_back.map((one) => one.external_id),
    ['C', 'D', 'E'],
  );
  sync(company, rows('F'), { now: later(2) });
  const approval = approve(company, run);
  assert.ok(approval.approved);
  assert.deepEqual([approval.deactivated, active(company)], [3, ['A', 'B', 'F']]);
  assert.deepEqual(
    people(company)
      .slice(2, 5)
      .map((one) => [one.deactivated_at, one.deactivated_by]),
    Array.from({ length: 3 }, () => [later(60), 'sync']),
  );
});

test('an approval is a run and an audit entry, and can be reverted but not repeated', (t) => {
  const { company, run } = setUpBlockedRun(t);
  const approval = approve(company, run);
  assert.ok(approval.approved);
  const made = requireRun(company.db, company.companyId, approval.run_id ?? '');
  assert.deepEqual([made.kind, made.subject_id, made.outcome], ['approval', run, 'applied']);
  const [decision] = queryRows(
    company.db,
    company.companyId,
    `select action, target_id, after from audit_log
     where company_id = :companyId order by entry desc limit 1`,
    { action: 'text', target_id: 'text', after: 'text' },
  );
  assert.deepEqual(
    [decision?.action, decision?.target_id, JSON.parse(decision?.after ?? '')],
    ['sync.approve', run, { run_id: approval.run_id, deactivated: 3 }],
  );
  const again = {
    code: 'conflict',
    message: `The run is approved already, by run ${approval.run_id}`,
  };
  assert.throws(() => approve(company, run), again);
  company.write(
    (write) =>
      revertRun(write, approval.run_id ?? '', { departmentLimit: 1000, clock: () => write.now }),
    later(61),
  );
  assert.deepEqual(active(company), ['A', 'B', 'C', 'D', 'E']);
  assert.throws(() => approve(company, run), again);
});

const decisions: readonly (readonly [string, (write: CompanyWrite) => unknown, unknown[]])[] = [
  [
    'who is deactivated by now',
    (write) => deactivateEmployee(write, 'C', 'Left'),
    ['C', 'deactivated_since', null],
  ],
  [
    'who has another external id by now',
    (write) => updateEmployee(write, 'D', { external_id: 'Z' }),
    ['Z', 'external_id_changed', null],
  ],
  [
    'who is an admin by now',
    (write) => setEmployeeRole(write, 'E', 'admin'),
    ['E', 'is_admin', null],
  ],
  [
    'who holds a role by now',
    (write) => setEmployeeRole(write, 'E', { role: 'HR' }),
    ['E', 'has_portal_role', null],
  ],
];

for (const [what, decide, objection] of decisions) {
  test(`nobody is deactivated if there is somebody ${what}`, (t) => {
    const { company, run } = setUpBlockedRun(t);
    company.write(decide, later(2));
    const before = people(company);
    assert.deepEqual(objections(company, run), [objection]);
    assert.deepEqual(people(company), before);
  });
}

test('whoever a later sync names is no longer missing, even if that sync changes nothing or fails', (t) => {
  const { company, run } = setUpBlockedRun(t);
  const other = syncRun(company, rows('A', 'F'), { now: later(2) });
  const naming = syncRun(company, [rosterRow('D'), rosterRow('E', { first_name: '' })], {
    now: later(3),
  });
  assert.deepEqual(objections(company, run), [
    ['D', 'named_since', naming.runId],
    ['E', 'named_since', naming.runId],
  ]);
  assert.equal(requireRun(company.db, company.companyId, other.runId ?? '').superseded_by, null);
});

test('a later stopped run with the same missing set does not prevent an approval, until one of the set is named', (t) => {
  const { company, run } = setUpBlockedRun(t);
  const second = syncRun(company, rows('A', 'B'), { ...stop, now: later(2) });
  const rehearsed = company.db.dryRun(() => approve(company, run));
  assert.ok(rehearsed.approved);
  const naming = syncRun(company, rows('C'), { now: later(3) });
  for (const one of [run, second.runId ?? '']) {
    assert.deepEqual(objections(company, one), [['C', 'named_since', naming.runId]]);
  }
});

test('a later stopped run with another missing set supersedes the first one', (t) => {
  const { company, run } = setUpBlockedRun(t);
  const wider = syncRun(company, rows('A'), { ...stop, now: later(2) });
  assert.deepEqual(objections(company, run), [['B', 'missing_since', wider.runId]]);
  const approval = approve(company, wider.runId ?? '');
  assert.ok(approval.approved);
  assert.deepEqual(active(company), ['A']);
});

test('after a later sync that deactivated them, or could not tell who is missing, there is nothing to approve', (t) => {
  const { company, run } = setUpBlockedRun(t);
  const unclear = syncRun(company, [...rows('A', 'B'), 'nonsense'], { ...stop, now: later(2) });
  assert.deepEqual(objections(company, run), [[null, 'rows_rejected_since', unclear.runId]]);
  assert.throws(() => approve(company, unclear.runId ?? ''), { message: /rejected rows/ });

  const other = setUpBlockedRun(t);
  const wide = { deactivateMissing: true, now: later(2) };
  const done = syncRun(other.company, rows('A', 'B'), wide);
  other.company.write(
    (write) =>
      revertRun(write, done.runId ?? '', { departmentLimit: 1000, clock: () => write.now }),
    later(3),
  );
  assert.deepEqual(
    objections(other.company, other.run),
    ['C', 'D', 'E'].map((id) => [id, 'deactivated_since', done.runId]),
  );
});

test('a run that was not stopped has nothing to approve', (t) => {
  const company = createTestCompany(t);
  const { runId } = syncRun(company, rows('A'));
  assert.throws(() => approve(company, runId ?? ''), { code: 'conflict', message: /not blocked/ });
});
