import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  archiveDepartment,
  createDepartment,
  moveDepartment,
  restoreDepartment,
} from '../../../src/service/departments/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  setEmployeeRole,
  signInEmployee,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import { requireRun } from '../../../src/service/roster/runs/runs.ts';
import { showRun } from '../../../src/service/roster/runs/show-run.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../test-company.ts';
import { departments, people, sync, syncRun } from './sync.ts';

const later = (minutes: number) => NOW + minutes * 60_000;

const revert = (company: TestCompany, run: string | null, minutes = 9, limit = 1000) =>
  company.write(
    (write) => revertRun(write, run ?? '', { departmentLimit: limit, clock: () => write.now }),
    later(minutes),
  );

/** A company in which a sync has moved somebody from Mill to Forge; Mill is archived before or after that. */
function setUpMove(t: TestContext, archive: 'before' | 'after', archivedAt: number) {
  const company = createTestCompany(t);
  sync(company, [rosterRow('a', { department_name: 'Mill' })], { now: later(1) });
  const archiveMill = () => company.write((write) => archiveDepartment(write, 'Mill'), archivedAt);
  if (archive === 'before') archiveMill();
  const move = [rosterRow('a', { department_name: 'Forge' })];
  const run = syncRun(company, move, { now: later(3) }).runId;
  if (archive === 'after') archiveMill();
  return { company, run };
}

/** What a revert left, in short: whom or what, which field, and why. */
const skippedBy = ({ db, companyId }: TestCompany, run: string) =>
  showRun(db, companyId, requireRun(db, companyId, run)).skipped.map((skip) => [
    skip.employee?.external_id ?? skip.department?.name ?? '',
    skip.field,
    skip.reason,
  ]);

test('a revert restores fields, states and departments, and reports counts', (t) => {
  const company = createTestCompany(t);
  company.write((write) => {
    createDepartment(write, { name: 'Works' });
    createDepartment(write, { name: 'Forge', external_id: 'F', parent: 'Works' });
    archiveDepartment(write, 'F');
    archiveDepartment(write, 'Works');
    addEmployee(write, { email: '1@example.com', job_title: 'Smith' });
  }, later(-1));
  sync(company, [rosterRow('2'), rosterRow('3')], { now: later(-1) });
  sync(company, [rosterRow('2')], { now: later(-1), deactivateMissing: true });
  const state = () => ({
    people: people(company).map(({ revision: _, ...person }) => person),
    departments: departments(company),
  });
  const before = state();
  const { runId } = syncRun(
    company,
    [
      rosterRow('1', { department_external_id: 'F', job_title: null }),
      rosterRow('3', { department_name: 'Yard' }),
      rosterRow('4', { department_name: 'Yard' }),
    ],
    { deactivateMissing: true },
  );
  const { result: summary } = revert(company, runId);
  assert.deepEqual(summary, {
    updated: 3,
    reactivated: 1,
    deactivated: 2,
    departments_restored: 0,
    departments_archived: 2,
    departments_updated: 1,
    skipped: {},
  });
  const after = state();
  assert.deepEqual(after.people.slice(0, 3), before.people);
  assert.deepEqual(after.departments.slice(0, 2), before.departments);
  const created = after.people[3];
  assert.deepEqual(
    [created?.external_id, created?.deactivated_at, created?.deactivated_by],
    ['4', later(9), 'sync'],
  );
  assert.equal(after.departments[2]?.archived_at, later(9));
});

test('a later roster reactivates employees whom a revert has deactivated', (t) => {
  const company = createTestCompany(t);
  const { runId } = syncRun(company, [rosterRow('1')]);
  revert(company, runId);
  assert.equal(sync(company, [rosterRow('1')]).reactivated, 1);
});

test('later changes are kept and reported, field by field', (t) => {
  const company = createTestCompany(t);
  company.write((write) => {
    createDepartment(write, { name: 'Old' });
    createDepartment(write, { name: 'New' });
  });
  sync(
    company,
    ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
      rosterRow(id, { job_title: 'Clerk', department_name: 'Old' }),
    ),
  );
  const { runId } = syncRun(
    company,
    [
      rosterRow('a', { job_title: 'Lead', department_name: 'New' }),
      rosterRow('b', { job_title: 'Lead', department_name: 'New' }),
      rosterRow('g'),
      rosterRow('h'),
      rosterRow('i'),
    ],
    { now: later(1), deactivateMissing: true },
  );
  company.write((write) => {
    updateEmployee(write, 'a', { job_title: 'Chief' });
    archiveDepartment(write, 'Old');
    deactivateEmployee(write, 'c', 'Left');
    setEmployeeRole(write, 'd', { role: 'HR' });
    reactivateEmployee(write, 'e');
    signInEmployee(write, 'g', 'Gina');
    setEmployeeRole(write, 'h', 'admin');
  }, later(2));
  sync(company, [rosterRow('f')], { now: later(3) });
  sync(company, [rosterRow('a'), rosterRow('b'), rosterRow('e'), rosterRow('g'), rosterRow('i')], {
    now: later(4),
    deactivateMissing: true,
  });
  const { run_id: revertId, result: summary } = revert(company, runId);
  assert.deepEqual(skippedBy(company, revertId), [
    ['a', 'department', 'department_archived_since'],
    ['a', 'job_title', 'changed_since'],
    ['b', 'department', 'department_archived_since'],
    ['c', 'state', 'deactivated_in_portal'],
    ['d', 'state', 'managed_in_portal'],
    ['f', 'state', 'changed_since'],
    ['g', 'state', 'signed_in_since'],
    ['h', 'state', 'managed_in_portal'],
  ]);
  assert.deepEqual([summary.updated, summary.deactivated], [1, 1]);
  assert.equal(people(company)[1]?.job_title, 'Clerk');
  assert.equal(people(company)[8]?.deactivated_at, later(9));
});

test('an external id that another employee has taken since is not restored', (t) => {
  const company = createTestCompany(t);
  company.write((write) => {
    addEmployee(write, { email: 'x@example.com' });
    createDepartment(write, { name: 'Mill' });
  });
  const { runId } = syncRun(company, [
    rosterRow('X', { department_external_id: 'M', department_name: 'Mill' }),
  ]);
  const { run_id: first } = revert(company, runId, 1);
  assert.deepEqual(
    [people(company)[0]?.external_id, departments(company)[0]?.external_id],
    [null, null],
  );
  company.write((write) => {
    addEmployee(write, { email: 'y@example.com', external_id: 'X' });
    createDepartment(write, { name: 'Pit', external_id: 'M' });
  });
  const { run_id: second } = revert(company, first, 2);
  assert.deepEqual(skippedBy(company, second), [
    ['', 'external_id', 'external_id_taken'],
    ['Mill', 'external_id', 'external_id_taken'],
  ]);
});

test('an external id that was changed manually since is kept', (t) => {
  const company = createTestCompany(t);
  company.write((write) => addEmployee(write, { email: 'x@example.com' }));
  const { runId } = syncRun(company, [rosterRow('X')]);
  company.write((write) => updateEmployee(write, 'X', { external_id: 'Z' }));
  const { run_id: revertId } = revert(company, runId);
  assert.deepEqual(skippedBy(company, revertId), [['Z', 'external_id', 'changed_since']]);
});

test('a department in use is kept, with its parents', (t) => {
  const company = createTestCompany(t);
  const { runId } = syncRun(
    company,
    ['Upper', 'Lower', 'Free', 'Below'].map((name, n) =>
      rosterRow(`${n}`, { department_name: name }),
    ),
  );
  company.write((write) => {
    moveDepartment(write, 'Lower', 'Upper');
    moveDepartment(write, 'Below', 'Free');
    addEmployee(write, { email: 'x@example.com', department: 'Lower' });
  });
  const { run_id: revertId } = revert(company, runId);
  assert.deepEqual(skippedBy(company, revertId), [
    ['Upper', 'state', 'department_in_use'],
    ['Lower', 'state', 'department_in_use'],
  ]);
  assert.deepEqual(
    departments(company).map((one) => one.archived_at),
    [null, null, later(9), later(9)],
  );
});

test('a restored department is not moved below itself', (t) => {
  const company = createTestCompany(t);
  company.write((write) => {
    createDepartment(write, { name: 'Works' });
    createDepartment(write, { name: 'Forge', external_id: 'F', parent: 'Works' });
    archiveDepartment(write, 'F');
    archiveDepartment(write, 'Works');
  });
  const { runId } = syncRun(company, [rosterRow('1', { department_external_id: 'F' })]);
  company.write((write) => moveDepartment(write, 'Works', 'Forge'));
  const { run_id: revertId } = revert(company, runId);
  assert.deepEqual(skippedBy(company, revertId), [['Forge', 'parent', 'department_below_itself']]);
  assert.deepEqual(
    departments(company).map(({ parent_number, archived_at }) => [parent_number, archived_at]),
    [
      [2, NOW],
      [null, NOW],
    ],
  );
});

test('a department that was moved or archived since is left where it is', (t) => {
  const company = createTestCompany(t);
  company.write((write) => {
    createDepartment(write, { name: 'Works' });
    createDepartment(write, { name: 'Yard' });
    createDepartment(write, { name: 'Forge', external_id: 'F', parent: 'Works' });
    archiveDepartment(write, 'F');
    archiveDepartment(write, 'Works');
  });
  const { runId } = syncRun(company, [rosterRow('1', { department_external_id: 'F' })]);
  company.write((write) => moveDepartment(write, 'Forge', 'Yard'));
  const first = revert(company, runId, 1);
  assert.deepEqual(skippedBy(company, first.run_id), [['Forge', 'parent', 'changed_since']]);
  const full = revert(company, first.run_id, 2, 1);
  assert.deepEqual(skippedBy(company, full.run_id), [
    ['Forge', 'state', 'department_limit_reached'],
  ]);
  company.write((write) => {
    restoreDepartment(write, 'Forge');
    archiveDepartment(write, 'Forge');
  }, later(3));
  const anew = revert(company, first.run_id, 4);
  assert.deepEqual(skippedBy(company, anew.run_id), [['Forge', 'state', 'changed_since']]);
});

test('a run that changed nothing cannot be reverted, and reverting twice changes nothing', (t) => {
  const company = createTestCompany(t);
  const { runId } = syncRun(company, [rosterRow('1')]);
  const idle = syncRun(company, [rosterRow('1')]);
  assert.throws(() => revert(company, idle.runId), { code: 'conflict', message: /nothing/ });
  revert(company, runId);
  const before = people(company);
  assert.deepEqual(revert(company, runId).result, {
    updated: 0,
    reactivated: 0,
    deactivated: 0,
    departments_restored: 0,
    departments_archived: 0,
    departments_updated: 0,
    skipped: {},
  });
  assert.deepEqual(people(company), before);
});

test('a revert is a run of its own and an audit entry', (t) => {
  const company = createTestCompany(t);
  const { runId } = syncRun(company, [rosterRow('1')]);
  const reverted = revert(company, runId);
  const run = requireRun(company.db, company.companyId, reverted.run_id);
  assert.deepEqual(
    [run.kind, run.subject_id, run.source, run.actor, run.outcome],
    ['revert', runId, 'command_line', 'test', 'applied'],
  );
  assert.deepEqual(
    requireRun(company.db, company.companyId, runId ?? '').follow_ups.map(({ id, kind }) => [
      id,
      kind,
    ]),
    [[reverted.run_id, 'revert']],
  );
  const [decision] = queryRows(
    company.db,
    company.companyId,
    `select action, target_kind, target_id, after from audit_log
     where company_id = :companyId order by entry desc limit 1`,
    { action: 'text', target_kind: 'text', target_id: 'text', after: 'text' },
  );
  assert.deepEqual(
    [decision?.action, decision?.target_kind, decision?.target_id],
    ['sync.revert', 'sync_run', runId],
  );
  assert.deepEqual(JSON.parse(decision?.after ?? ''), {
    run_id: reverted.run_id,
    ...reverted.result,
  });
});

test('a run is referenced by its id, by at least eight characters of it, or as the latest', (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const find = (reference: string) => requireRun(db, companyId, reference).id;
  assert.throws(() => find('latest'), { code: 'not_found' });
  const first = syncRun(company, [rosterRow('1')]).runId ?? '';
  const second = syncRun(company, [rosterRow('2')], { now: later(10) }).runId ?? '';
  assert.deepEqual(
    [find(first), find(first.slice(0, 8)), find(second.toUpperCase()), find('latest')],
    [first, first, second, second],
  );
  for (const wrong of [first.slice(0, 7), 'first', '%', `${first}0`]) {
    assert.throws(() => find(wrong), { code: 'validation_failed' });
  }
  assert.throws(() => find('00000000'), { code: 'not_found' });
  const third = syncRun(company, [rosterRow('3')], { now: later(10) }).runId ?? '';
  assert.throws(() => find(third.slice(0, 8)), {
    code: 'conflict',
    message: `Several runs begin like this: ${second}, ${third}`,
  });
});

test('employees are not moved back to a department archived after the run, even if the clock was set back', (t) => {
  for (const archivedAt of [later(4), later(2)]) {
    const { company, run } = setUpMove(t, 'after', archivedAt);
    const { run_id: runId } = revert(company, run);
    assert.deepEqual(skippedBy(company, runId), [
      ['a', 'department', 'department_archived_since'],
      ['Forge', 'state', 'department_in_use'],
    ]);
  }
});

test('employees are moved back to a department archived before the run, even if the run was requested earlier', (t) => {
  for (const archivedAt of [later(2), later(4)]) {
    const { company, run } = setUpMove(t, 'before', archivedAt);
    const { run_id: runId } = revert(company, run);
    assert.deepEqual(skippedBy(company, runId), []);
    assert.equal(people(company)[0]?.department_number, 1);
    // And what the revert did is taken back like what any run did.
    assert.deepEqual(skippedBy(company, revert(company, runId).run_id), []);
    assert.equal(people(company)[0]?.department_number, 2);
  }
});
