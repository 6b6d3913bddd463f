import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/store/database.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { type Older, olderFile, olderPostgres } from './older-data.ts';

const OLD_SCHEMA = 35;

const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-${String(n).padStart(12, '0')}`;

type Person = { number: number; email: string; role?: string; isAdmin?: boolean; gone?: boolean };
type Account = { entry: number; of: number | null; email?: string; role?: string };

/** Those of company 1. Each account has a session. */
const PEOPLE: Person[] = [
  { number: 1, email: 'owner' },
  { number: 2, email: 'admin' },
  { number: 3, email: 'viewer', isAdmin: true, role: 'HR' },
  { number: 4, email: 'left', gone: true },
  { number: 5, email: 'both', role: 'viewer' },
  { number: 6, email: 'alone' },
];
const ACCOUNTS: Account[] = [
  { entry: 11, of: null, email: 'owner', role: 'owner' },
  { entry: 12, of: null, email: 'admin', role: 'admin' },
  { entry: 13, of: null, email: 'viewer', role: 'viewer' },
  { entry: 14, of: null, email: 'left', role: 'owner' },
  { entry: 15, of: null, email: 'both', role: 'owner' },
  { entry: 16, of: 5 },
  { entry: 17, of: null, email: 'nobody', role: 'admin' },
  { entry: 18, of: null, role: 'owner' },
];

const text = (value: string | undefined) => (value === undefined ? 'null' : `'${value}'`);

/** A company of these people and accounts, and another one with an account that has the address of each. */
function fill(db: Database): void {
  for (const companyId of [1, 2])
    db.execute(`
      insert into companies (company_id, id, name, name_key, mode, next_entry, created_at)
      values (${companyId}, '${idOf(70 + companyId)}', 'C${companyId}', 'c${companyId}', 'live', 99, 0)`);
  for (const { number, email, role, isAdmin = false, gone = false } of PEOPLE)
    db.execute(`
      insert into employees (
        company_id, number, id, email, email_key, created_at, revision, is_admin, portal_role, deactivated_at, deactivated_by)
      values (1, ${number}, '${idOf(number)}', '${email}', '${email}', 0, 1, ${Number(isAdmin)}, ${text(role)},
        ${gone ? "9, 'portal'" : 'null, null'})`);
  for (const account of ACCOUNTS) addAccount(db, 1, account);
  for (const { number, email } of PEOPLE)
    addAccount(db, 2, { entry: 20 + number, of: null, email, role: 'owner' });
}

function addAccount(db: Database, companyId: number, { entry, of, email, role }: Account): void {
  const hash = (companyId * 100 + entry).toString(16).padStart(64, '0');
  db.execute(`
    insert into portal_accounts (company_id, entry, id, employee_number, email, email_key, role, created_at)
    values (${companyId}, ${entry}, '${idOf(entry)}', ${of}, ${text(email)}, ${text(email)}, ${text(role)}, 0)`);
  db.execute(`
    insert into portal_sessions (company_id, account_entry, entry, id, hash, created_at, last_used_at, client, browser)
    select ${companyId}, ${entry}, 1, '${idOf(entry)}', value, 0, 0, '', ''
    from (select ${db instanceof PostgresDatabase ? `'\\x${hash}'::bytea` : `x'${hash}'`} as value) given`);
}

const peopleQuery = {
  name: 'test/people',
  sql: `select number, cast(is_admin as bigint) as isAdmin, portal_role as role, deactivated_at as deactivatedAt
    from employees where company_id = 1 order by number`,
  cardinality: 'many',
  params: {},
  row: { number: 'integer', isAdmin: 'integer', role: 'text?', deactivatedAt: 'integer?' },
} as const;

const accountsQuery = {
  name: 'test/accounts',
  sql: `select a.company_id as companyId, a.entry, a.employee_number as of, a.email, a.role,
      (select count(*) from portal_sessions s where s.company_id = a.company_id and s.account_entry = a.entry) as sessions
    from portal_accounts a order by a.company_id, a.entry`,
  cardinality: 'many',
  params: {},
  row: {
    companyId: 'integer',
    entry: 'integer',
    of: 'integer?',
    email: 'text?',
    role: 'text?',
    sessions: 'integer',
  },
} as const;

function checkUpgrade({ db, upgrade }: Older): void {
  fill(db);
  const of = (companyId: number) =>
    db.all(accountsQuery, {}).filter((one) => one.companyId === companyId);
  const others = of(2);

  upgrade();

  assert.deepEqual(
    db.all(peopleQuery, {}).map((one) => [one.number, one.isAdmin, one.role]),
    [
      [1, 1, 'owner'],
      [2, 1, null],
      [3, 0, 'viewer'],
      [4, 0, null],
      // Has an account already, and keeps it as it is.
      [5, 0, 'viewer'],
      [6, 0, null],
    ],
  );
  assert.deepEqual(
    of(1).map((one) => [one.entry, one.of, one.email, one.role, one.sessions]),
    [
      [11, 1, null, null, 1],
      [12, 2, null, null, 1],
      [13, 3, null, null, 1],
      [14, null, 'left', 'owner', 1],
      [15, null, 'both', 'owner', 1],
      [16, 5, null, null, 1],
      [17, null, 'nobody', 'admin', 1],
      [18, null, null, 'owner', 1],
    ],
  );
  assert.deepEqual(of(2), others);

  // From then on an account ends with its employee.
  db.execute("update employees set deactivated_at = 9, deactivated_by = 'portal' where number = 1");
  assert.deepEqual([of(1)[0]?.sessions, of(1)[1]?.sessions], [0, 1]);
}

test('accounts of an older file that have the address of an active employee become theirs, with role and sessions', (t) =>
  checkUpgrade(olderFile(t, OLD_SCHEMA)));

test('accounts of an older PostgreSQL database become those of employees, likewise', async (t) => {
  const older = await olderPostgres(t, OLD_SCHEMA);
  if (older) checkUpgrade(older);
});
