import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapDetails } from '../../../src/domain/roster/fields.ts';
import type { CompanyWrite } from '../../../src/service/company/company-write.ts';
import {
  archiveDepartment,
  createDepartment,
} from '../../../src/service/departments/departments.ts';
import {
  listEmployees,
  requireEmployee,
  showEmployee,
} from '../../../src/service/people/employee-records.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  setEmployeeRole,
  signInEmployee,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

const refused = (code: string, message: RegExp) => ({ name: 'EngagedError', code, message });

test('a new employee is active and has the fields that were given', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const department = write((w) => createDepartment(w, { name: 'Sales', external_id: 'D-1' }));
  const added = write((w) =>
    addEmployee(w, {
      email: '  Ada@Example.com ',
      given_name: 'Ada Lark',
      external_id: 'E-1',
      department: 'SALES',
      job_title: 'Clerk',
      first_day: '2026-11-16',
    }),
  );
  assert.deepEqual(added, {
    employee_id: added.employee_id,
    external_id: 'E-1',
    name: 'Ada Lark',
    email: 'Ada@Example.com',
    department: { id: department.id, external_id: 'D-1', name: 'Sales' },
    ...mapDetails(() => null),
    job_title: 'Clerk',
    first_day: '2026-11-16',
    state: 'active',
    given_name: 'Ada Lark',
    account_name: null,
    is_admin: false,
    portal_role: null,
    deactivated_at: null,
    deactivated_by: null,
    deactivation_reason: null,
    joined_at: new Date(NOW).toISOString(),
    ...{ shown_as: null, nickname: null },
  });
  assert.deepEqual(listEmployees(db, companyId), [{ ...added, level: 1, xp: 0, coins: 0 }]);
  assert.deepEqual(showEmployee(db, companyId, 'ada@example.COM'), {
    ...added,
    has_email: true,
    level: 1,
    xp: 0,
    xp_to_next_level: 100,
    coins: 0,
    badges_count: 0,
  });
});

test('an email is matched in any case, an external id only exactly', (t) => {
  const { write } = createTestCompany(t);
  const first = write((w) => addEmployee(w, { email: 'ÅSA@example.com', external_id: 'x1' }));
  assert.throws(
    () => write((w) => addEmployee(w, { email: 'a\u030asa@example.com' })),
    refused('conflict', new RegExp(`^email belongs to another employee: ${first.employee_id}$`)),
  );
  assert.throws(
    () => write((w) => addEmployee(w, { email: 'b@example.com', external_id: 'x1' })),
    refused(
      'conflict',
      new RegExp(`^external_id belongs to another employee: ${first.employee_id}$`),
    ),
  );
  write((w) => addEmployee(w, { email: 'c@example.com', external_id: 'X1' }));
});

test('employees keep their own email and external id when they are updated', (t) => {
  const { write } = createTestCompany(t);
  write((w) => addEmployee(w, { email: 'a@example.com', external_id: 'x1', job_title: 'Cook' }));
  const updated = write((w) =>
    updateEmployee(w, 'x1', { email: 'A@example.com', job_title: null }),
  );
  assert.equal(updated.email, 'A@example.com');
  assert.equal(updated.external_id, 'x1');
  assert.equal(updated.job_title, null);
  write((w) => addEmployee(w, { email: 'b@example.com' }));
  assert.throws(
    () => write((w) => updateEmployee(w, 'b@example.com', { external_id: 'x1' })),
    refused('conflict', /^external_id belongs/),
  );
});

test('hostile text is rejected with the name of the field, and nothing is stored', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const attempts: [Parameters<typeof addEmployee>[1], RegExp][] = [
    [{ email: 'a@example.com\u0000' }, /^email/],
    [{ email: 'not an address' }, /^email must be an email address$/],
    [{ email: 'a@example.com', given_name: 'a\u0000b' }, /^name/],
    [{ email: 'a@example.com', given_name: '\ud800' }, /^name/],
    [{ email: 'a@example.com', external_id: ' \t ' }, /^external_id/],
    [{ email: 'a@example.com', external_id: '🦊'.repeat(256) }, /^external_id/],
    [{ email: 'a@example.com', job_title: '🦊'.repeat(151) }, /^job_title/],
    [
      { email: 'a@example.com', first_day: '2026-02-30' },
      /^first_day must be a day such as 2026-11-16$/,
    ],
    [{ email: 'a@example.com', first_day: '16.11.2026' }, /^first_day/],
  ];
  for (const [input, message] of attempts) {
    assert.throws(() => write((w) => addEmployee(w, input)), refused('validation_failed', message));
  }
  assert.deepEqual(listEmployees(db, companyId), []);
  const longest = { external_id: '🦊'.repeat(255), job_title: '🦊'.repeat(150) };
  const added = write((w) => addEmployee(w, { email: 'a@example.com', ...longest }));
  assert.equal(added.external_id, longest.external_id);
});

test('an ambiguous reference is rejected with the ids to choose from, and an employee id always wins', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const byEmail = write((w) => addEmployee(w, { email: 'ada@example.com' }));
  const byKey = write((w) =>
    addEmployee(w, { email: 'b@example.com', external_id: 'ada@example.com' }),
  );
  assert.throws(
    () => requireEmployee(db, companyId, 'ada@example.com'),
    refused('conflict', new RegExp(`${byEmail.employee_id}, ${byKey.employee_id}$`)),
  );
  write((w) => addEmployee(w, { email: 'c@example.com', external_id: byKey.employee_id }));
  const found = requireEmployee(db, companyId, byKey.employee_id.toUpperCase());
  assert.equal(found.email, 'b@example.com');
  assert.throws(
    () => requireEmployee(db, companyId, 'nobody'),
    refused('not_found', /^Employee not found/),
  );
});

test('employees of another company cannot be referenced', (t) => {
  const { db, companyId, sandboxId } = createTestCompany(t);
  const [sandboxEmployee] = listEmployees(db, sandboxId);
  assert.ok(sandboxEmployee);
  assert.throws(
    () => requireEmployee(db, companyId, sandboxEmployee.employee_id),
    refused('not_found', /^Employee not found/),
  );
});

test('nobody can be added to an archived department', (t) => {
  const { write } = createTestCompany(t);
  const { id } = write((w) => createDepartment(w, { name: 'Old' }));
  write((w) => archiveDepartment(w, id));
  assert.throws(
    () => write((w) => addEmployee(w, { email: 'a@example.com', department: 'old' })),
    refused('conflict', /archived/),
  );
});

test('an employee deactivated in the portal stays deactivated until reactivated in the portal', (t) => {
  const { write } = createTestCompany(t);
  const { employee_id: id } = write((w) => addEmployee(w, { email: 'a@example.com' }));
  const deactivated = write((w) => deactivateEmployee(w, id, 'left'), NOW + 5);
  assert.equal(deactivated.state, 'deactivated');
  assert.equal(deactivated.deactivated_by, 'portal');
  assert.equal(deactivated.deactivation_reason, 'left');
  assert.equal(deactivated.deactivated_at, new Date(NOW + 5).toISOString());
  assert.throws(
    () => write((w) => deactivateEmployee(w, id, 'again')),
    refused('conflict', /deactivated already/),
  );
  assert.throws(() => write((w) => signInEmployee(w, id, 'Ada')), refused('conflict', /sign in/));
  const back = write((w) => reactivateEmployee(w, id));
  assert.equal(back.state, 'active');
  assert.equal(back.deactivation_reason, null);
  assert.throws(() => write((w) => reactivateEmployee(w, id)), refused('conflict', /active/));
});

test('after the first sign-in the account name is shown', (t) => {
  const { write } = createTestCompany(t);
  const { employee_id: id } = write((w) =>
    addEmployee(w, { email: 'a@example.com', given_name: 'Given' }),
  );
  assert.equal(write((w) => signInEmployee(w, id, 'Account')).name, 'Account');
  const renamed = write((w) => updateEmployee(w, id, { given_name: 'Other' }));
  assert.deepEqual([renamed.name, renamed.given_name], ['Account', 'Other']);
});

test('a new role replaces the former one', (t) => {
  const { write } = createTestCompany(t);
  const { employee_id: id } = write((w) => addEmployee(w, { email: 'a@example.com' }));
  const place = (employee: { is_admin: boolean; portal_role: string | null }) => [
    employee.is_admin,
    employee.portal_role,
  ];
  assert.deepEqual(place(write((w) => setEmployeeRole(w, id, 'admin'))), [true, null]);
  assert.deepEqual(place(write((w) => setEmployeeRole(w, id, { role: 'HR' }))), [false, 'HR']);
  assert.deepEqual(place(write((w) => setEmployeeRole(w, id, 'none'))), [false, null]);
});

test('a sandbox replaces addresses, finds employees by either address, and is full at its limit', (t) => {
  const { db, sandboxId, writeSandbox } = createTestCompany(t);
  const added = writeSandbox((w) => addEmployee(w, { email: 'Real@Example.com' }, 500));
  assert.match(added.email, /^u-[0-9a-f]{24}@sandbox\.invalid$/);
  assert.equal(requireEmployee(db, sandboxId, 'real@example.com').id, added.employee_id);
  assert.equal(requireEmployee(db, sandboxId, added.email).id, added.employee_id);
  const full = listEmployees(db, sandboxId).length;
  assert.throws(
    () => writeSandbox((w) => addEmployee(w, { email: 'more@example.com' }, full)),
    refused('conflict', /sandbox is full/),
  );
});

test('every decision about an employee is in the audit log with the state before and after', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const { employee_id: id } = write((w) => addEmployee(w, { email: 'a@example.com' }));
  write((w) => deactivateEmployee(w, id, 'left'));
  const log = queryRows(
    db,
    companyId,
    `select action, actor, before ->> 'state' as was, after ->> 'state' as became
     from audit_log where company_id = :companyId and target_kind = 'employee' order by entry`,
    { action: 'text', actor: 'text', was: 'text?', became: 'text?' },
  );
  assert.deepEqual(log, [
    { action: 'employee.add', actor: 'test', was: null, became: 'active' },
    { action: 'employee.deactivate', actor: 'test', was: 'active', became: 'deactivated' },
  ]);
});

test('every changed employee has the revision of the change', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const { employee_id: id } = write((w) => addEmployee(w, { email: 'a@example.com' }));
  const changes: ((w: CompanyWrite) => unknown)[] = [
    (w) => updateEmployee(w, id, { job_title: 'Cook' }),
    (w) => signInEmployee(w, id, 'Ada'),
    (w) => setEmployeeRole(w, id, 'admin'),
    (w) => deactivateEmployee(w, id, 'left'),
    (w) => reactivateEmployee(w, id),
  ];
  for (const change of changes) {
    write(change);
    assert.deepEqual(
      queryRows(
        db,
        companyId,
        `select e.revision = c.revision as current
         from employees e join companies c using (company_id) where company_id = :companyId`,
        { current: 'flag' },
      ),
      [{ current: 1 }],
    );
  }
});
