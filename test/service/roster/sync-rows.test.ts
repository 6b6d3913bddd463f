import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeholderFor } from '../../../src/domain/sandbox-email.ts';
import { fold } from '../../../src/domain/text.ts';
import { updateCompany } from '../../../src/service/company/companies.ts';
import {
  archiveDepartment,
  createDepartment,
  requireDepartment,
} from '../../../src/service/departments/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  setEmployeeRole,
  signInEmployee,
} from '../../../src/service/people/employees.ts';
import { codes, rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany, NOW } from '../test-company.ts';
import { departments, overTheWire, people, result, sync } from './sync.ts';

test('a new employee is created with the name, the department and the title of the row', (t) => {
  const company = createTestCompany(t);
  const row = rosterRow('7', {
    email: ' Ann.Lee@Example.com ',
    first_name: 'Ann',
    last_name: 'Lee',
    department_external_id: 'D1',
    department_name: 'Forge',
    job_title: 'Smith',
  });
  assert.deepEqual(sync(company, [row]), result({ created: 1, departments_created: 1 }));
  const [ann] = people(company);
  assert.deepEqual(
    [ann?.external_id, ann?.email, ann?.email_key, ann?.given_name, ann?.account_name],
    ['7', 'Ann.Lee@Example.com', 'ann.lee@example.com', 'Ann Lee', null],
  );
  assert.deepEqual(
    [ann?.department_number, ann?.job_title, ann?.deactivated_at],
    [1, 'Smith', null],
  );
  const [forge] = departments(company);
  assert.deepEqual([forge?.external_id, forge?.name, forge?.parent_number], ['D1', 'Forge', null]);
});

test('an employee with a single name has only that name', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1', { first_name: 'Pelé', last_name: '' })]);
  assert.equal(people(company)[0]?.given_name, 'Pelé');
});

test('the result has the fields of the contract in their order', (t) => {
  assert.deepEqual(Object.keys(sync(createTestCompany(t), [rosterRow('1')])), [
    'created',
    'updated',
    'unchanged',
    'reactivated',
    'deactivated',
    'departments_created',
    'departments_restored',
    'deactivation_candidates',
    'deactivation_candidates_total',
    'unlinked_members',
    'deactivation_limit',
    'deactivation_skipped_reason',
    'errors',
    'warnings',
  ]);
});

test('new employees join in the order of the rows, by number and by id', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('3'), rosterRow('1'), rosterRow('2')]);
  const joined = people(company);
  assert.deepEqual(
    joined.map(({ number, external_id }) => [number, external_id]),
    [
      [1, '3'],
      [2, '1'],
      [3, '2'],
    ],
  );
  const ids = joined.map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted());
});

test('an unchanged roster changes nobody', (t) => {
  const company = createTestCompany(t);
  const rows = ['1', '2', '3'].map((id) =>
    rosterRow(id, { department_name: 'Mill', job_title: 'Lead' }),
  );
  sync(company, rows);
  const before = people(company);
  assert.deepEqual(sync(company, rows), result({ unchanged: 3 }));
  assert.deepEqual(people(company), before);
});

test('only changed employees get the new revision', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1'), rosterRow('2')]);
  sync(company, [rosterRow('1'), rosterRow('2', { job_title: 'Lead' })]);
  const [first, second] = people(company);
  assert.equal(second?.revision, (first?.revision ?? 0) + 1);
});

test('an employee without external id is linked by email, and keeps name and address', (t) => {
  const company = createTestCompany(t);
  company.write((write) => addEmployee(write, { email: 'Bo@example.com', given_name: 'Bo Ek' }));
  const row = rosterRow('B', { email: 'BO@EXAMPLE.COM', first_name: 'Robert', last_name: 'Oak' });
  assert.deepEqual(sync(company, [row]), result({ updated: 1 }));
  const [bo] = people(company);
  assert.deepEqual([bo?.external_id, bo?.email, bo?.given_name], ['B', 'Bo@example.com', 'Bo Ek']);
});

test('a row never changes the name or email of a known employee, and may omit the name', (t) => {
  const company = createTestCompany(t);
  company.write((write) => addEmployee(write, { email: 'bo@example.com', external_id: 'B' }));
  company.write((write) => signInEmployee(write, 'B', 'Bobby'));
  const row = rosterRow('B', { email: 'other@example.com', job_title: 'Lead' });
  sync(company, [row]);
  const [bo] = people(company);
  assert.deepEqual(
    [bo?.email, bo?.email_key, bo?.given_name, bo?.account_name, bo?.job_title],
    ['bo@example.com', 'bo@example.com', null, 'Bobby', 'Lead'],
  );
});

test('omitted optional fields keep their values, and null or empty ones clear them', (t) => {
  const company = createTestCompany(t);
  const full = { department_name: 'Mill', job_title: 'Lead' };
  sync(company, [rosterRow('1', full), rosterRow('2', full), rosterRow('3', full)]);
  const cleared = [
    rosterRow('1'),
    rosterRow('2', { department_name: null, job_title: null }),
    rosterRow('3', { department_external_id: '', job_title: '  ' }),
  ];
  assert.deepEqual(sync(company, cleared), result({ updated: 2, unchanged: 1 }));
  assert.deepEqual(
    people(company).map((one) => [one.department_number, one.job_title]),
    [
      [1, 'Lead'],
      [null, null],
      [null, null],
    ],
  );
});

test('an employee deactivated by a sync is reactivated when named again', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1'), rosterRow('2')]);
  sync(company, [rosterRow('1')], { deactivateMissing: true });
  const [, gone] = people(company);
  assert.deepEqual([gone?.deactivated_by, gone?.deactivated_at], ['sync', NOW]);
  assert.deepEqual(
    sync(company, [rosterRow('1'), rosterRow('2')]),
    result({ updated: 1, reactivated: 1, unchanged: 1 }),
  );
  const [, back] = people(company);
  assert.deepEqual(
    { ...back, revision: 0 },
    { ...gone, deactivated_at: null, deactivated_by: null, revision: 0 },
  );
});

test('an employee deactivated in the portal stays deactivated, and protected ones belong to the portal', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1'), rosterRow('2'), rosterRow('3')]);
  company.write((write) => setEmployeeRole(write, '2', 'admin'));
  company.write((write) => setEmployeeRole(write, '3', { role: 'editor' }));
  for (const id of ['1', '2', '3']) company.write((write) => deactivateEmployee(write, id, 'left'));
  const before = people(company);
  const { errors } = sync(company, [rosterRow('1'), rosterRow('2'), rosterRow('3')]);
  assert.deepEqual(codes(errors), [
    [0, 'deactivated_in_portal'],
    [1, 'managed_in_portal'],
    [2, 'managed_in_portal'],
  ]);
  assert.deepEqual(people(company), before);
});

test('every row is counted once: created, updated, unchanged or an error', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1'), rosterRow('2')]);
  const rows = [
    rosterRow('1'),
    rosterRow('2', { job_title: 'x' }),
    rosterRow('3'),
    rosterRow('4'),
    rosterRow('4'),
    'nonsense',
  ];
  const { created, updated, unchanged, errors } = sync(company, rows);
  assert.deepEqual([created, updated, unchanged, errors.length], [1, 1, 1, 3]);
  assert.deepEqual(codes(errors), [
    [3, 'duplicate_external_id'],
    [4, 'duplicate_external_id'],
    [5, 'validation_failed'],
  ]);
});

test('a number as external id is read as its text, and rejected if it is too large to be exact', (t) => {
  const company = createTestCompany(t);
  const body = `{"employees": [
    {"external_id": 1e3, "email": "a@x.co", "first_name": "A", "last_name": ""},
    {"external_id": 90071992547409930, "email": "b@x.co", "first_name": "B", "last_name": ""}]}`;
  const rows = (JSON.parse(body) as { employees: unknown[] }).employees;
  assert.deepEqual(codes(sync(company, overTheWire(rows)).errors), [[1, 'validation_failed']]);
  assert.deepEqual(
    people(company).map((one) => one.external_id),
    ['1000'],
  );
});

test('an email of an employee with another external id is a mismatch, and of one without only a warning', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1'), rosterRow('2')]);
  company.write((write) => addEmployee(write, { email: 'unlinked@example.com' }));
  const { errors, warnings } = sync(company, [
    rosterRow('1', { email: '2@example.com' }),
    rosterRow('2', { email: 'unlinked@example.com', job_title: 'Lead' }),
  ]);
  assert.deepEqual(codes(errors), [[0, 'external_id_mismatch']]);
  assert.deepEqual(codes(warnings), [[1, 'email_matches_other_employee']]);
  assert.equal(people(company)[1]?.job_title, 'Lead');
});

test('if a company uses SSO, every email must be in one of its domains', (t) => {
  const company = createTestCompany(t);
  company.write((write) => updateCompany(write, { ssoDomains: ['example.com'] }));
  const { created, errors } = sync(company, [
    rosterRow('1', { email: 'a@EXAMPLE.com' }),
    rosterRow('2', { email: 'a@sub.example.com' }),
  ]);
  assert.equal(created, 1);
  assert.deepEqual(codes(errors), [[1, 'email_domain_not_allowed']]);
  const sandbox = { db: company.db, companyId: company.sandboxId };
  assert.equal(sync(sandbox, [rosterRow('2', { email: 'a@sub.example.com' })]).created, 1);
});

test('a sandbox replaces addresses, and finds employees by the original ones', (t) => {
  const company = createTestCompany(t);
  const sandbox = { db: company.db, companyId: company.sandboxId };
  const known = people(sandbox).length;
  sync(sandbox, [rosterRow('new', { email: 'Zoe@Example.com' })]);
  const added = people(sandbox).slice(known);
  const placeholder = placeholderFor(fold('zoe@example.com'));
  assert.match(placeholder, /^u-[0-9a-f]{24}@sandbox\.invalid$/);
  assert.deepEqual(
    added.map((one) => [one.email, one.email_key]),
    [[placeholder, placeholder]],
  );
  assert.equal(sync(sandbox, [rosterRow('new', { email: 'ZOE@example.com' })]).unchanged, 1);
  const clash = sync(sandbox, [rosterRow('other', { email: 'zoe@EXAMPLE.com' })]);
  assert.deepEqual(codes(clash.errors), [[0, 'external_id_mismatch']]);
});

test('a sandbox finds employees by the replaced addresses that it shows', (t) => {
  const company = createTestCompany(t);
  const sandbox = { db: company.db, companyId: company.sandboxId };
  const { unlinked_members } = sync(sandbox, [rosterRow('new')]);
  const lone = people(sandbox).find((one) => one.external_id === null && !one.deactivated_at);
  assert.ok(lone);
  const email = lone.email.toUpperCase();
  const warned = sync(sandbox, [rosterRow('new', { email })]);
  assert.deepEqual(codes(warned.warnings), [[0, 'email_matches_other_employee']]);
  const linked = sync(sandbox, [rosterRow('lone', { email })]);
  assert.deepEqual([linked.updated, linked.unlinked_members], [1, unlinked_members - 1]);
  assert.equal(people(sandbox).find((one) => one.id === lone.id)?.external_id, 'lone');
  assert.equal(sync(sandbox, [rosterRow('lone', { email })]).unchanged, 1);
});

test('a full sandbox accepts no new employees, but updates the existing ones', (t) => {
  const company = createTestCompany(t);
  const sandbox = { db: company.db, companyId: company.sandboxId };
  const known = people(sandbox).length;
  const limits = { departments: 1000, sandboxEmployees: known + 1 };
  const rows = [rosterRow('n1'), rosterRow('n2')];
  const first = sync(sandbox, rows, { limits });
  assert.deepEqual([first.created, codes(first.errors)], [1, [[1, 'sandbox_limit_reached']]]);
  const again = sync(sandbox, [rosterRow('n1', { job_title: 'Lead' }), rosterRow('n2')], {
    limits,
  });
  assert.deepEqual([again.updated, codes(again.errors)], [1, [[1, 'sandbox_limit_reached']]]);
  const live = sync(company, rows, { limits: { departments: 1000, sandboxEmployees: 0 } });
  assert.equal(live.created, 2);
});

test('an archived department is restored by its external id, at the top level if its parent is archived', (t) => {
  const company = createTestCompany(t);
  company.write((write) => {
    createDepartment(write, { name: 'Works' });
    createDepartment(write, { name: 'Forge', external_id: 'F', parent: 'Works' });
    createDepartment(write, { name: 'Yard', external_id: 'Y', parent: 'Works' });
    archiveDepartment(write, 'F');
  });
  const restored = sync(company, [rosterRow('1', { department_external_id: 'F' })]);
  assert.deepEqual([restored.departments_restored, restored.warnings], [1, []]);
  const works = requireDepartment(company.db, company.companyId, 'Works').number;
  assert.equal(departments(company)[1]?.parent_number, works);

  company.write((write) => {
    archiveDepartment(write, 'Y');
    archiveDepartment(write, 'Works');
  });
  const moved = sync(company, [rosterRow('2', { department_external_id: 'Y' })]);
  assert.deepEqual(codes(moved.warnings), [[0, 'department_moved_to_top_level']]);
  const [, , yard] = departments(company);
  assert.deepEqual([yard?.parent_number, yard?.archived_at], [null, null]);
});

test('a department without external id adopts the one sent with its name, and keeps its name', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1', { department_name: 'Forge' })]);
  const adopted = sync(company, [
    rosterRow('1', { department_external_id: 'F', department_name: 'FORGE' }),
  ]);
  assert.deepEqual(adopted, result({ unchanged: 1 }));
  sync(company, [rosterRow('1', { department_external_id: 'F', department_name: 'Smithy' })]);
  assert.deepEqual(
    departments(company).map(({ external_id, name }) => [external_id, name]),
    [['F', 'Forge']],
  );
});

test('departments are neither created nor restored beyond the limit', (t) => {
  const company = createTestCompany(t);
  company.write((write) => {
    createDepartment(write, { name: 'Forge', external_id: 'F' });
    archiveDepartment(write, 'F');
  });
  const limits = { departments: 1, sandboxEmployees: 500 };
  const { errors, departments_created } = sync(
    company,
    [
      rosterRow('1', { department_name: 'Mill' }),
      rosterRow('2', { department_external_id: 'F' }),
      rosterRow('3', { department_name: 'Yard' }),
    ],
    { limits },
  );
  assert.equal(departments_created, 1);
  assert.deepEqual(codes(errors), [
    [1, 'department_limit_reached'],
    [2, 'department_limit_reached'],
  ]);
});

test('a failed row leaves nothing behind, not even a department', (t) => {
  const company = createTestCompany(t);
  company.write((write) => addEmployee(write, { email: 'a@example.com', external_id: 'A' }));
  const { errors } = sync(company, [
    rosterRow('X', { email: 'a@example.com', department_name: 'Mill' }),
    rosterRow('Y', { department_external_id: 'nobody knows it' }),
  ]);
  assert.deepEqual(codes(errors), [
    [0, 'external_id_mismatch'],
    [1, 'unknown_department'],
  ]);
  assert.deepEqual([people(company).length, departments(company)], [1, []]);
});

test('after too many rejected rows the rest is skipped, and what was applied remains', (t) => {
  const company = createTestCompany(t);
  const refused = Array.from({ length: 101 }, (_, n) =>
    rosterRow(`R${n}`, { department_external_id: 'nobody knows it' }),
  );
  const { created, errors } = sync(company, [
    rosterRow('1'),
    ...refused,
    rosterRow('2'),
    rosterRow('3'),
  ]);
  assert.equal(created, 1);
  assert.deepEqual(codes(errors).slice(-3), [
    [101, 'unknown_department'],
    [102, 'batch_aborted'],
    [103, 'batch_aborted'],
  ]);
});

/** Longer than what is read at once, and than two statements. */
const LONG = 5_001;

test('a roster longer than one statement can take is applied completely', (t) => {
  const company = createTestCompany(t);
  const rows = Array.from({ length: LONG }, (_, n) => rosterRow(`P${n}`));
  assert.equal(sync(company, rows).created, LONG);
  assert.equal(sync(company, rows).unchanged, LONG);
  const renamed = rows.map((row) => ({ ...row, job_title: 'Lead' }));
  assert.equal(sync(company, renamed).updated, LONG);
  const emptied = sync(company, [rosterRow(`P${LONG - 1}`)], {
    deactivateMissing: true,
    maxDeactivations: 100_000,
  });
  assert.equal(emptied.deactivated, LONG - 1);
  assert.equal(people(company).filter((one) => one.deactivated_at === null).length, 1);
});
