import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAccounts } from '../../../src/service/operations/doctor/accounts.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  setEmployeeRole,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import {
  createAccount,
  listAccounts,
  provideAccount,
} from '../../../src/service/portal/accounts.ts';
import {
  createLink,
  findSession,
  hashSecret,
  redeemLink,
} from '../../../src/service/portal/sessions.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import { type Step, takeStep } from '../../../src/service/roster/steps/change-in-steps.ts';
import { importRoster } from '../../../src/service/roster/steps/import-roster.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { people, sync, syncRun } from '../roster/sync.ts';
import { createTestCompany, NOW, type TestCompany } from '../test-company.ts';

const EMAIL = 'Ada@Acme.example';
const TOKEN = 'a'.repeat(43);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const own = ({ write }: TestCompany) =>
  write((one) => provideAccount(one, { email: 'ada@acme.example', role: 'owner' }));

/** What an account is, in short. */
const shown = ({ db, companyId }: TestCompany) =>
  listAccounts(db, companyId).map(({ role, state, employee_id }) => ({ role, state, employee_id }));

const operator = { updateProfiles: true, alsoNamed: [], lineOf: () => null };
const ROW = { ...rosterRow('1'), email: EMAIL };

const importInSteps = ({ db, companyId }: TestCompany, before: (step: Step) => void) =>
  importRoster(
    db,
    {
      ...{ companyId, now: NOW, clock: () => NOW, actor: 'test', source: 'command_line' },
      ...{ requestId: null, deactivateMissing: false, maxDeactivations: null },
      employees: [ROW, ...Array.from({ length: 5_000 }, (_, n) => rosterRow(`${n + 2}`))],
      limits: { departments: 1000, sandboxEmployees: 500 },
    },
    (step) => {
      before(step);
      takeStep(db, step, () => NOW);
    },
  );

/** The ways in which an address becomes that of an active employee. */
const WAYS: Record<string, (company: TestCompany) => unknown> = {
  'a person is added': ({ write }) => {
    write((one) => addEmployee(one, { email: EMAIL }));
  },
  'a person gets the address': ({ write }) => {
    write((one) => {
      const { employee_id } = addEmployee(one, { email: 'other@acme.example' });
      updateEmployee(one, employee_id, { email: EMAIL });
    });
  },
  'a roster is synced': (company) => {
    assert.equal(sync(company, [ROW]).created, 1);
  },
  'a roster changes the address': (company) => {
    sync(company, [rosterRow('1')]);
    assert.equal(sync(company, [ROW], { operator }).updated, 1);
  },
  'a person comes back': ({ write }) => {
    write((one) => {
      const { employee_id } = addEmployee(one, { email: 'other@acme.example' });
      deactivateEmployee(one, employee_id, 'Left');
      updateEmployee(one, employee_id, { email: EMAIL });
      reactivateEmployee(one, employee_id);
    });
  },
  'a person comes back by a revert': (company) => {
    sync(company, [rosterRow('1')]);
    const { runId } = syncRun(company, [rosterRow('2')], { deactivateMissing: true });
    company.write((one) => {
      updateEmployee(one, '1', { email: EMAIL });
      revertRun(one, runId ?? '', { departmentLimit: 1000, clock: () => NOW });
    });
  },
  'a roster is imported in steps': (company) => importInSteps(company, () => {}),
  'a roster is imported of which the last step fails': (company) =>
    assert.rejects(
      importInSteps(company, (step) => {
        if (step.kind === 'apply' && step.isLast) throw new RangeError();
      }),
      RangeError,
    ),
};

for (const [way, make] of Object.entries(WAYS)) {
  test(`an account becomes that of an employee and stays signed in where ${way}`, async (t) => {
    const company = createTestCompany(t);
    const { db, write } = company;
    write((one) => {
      const link = createLink(one, provideAccount(one, { email: EMAIL, role: 'owner' }));
      redeemLink(one, {
        link: hex(hashSecret(link)),
        passwordHash: 'x',
        session: { hash: hex(hashSecret(TOKEN)), client: '', browser: '' },
      });
    });
    await make(company);
    const [employee] = people(company);
    const account = { role: 'owner', employee_id: employee?.id };
    assert.deepEqual(shown(company), [{ ...account, state: 'active' }]);
    assert.deepEqual([employee?.is_admin, employee?.portal_role], [1, 'owner']);
    assert.equal(findSession(db, TOKEN, NOW)?.employeeId, employee?.id);
    write((one) => deactivateEmployee(one, EMAIL, 'Left'));
    assert.deepEqual(shown(company), [{ ...account, state: 'deactivated' }]);
    assert.equal(findSession(db, TOKEN, NOW), undefined);
    write((one) => setEmployeeRole(one, EMAIL, 'none'));
    write((one) => eraseEmployee(one, EMAIL, 'Request 1'));
    assert.deepEqual(shown(company), []);
  });
}

test('an account for the address of an employee is theirs, with the role that it is given', (t) => {
  const company = createTestCompany(t);
  for (const [role, is_admin, portal_role] of [
    ['owner', 1, 'owner'],
    ['admin', 1, null],
    ['viewer', 0, 'viewer'],
  ] as const) {
    const email = `${role}@acme.example`;
    const { employee_id } = company.write((one) => addEmployee(one, { email }));
    const account = company.write((one) => provideAccount(one, { email, role }));
    assert.deepEqual([account.employeeId, account.email], [employee_id, email]);
    const { is_admin: isAdmin, portal_role: named } =
      people(company).find(({ id }) => id === employee_id) ?? assert.fail();
    assert.deepEqual([isAdmin, named], [is_admin, portal_role]);
  }
});

test('nobody gets an account for the address of a deactivated employee, also not by a link without one', (t) => {
  const company = createTestCompany(t);
  const link = company.write((one) => {
    addEmployee(one, { email: EMAIL });
    deactivateEmployee(one, EMAIL, 'Left');
    return createLink(one, createAccount(one, { email: null, role: 'owner' }));
  });
  assert.throws(() => own(company), { message: 'The employee is deactivated' });
  const session = { hash: hex(hashSecret(TOKEN)), client: '', browser: '' };
  const redeem = () =>
    company.write((one) =>
      redeemLink(one, {
        link: hex(hashSecret(link)),
        ...{ email: EMAIL, passwordHash: 'x', session },
      }),
    );
  assert.throws(redeem, { message: 'The employee with this email address is deactivated' });
  company.write((one) => reactivateEmployee(one, EMAIL));
  redeem();
  assert.deepEqual(
    shown(company).map(({ employee_id }) => employee_id),
    people(company).map(({ id }) => id),
  );
});

test('whoever has an account keeps it when they get the address of another one, and the doctor says so', (t) => {
  const company = createTestCompany(t);
  own(company);
  const employee = company.write((one) => addEmployee(one, { email: 'b@acme.example' }));
  company.write((one) => provideAccount(one, { email: 'b@acme.example' }));
  company.write((one) => updateEmployee(one, 'b@acme.example', { email: EMAIL }));
  assert.deepEqual(shown(company), [
    { role: 'owner', state: 'no password', employee_id: null },
    { role: 'none', state: 'no password', employee_id: employee.employee_id },
  ]);
  const [{ id } = assert.fail()] = listAccounts(company.db, company.companyId);
  assert.deepEqual(checkAccounts(company.db), [
    {
      check: 'accounts',
      level: 'warning',
      message: `1 account has the address of an employee who is deactivated or has another account: ${id}, of ${employee.employee_id}`,
      advice: 'It goes on without them. To end it: engaged portal accounts disable EMAIL',
    },
  ]);
});

test('the doctor finds a company whose owners can no longer sign in', (t) => {
  const company = createTestCompany(t);
  const fine = [
    {
      ...{ check: 'accounts', level: 'ok', message: 'Every account ends with its employee' },
      advice: null,
    },
  ];
  assert.deepEqual(checkAccounts(company.db), fine);
  company.write((one) => addEmployee(one, { email: EMAIL }));
  own(company);
  assert.deepEqual(checkAccounts(company.db), fine);
  company.write((one) => deactivateEmployee(one, EMAIL, 'Left'));
  assert.deepEqual(checkAccounts(company.db), [
    {
      check: 'accounts',
      level: 'warning',
      message: 'Every owner of the portal of "Acme" is disabled or deactivated',
      advice: 'engaged portal link EMAIL --role owner --company Acme',
    },
  ]);
});
