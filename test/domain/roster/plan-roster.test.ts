import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codes, company, department, employee, plan, rosterRow } from './builders.ts';
import type { Plan } from './plan-roster.ts';

test('a row that matches nobody creates an employee', () => {
  const { creates, errors } = plan(company(), [rosterRow('a', { job_title: 'Smith' })]);
  assert.deepEqual(errors, []);
  assert.equal(creates.length, 1);
  assert.equal(creates[0]?.row.jobTitle, 'Smith');
  assert.equal(creates[0]?.department, null);
});

test('a row that equals the record is unchanged, whatever name and email it sends', () => {
  const before = company(
    [employee(1, 'a', { jobTitle: 'Smith', departmentNumber: 4 })],
    [department(4, 'Forge')],
  );
  const row = rosterRow('a', { first_name: 'Zoe', email: 'new@example.com' });
  for (const more of [{}, { job_title: 'Smith' }, { department_name: 'FORGE' }]) {
    const result = plan(before, [{ ...row, ...more }]);
    assert.equal(result.unchanged, 1);
    assert.deepEqual([result.creates, result.updates], [[], []]);
  }
});

test('omitted optional fields are kept, and null or empty ones are cleared', () => {
  const ann = employee(1, 'a', { jobTitle: 'Smith', departmentNumber: 4 });
  const before = company([ann], [department(4, 'Forge')]);
  const after = (more: Record<string, unknown>) => {
    const update = plan(before, [rosterRow('a', more)]).updates[0];
    return update && { department: update.department, jobTitle: update.jobTitle };
  };
  assert.deepEqual(after({ job_title: 'Lead' }), { department: { known: 4 }, jobTitle: 'Lead' });
  assert.deepEqual(after({ job_title: '' }), { department: { known: 4 }, jobTitle: null });
  for (const none of [null, '', ' ']) {
    const cleared = { department: null, jobTitle: 'Smith' };
    assert.deepEqual(after({ department_name: none }), cleared);
    assert.deepEqual(after({ department_external_id: none }), cleared);
    assert.deepEqual(after({ department_external_id: none, department_name: none }), cleared);
    assert.equal(after({ department_external_id: none, department_name: 'forge' }), undefined);
  }
});

test('an employee without external_id is linked by email', () => {
  const ann = employee(1, 'a', { externalId: null });
  const { updates, creates } = plan(company([ann]), [rosterRow('A')]);
  assert.deepEqual(creates, []);
  assert.deepEqual(
    updates.map((update) => [update.employee.number, update.externalId, update.reactivate]),
    [[1, 'A', false]],
  );
});

test('an email of an employee with another external_id is a mismatch, whether the row is known or not', () => {
  const before = company([employee(1, 'a'), employee(2, 'b')]);
  const result = plan(before, [
    rosterRow('a', { email: 'b@example.com' }),
    rosterRow('z', { email: 'a@example.com' }),
  ]);
  assert.deepEqual(codes(result.errors), [
    [0, 'external_id_mismatch'],
    [1, 'external_id_mismatch'],
  ]);
});

test('an email of an employee without external_id is a warning if the row is known', () => {
  const bob = employee(2, 'b', { externalId: null });
  const result = plan(company([employee(1, 'a'), bob]), [
    rosterRow('a', { email: 'b@example.com', job_title: 'Lead' }),
  ]);
  assert.deepEqual(codes(result.warnings), [[0, 'email_matches_other_employee']]);
  assert.deepEqual(
    result.updates.map((update) => update.employee.number),
    [1],
  );
});

test('an employee deactivated by a sync is reactivated, by external_id or by email', () => {
  const gone = { deactivatedBy: 'sync' } as const;
  const before = company([employee(1, 'a', gone), employee(2, 'b', { ...gone, externalId: null })]);
  assert.deepEqual(
    plan(before, [rosterRow('a'), rosterRow('b')]).updates.map(({ reactivate }) => reactivate),
    [true, true],
  );
});

test('employees deactivated in the portal, and deactivated ones with a role, stay deactivated', () => {
  const before = company([
    employee(1, 'a', { deactivatedBy: 'portal' }),
    employee(2, 'b', { deactivatedBy: 'sync', isAdmin: true }),
    employee(3, 'c', { deactivatedBy: 'portal', portalRole: 'viewer', externalId: null }),
  ]);
  const result = plan(before, [rosterRow('a'), rosterRow('b'), rosterRow('c')]);
  assert.deepEqual(codes(result.errors), [
    [0, 'deactivated_in_portal'],
    [1, 'managed_in_portal'],
    [2, 'managed_in_portal'],
  ]);
  assert.deepEqual([result.updates, result.unchanged], [[], 0]);
});

test('an active admin is updated like anybody else', () => {
  const before = company([employee(1, 'a', { isAdmin: true, portalRole: 'owner' })]);
  assert.equal(plan(before, [rosterRow('a', { job_title: 'CEO' })]).updates.length, 1);
});

test('rejected rows are listed with the others in request order', () => {
  const before = company([employee(1, 'a', { deactivatedBy: 'portal' })]);
  const result = plan(before, [7, rosterRow('a'), rosterRow('b'), rosterRow('c', { email: 1 })]);
  assert.deepEqual(codes(result.errors), [
    [0, 'validation_failed'],
    [1, 'deactivated_in_portal'],
    [3, 'validation_failed'],
  ]);
});

test('a full sandbox accepts no new employees but updates the existing ones', () => {
  const before = company([employee(1, 'a')]);
  const result = plan(
    before,
    [rosterRow('b'), rosterRow('c'), rosterRow('a', { job_title: 'Lead' })],
    {
      employeeLimit: 2,
    },
  );
  assert.deepEqual(codes(result.errors), [[1, 'sandbox_limit_reached']]);
  assert.equal(result.creates.length, 1);
  assert.equal(result.updates.length, 1);
});

test('a row whose department exceeds the limit creates neither an employee nor a department', () => {
  const before = company([employee(1, 'a')], [department(1, 'Forge')]);
  const result = plan(
    before,
    [
      rosterRow('a', { department_name: 'Mill', job_title: 'Lead' }),
      rosterRow('b', { department_name: 'mill' }),
      rosterRow('c', { department_name: 'Yard' }),
      rosterRow('d', { department_name: 'Forge' }),
    ],
    { departmentLimit: 2 },
  );
  assert.deepEqual(codes(result.errors), [[2, 'department_limit_reached']]);
  assert.deepEqual(
    result.newDepartments.map(({ name }) => name),
    ['Mill'],
  );
  assert.deepEqual(
    result.creates.map(({ row, department: place }) => [row.externalId, place]),
    [
      ['b', { new: 0 }],
      ['d', { known: 1 }],
    ],
  );
});

test('restored departments count towards the limit', () => {
  const before = company(
    [],
    [department(1, 'Forge'), department(2, 'Mill', { externalId: 'm', archived: true })],
  );
  const rows = [rosterRow('a', { department_external_id: 'm' })];
  assert.deepEqual(codes(plan(before, rows, { departmentLimit: 1 }).errors), [
    [0, 'department_limit_reached'],
  ]);
  assert.deepEqual(plan(before, rows, { departmentLimit: 2 }).restoredDepartments, [
    { number: 2, toTopLevel: false },
  ]);
});

test('a limit below the current number only blocks additions', () => {
  const before = company(
    [employee(1, 'a'), employee(2, 'b')],
    [department(1, 'Forge'), department(2, 'Mill')],
  );
  const result = plan(before, [rosterRow('a', { department_name: 'Mill' })], {
    departmentLimit: 1,
    employeeLimit: 1,
  });
  assert.equal(result.updates.length, 1);
});

test('a new employee who exceeds both limits gets the sandbox error, every time', () => {
  const result = plan(company(), [rosterRow('a', { department_name: 'Mill' }), rosterRow('b')], {
    departmentLimit: 0,
    employeeLimit: 1,
  });
  assert.deepEqual(codes(result.errors), [[0, 'sandbox_limit_reached']]);
  assert.equal(result.creates.length, 1);
});

test('other errors take precedence over limits', () => {
  const result = plan(company(), [rosterRow('a', { department_external_id: 'x' })], {
    departmentLimit: 0,
    employeeLimit: 0,
  });
  assert.deepEqual(codes(result.errors), [[0, 'unknown_department']]);
});

const refusedRows = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    rosterRow(`r${n}`, { department_external_id: 'unknown' }),
  );
const goodRows = (count: number) => Array.from({ length: count }, (_, n) => rosterRow(`g${n}`));

const wasAborted = ({ errors }: Plan): boolean =>
  errors.some(({ code }) => code === 'batch_aborted');

test('rows after more than 100 refused ones are not attempted, and rejected ones keep their code', () => {
  const result = plan(company(), [
    rosterRow('first'),
    ...refusedRows(101),
    rosterRow('late'),
    'rejected',
    rosterRow('later', { department_external_id: 'unknown' }),
  ]);
  assert.deepEqual(
    result.creates.map(({ row }) => row.externalId),
    ['first'],
  );
  assert.deepEqual(codes(result.errors.slice(100)), [
    [101, 'unknown_department'],
    [102, 'batch_aborted'],
    [103, 'validation_failed'],
    [104, 'batch_aborted'],
  ]);
});

test('exactly 100 refused rows stop nothing', () => {
  const result = plan(company(), [...refusedRows(100), rosterRow('late')]);
  assert.equal(wasAborted(result), false);
  assert.equal(result.creates.length, 1);
});

test('refused rows at the end stop nothing', () => {
  assert.equal(wasAborted(plan(company(), refusedRows(101))), false);
});

test('a fifth of a long roster may be refused', () => {
  const rows = (refused: number) => [...refusedRows(refused), ...goodRows(1000 - refused)];
  assert.equal(wasAborted(plan(company(), rows(200))), false);
  assert.equal(wasAborted(plan(company(), rows(201))), true);
});

test('rejected rows and rows that exceed a limit do not count as refused', () => {
  const rows = [...Array.from({ length: 150 }, () => null), ...goodRows(150)];
  const result = plan(company(), rows, { employeeLimit: 1 });
  assert.equal(wasAborted(result), false);
  assert.equal(result.errors.length, 299);
});

test('a row that is not attempted creates no department', () => {
  const result = plan(company(), [
    ...refusedRows(101),
    rosterRow('late', { department_name: 'Mill' }),
  ]);
  assert.deepEqual(result.newDepartments, []);
});
