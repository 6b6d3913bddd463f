import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MOST_AT_ONCE } from '../../../src/domain/roster/email-moves.ts';
import { placeholderFor } from '../../../src/domain/sandbox-email.ts';
import { updateCompany } from '../../../src/service/company/companies.ts';
import {
  addEmployee,
  setEmployeeRole,
  signInEmployee,
} from '../../../src/service/people/employees.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import type { SyncInput } from '../../../src/service/roster/sync/sync-input.ts';
import { codes, rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany, type TestCompany } from '../test-company.ts';
import { people, runs, sync, syncRun, type Target } from './sync.ts';

const operator = { updateProfiles: true, alsoNamed: [], lineOf: (index: number) => index + 2 };
const asked: Partial<SyncInput> = { operator };

/** Three people: Ann Lee with the ids 1, 2 and 3. */
function trio(t: TestContext): TestCompany {
  const company = createTestCompany(t);
  sync(
    company,
    ['1', '2', '3'].map((id) => rosterRow(id)),
  );
  return company;
}

const profiles = (company: Target) =>
  people(company).map((one) => [one.external_id, one.given_name, one.email, one.email_key]);

const mail = (external_id: string, email: string) => rosterRow(external_id, { email });

test('a changed name or email stays as it is, is counted, and is recorded without a value', (t) => {
  const company = trio(t);
  const rows = [
    rosterRow('1', { last_name: 'Lark', email: 'ann.lark@example.com' }),
    rosterRow('2', { email: '2@EXAMPLE.com', first_name: 'Ann', last_name: 'Lee' }),
    rosterRow('3', { first_name: 'Bo' }),
  ];
  const before = profiles(company);
  const { result, review } = syncRun(company, rows, {
    operator: { ...operator, updateProfiles: false },
  });
  assert.deepEqual([result.unchanged, result.updated], [3, 0]);
  assert.deepEqual(profiles(company), before);
  assert.deepEqual([review?.profiles.differing, review?.profiles.updated], [2, 0]);
  const ids = people(company).map(({ id }) => id);
  assert.deepEqual(review?.profiles.listed, [
    {
      ...{ employee_id: ids[0], external_id: '1', name: 'Ann Lee', email: '1@example.com' },
      ...{ index: 0, line: 2, fields: ['name', 'email'], reason: 'not_requested' },
    },
    {
      ...{ employee_id: ids[2], external_id: '3', name: 'Ann Lee', email: '3@example.com' },
      ...{ index: 2, line: 4, fields: ['name'], reason: 'not_requested' },
    },
  ]);
  const last = runs(company).at(-1);
  assert.equal(JSON.parse(last?.result ?? '').profile_differences, 2);
  assert.doesNotMatch(`${last?.result}${last?.changes}`, /Lark|Bo|example/);
});

test('a sync over HTTP records the differences and answers as before', (t) => {
  const company = trio(t);
  const rows = [rosterRow('1', { first_name: 'Bo' })];
  const { result, review, unchanged } = syncRun(company, rows, { source: 'http' });
  assert.deepEqual([result.unchanged, 'profile_differences' in result, review], [1, false, null]);
  assert.notEqual(unchanged, null);
  assert.deepEqual(JSON.parse(runs(company).at(-1)?.changes ?? '').profileDifferences, [
    { number: 1, index: 0, line: null, fields: ['name'], reason: 'not_requested' },
  ]);
});

test('asked for, names and emails follow the roster; a revert gives them back', (t) => {
  const company = trio(t);
  const before = profiles(company);
  const { result, review, runId } = syncRun(
    company,
    [
      rosterRow('1', { last_name: 'Lark', email: 'Ann.Lark@example.com' }),
      rosterRow('2', { first_name: 'Zo\u00eb' }),
      rosterRow('3'),
    ],
    asked,
  );
  assert.deepEqual([result.updated, result.unchanged, result.errors], [2, 1, []]);
  assert.deepEqual([review?.profiles.differing, review?.profiles.updated], [0, 2]);
  assert.deepEqual(profiles(company), [
    ['1', 'Ann Lark', 'Ann.Lark@example.com', 'ann.lark@example.com'],
    ['2', 'Zo\u00eb Lee', '2@example.com', '2@example.com'],
    before[2],
  ]);
  const again = syncRun(company, [rosterRow('2', { first_name: 'Zoe\u0308' })], asked);
  assert.deepEqual([again.result.unchanged, again.review?.profiles.updated], [1, 0]);
  const { result: reverted } = company.write((write) =>
    revertRun(write, runId ?? '', { departmentLimit: 1000, clock: () => write.now }),
  );
  assert.deepEqual([reverted.updated, reverted.skipped], [2, {}]);
  assert.deepEqual(profiles(company), before);
});

test('people swap their emails, pass them on in a circle, and leave them to new people', (t) => {
  const company = trio(t);
  const before = profiles(company);
  const rows = [
    mail('1', '2@example.com'),
    mail('9', '3@example.com'),
    mail('2', '1@example.com'),
    mail('3', 'new@example.com'),
  ];
  assert.deepEqual(codes(sync(company, rows, { dryRun: true }).errors), [
    [0, 'external_id_mismatch'],
    [1, 'external_id_mismatch'],
    [2, 'external_id_mismatch'],
  ]);
  const { result, runId } = syncRun(company, rows, asked);
  assert.deepEqual([result.created, result.updated, result.errors], [1, 3, []]);
  assert.deepEqual(
    people(company).map((one) => [one.external_id, one.email]),
    [
      ['1', '2@example.com'],
      ['2', '1@example.com'],
      ['3', 'new@example.com'],
      ['9', '3@example.com'],
    ],
  );
  const { result: reverted } = company.write((write) =>
    revertRun(write, runId ?? '', { departmentLimit: 1000, clock: () => write.now }),
  );
  // The new person keeps the email that the third one had.
  assert.deepEqual(reverted.skipped, { email_taken: 1 });
  assert.deepEqual(profiles(company).slice(0, 2), before.slice(0, 2));
});

test('an email that its holder keeps fails the row, and whoever waits for the email of that row', (t) => {
  const company = trio(t);
  const before = profiles(company);
  const chain = [mail('1', '2@example.com'), mail('2', '3@example.com')];
  assert.deepEqual(codes(syncRun(company, chain, asked).result.errors), [
    [0, 'external_id_mismatch'],
    [1, 'external_id_mismatch'],
  ]);
  const failing = [
    mail('1', '2@example.com'),
    rosterRow('2', { email: 'free@example.com', department_external_id: 'nobody' }),
  ];
  assert.deepEqual(codes(syncRun(company, failing, asked).result.errors), [
    [0, 'external_id_mismatch'],
    [1, 'unknown_department'],
  ]);
  assert.deepEqual(profiles(company), before);
});

test('admins, holders of a role, people just linked and taken emails stay as they are, with the reason', (t) => {
  const company = trio(t);
  company.write((write) => {
    setEmployeeRole(write, '1', 'admin');
    setEmployeeRole(write, '2', { role: 'HR' });
    addEmployee(write, { email: 'linked@example.com' });
    addEmployee(write, { email: 'guest@example.com' });
  });
  const before = profiles(company).map(([, ...rest]) => rest);
  const { review } = syncRun(
    company,
    [
      mail('1', 'new1@example.com'),
      mail('2', 'new2@example.com'),
      mail('3', 'guest@example.com'),
      mail('4', 'linked@example.com'),
    ],
    asked,
  );
  assert.deepEqual(
    review?.profiles.listed.map(({ external_id, reason }) => [external_id, reason]),
    [
      ['1', 'managed_in_portal'],
      ['2', 'managed_in_portal'],
      ['3', 'email_taken'],
      ['4', 'linked_by_email'],
    ],
  );
  assert.deepEqual(
    profiles(company).map(([, ...rest]) => rest),
    before,
  );
});

test('only the name that was sent is compared, not that of an account', (t) => {
  const company = trio(t);
  company.write((write) => signInEmployee(write, '1', 'Annie'));
  assert.equal(syncRun(company, [rosterRow('1')], asked).review?.profiles.differing, 0);
  const { review } = syncRun(company, [rosterRow('1', { first_name: 'Bo' })], asked);
  assert.equal(review?.profiles.updated, 1);
  const [ann] = people(company);
  assert.deepEqual([ann?.given_name, ann?.account_name], ['Bo Lee', 'Annie']);
});

test('the sandbox compares and stores placeholder addresses', (t) => {
  const { db, sandboxId: companyId } = createTestCompany(t);
  const sandbox = { db, companyId };
  const known = people(sandbox).length;
  sync(sandbox, [rosterRow('x1')]);
  const same = syncRun(sandbox, [rosterRow('x1')], asked);
  assert.equal(same.review?.profiles.differing, 0);
  syncRun(sandbox, [mail('x1', 'New@example.com')], asked);
  const placeholder = placeholderFor('new@example.com');
  assert.deepEqual(profiles(sandbox).slice(known), [['x1', 'Ann Lee', placeholder, placeholder]]);
});

test('an address outside of the SSO domains is rejected before it can become a profile', (t) => {
  const company = trio(t);
  company.write((write) => updateCompany(write, { ssoDomains: ['example.com'] }));
  const { result } = syncRun(company, [mail('1', 'ann@elsewhere.example')], asked);
  assert.deepEqual(codes(result.errors), [[0, 'email_domain_not_allowed']]);
});

test('a roster in many parts gives the same profiles as one in one part', (t) => {
  const company = createTestCompany(t);
  const size = 5_200;
  const numbers = Array.from({ length: size }, (_, n) => n);
  const row = (n: number, of: number) => mail(`P${n}`, `p${of}@example.com`);
  sync(
    company,
    numbers.map((n) => row(n, n)),
  );
  // Everybody gets the email of the eighth after them, in eight circles across all parts.
  const { result } = syncRun(
    company,
    [...numbers.map((n) => row(n, (n + 8) % size)), mail('new', 'P-free@example.com')],
    asked,
  );
  assert.deepEqual([result.created, result.updated, result.errors], [1, size, []]);
  assert.deepEqual(
    people(company).map(({ email }) => email),
    [...numbers.map((n) => `p${(n + 8) % size}@example.com`), 'P-free@example.com'],
  );
});

test('emails that go round among too many people stay, and the rest of these rows is applied', (t) => {
  const company = createTestCompany(t);
  const numbers = Array.from({ length: MOST_AT_ONCE + 1 }, (_, n) => n);
  const row = (n: number, of: number) => mail(`P${n}`, `p${of}@example.com`);
  sync(
    company,
    numbers.map((n) => row(n, n)),
  );
  const before = profiles(company);
  const { result, review } = syncRun(
    company,
    numbers.map((n) => ({ ...row(n, (n + 1) % numbers.length), job_title: 'Cook' })),
    asked,
  );
  assert.deepEqual([result.updated, result.errors], [numbers.length, []]);
  assert.deepEqual(profiles(company), before);
  assert.ok(people(company).every((one) => one.job_title === 'Cook'));
  assert.equal(review?.profiles.differing, numbers.length);
  assert.ok(review.profiles.listed.every(({ reason }) => reason === 'email_circle'));
});

test('a revert leaves a name or email alone that was changed since', (t) => {
  const company = trio(t);
  const { runId } = syncRun(
    company,
    [mail('1', 'a@example.com'), rosterRow('2', { first_name: 'Bo' })],
    asked,
  );
  syncRun(company, [mail('1', 'b@example.com'), rosterRow('2', { first_name: 'Cy' })], asked);
  const { result } = company.write((write) =>
    revertRun(write, runId ?? '', { departmentLimit: 1000, clock: () => write.now }),
  );
  assert.deepEqual([result.updated, result.skipped], [0, { changed_since: 2 }]);
});

test('a revert leaves the address of somebody with a role as it is, and who had it before without it', (t) => {
  const company = trio(t);
  const [before1 = '', before2 = '', before3 = ''] = people(company).map(({ email }) => email);
  const { runId } = syncRun(
    company,
    [mail('1', before2), mail('2', before1), mail('3', 'new3@example.com')],
    asked,
  );
  company.write((write) => setEmployeeRole(write, '1', { role: 'owner' }));
  company.write((write) =>
    revertRun(write, runId ?? '', { departmentLimit: 1000, clock: () => write.now }),
  );
  assert.deepEqual(
    people(company).map(({ email }) => email),
    [before2, before1, before3],
  );
});
