import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { updateCompany } from '../../../src/service/company/companies.ts';
import {
  addEmployee,
  deactivateEmployee,
  setEmployeeRole,
} from '../../../src/service/people/employees.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany } from '../test-company.ts';
import { people, sync } from './sync.ts';

const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => rosterRow(`P${first + n}`));

/** A company of people `P1`, `P2` … who all came by a sync. */
function setUpCompanyOfSize(t: TestContext, size: number) {
  const company = createTestCompany(t);
  sync(company, numbered(1, size));
  return company;
}

const active = (company: Parameters<typeof people>[0]) =>
  people(company)
    .filter((one) => one.deactivated_at === null)
    .map((one) => one.external_id);

test('by default a sync only lists the missing employees', (t) => {
  const company = setUpCompanyOfSize(t, 3);
  const missing = people(company)[2];
  const answer = sync(company, numbered(1, 2));
  assert.deepEqual(answer.deactivation_candidates, [
    { employee_id: missing?.id, external_id: 'P3', email: 'p3@example.com' },
  ]);
  assert.deepEqual(
    [answer.deactivation_candidates_total, answer.deactivated, answer.deactivation_skipped_reason],
    [1, 0, null],
  );
  assert.deepEqual(active(company), ['P1', 'P2', 'P3']);
});

test('employees that a sync deactivates are also listed as candidates', (t) => {
  const company = setUpCompanyOfSize(t, 3);
  const answer = sync(company, numbered(1, 2), { deactivateMissing: true });
  assert.deepEqual(
    [answer.deactivated, answer.deactivation_candidates.map((one) => one.external_id)],
    [1, ['P3']],
  );
  assert.deepEqual(active(company), ['P1', 'P2']);
  const again = sync(company, numbered(1, 2), { deactivateMissing: true });
  assert.deepEqual([again.deactivated, again.deactivation_candidates_total], [0, 0]);
});

test('admins, employees with a portal role and employees without external id are never deactivated', (t) => {
  const company = setUpCompanyOfSize(t, 4);
  company.write((write) => setEmployeeRole(write, 'P2', 'admin'));
  company.write((write) => setEmployeeRole(write, 'P3', { role: 'editor' }));
  company.write((write) => addEmployee(write, { email: 'unlinked@example.com' }));
  company.write((write) => addEmployee(write, { email: 'named@example.com' }));
  const rows = [
    ...numbered(1, 1),
    rosterRow('broken', { email: 'named@example.com', first_name: '' }),
  ];
  const spoilt = sync(company, rows, { deactivateMissing: true });
  assert.deepEqual([spoilt.deactivation_candidates_total, spoilt.unlinked_members], [1, 1]);
  const answer = sync(company, numbered(1, 1), { deactivateMissing: true });
  assert.deepEqual([answer.deactivated, answer.unlinked_members], [1, 2]);
  assert.deepEqual(active(company), ['P1', 'P2', 'P3', null, null]);
});

test('a valid external id names its owner, even in a row that is not applied', (t) => {
  const company = setUpCompanyOfSize(t, 4);
  const rows = [
    rosterRow('P1', { email: 'not an address' }),
    rosterRow('P2', { email: 'p3@example.com' }),
    rosterRow('P4', { department_external_id: 'nobody knows it' }),
  ];
  const answer = sync(company, rows);
  // The owner of a named email has an external id of their own, which nobody names.
  assert.deepEqual(
    answer.deactivation_candidates.map((one) => one.external_id),
    ['P3'],
  );
});

test('the default limit is ten employees or a fifth of the linked ones, whichever is more', (t) => {
  const company = setUpCompanyOfSize(t, 54);
  assert.equal(sync(company, numbered(1, 1)).deactivation_limit, 10);
  // The fifth is rounded down, and counted once the rows are applied.
  assert.equal(sync(company, numbered(1, 55)).deactivation_limit, 11);
  company.write((write) => setEmployeeRole(write, 'P1', { role: 'editor' }));
  assert.equal(sync(company, numbered(1, 1)).deactivation_limit, 11);
  company.write((write) => setEmployeeRole(write, 'P1', 'admin'));
  assert.equal(sync(company, numbered(1, 1)).deactivation_limit, 10);
  company.write((write) => setEmployeeRole(write, 'P1', 'none'));
  company.write((write) => deactivateEmployee(write, 'P2', 'left'));
  assert.equal(sync(company, numbered(1, 1)).deactivation_limit, 10);
});

test('as many as the limit are deactivated, and if there is one more, nobody is', (t) => {
  const company = setUpCompanyOfSize(t, 30);
  const over = sync(company, numbered(1, 19), { deactivateMissing: true });
  assert.deepEqual(
    [over.deactivated, over.deactivation_skipped_reason, over.deactivation_candidates_total],
    [0, 'limit_exceeded', 11],
  );
  assert.equal(active(company).length, 30);
  const at = sync(company, numbered(1, 20), { deactivateMissing: true });
  assert.deepEqual([at.deactivated, at.deactivation_skipped_reason], [10, null]);
});

test('an explicit limit replaces the default, smaller or larger', (t) => {
  const company = setUpCompanyOfSize(t, 30);
  const request = { deactivateMissing: true };
  const tight = sync(company, numbered(1, 28), { ...request, maxDeactivations: 1 });
  assert.deepEqual(
    [tight.deactivated, tight.deactivation_limit, tight.deactivation_skipped_reason],
    [0, 1, 'limit_exceeded'],
  );
  const wide = sync(company, numbered(1, 1), { ...request, maxDeactivations: 29 });
  assert.deepEqual([wide.deactivated, wide.deactivation_limit], [29, 29]);
});

test('a rejected row prevents every deactivation, and is the reported reason even if the limit is exceeded', (t) => {
  const company = setUpCompanyOfSize(t, 30);
  company.write((write) => updateCompany(write, { ssoDomains: ['example.com'] }));
  const spoilers = {
    malformed: ['nonsense'],
    'twice the external id': [rosterRow('X'), rosterRow('X', { email: 'y@example.com' })],
    'twice the email': [rosterRow('X'), rosterRow('Y', { email: 'x@example.com' })],
    'outside the domains': [rosterRow('X', { email: 'x@elsewhere.com' })],
  };
  for (const [what, rows] of Object.entries(spoilers)) {
    for (const kept of [5, 29]) {
      const roster = [...numbered(1, kept), ...rows];
      const answer = sync(company, roster, { deactivateMissing: true });
      assert.equal(answer.deactivation_skipped_reason, 'rejected_rows', what);
      assert.equal(answer.deactivated, 0, what);
      assert.equal(sync(company, roster).deactivation_skipped_reason, null, what);
    }
  }
});

test('a sync that stopped halfway deactivates nobody', (t) => {
  const company = setUpCompanyOfSize(t, 2);
  const refused = Array.from({ length: 101 }, (_, n) =>
    rosterRow(`R${n}`, { department_external_id: 'nobody knows it' }),
  );
  const whole = sync(company, [rosterRow('P1'), ...refused], {
    deactivateMissing: true,
    dryRun: true,
  });
  assert.deepEqual([whole.deactivated, whole.deactivation_skipped_reason], [1, null]);
  const part = sync(company, [...refused, rosterRow('P1')], { deactivateMissing: true });
  assert.deepEqual([part.deactivated, part.deactivation_skipped_reason], [0, 'rejected_rows']);
});

test('a thousand candidates are listed by id, and the others are only counted', (t) => {
  const company = setUpCompanyOfSize(t, 1003);
  const answer = sync(company, numbered(1, 1));
  assert.equal(answer.deactivation_candidates_total, 1002);
  assert.deepEqual(
    answer.deactivation_candidates.map((one) => one.employee_id),
    people(company)
      .slice(1)
      .map((one) => one.id)
      .toSorted()
      .slice(0, 1000),
  );
});
