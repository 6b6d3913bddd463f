import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { mapDetails } from '../../src/domain/roster/fields.ts';
import type { Database } from '../../src/store/database.ts';
import type { Shape } from '../../src/store/query.ts';
import { testQuery } from '../faults/roster-fixture.ts';
import { createPersonOnRecord, openBeside, tracesIn } from './erasure-person.ts';

/**
 * Every column that can hold text, and why it holds nothing of a person; `personal` where it can. A new column
 * belongs here, and a personal one in `createPersonOnRecord`, in src/service/erasure.ts and in
 * src/service/person-export.ts.
 */
const TEXT_COLUMNS: Record<string, Record<string, string>> = {
  api_keys: {
    id: 'an id of a key',
    hash: 'a hash of a key',
    hint: 'part of a key',
    name: 'names a system',
    scopes: 'names of scopes',
    successor_id: 'an id of a key',
    last_used_from: 'an address of a system',
  },
  audit_log: {
    actor: 'an account of an operator',
    action: 'a name of an action',
    target_kind: 'a name of a kind',
    target_id: 'an id',
    before: 'personal',
    after: 'personal',
  },
  award_actors: { actor: 'an account of an operator' },
  badge_awards: { badge_code: 'names a badge' },
  badges: {
    code: 'names a badge',
    name: 'names a badge',
    description: 'describes a badge',
    category: 'one of three',
    rarity: 'one of five',
    icon_url: 'shows a badge',
  },
  coin_ledger: {
    reason: 'personal',
    source: 'names a part of the program, or a key',
    once_key: 'personal',
  },
  companies: {
    id: 'an id',
    name: 'names a company',
    name_key: 'names a company',
    mode: 'one of two',
    ties: 'one of two',
    currency: 'names a currency',
    logo: 'a hash of a picture',
    picture_secret: 'a key',
    about: 'a text of the company to everybody',
    welcome_reason: 'a reason for everybody who joins',
    unwanted_mail: 'names of kinds of mail',
    language: 'one of few',
    time_zone: 'names a place',
    ranking: 'one of four',
    roster_authority: 'one of three',
    scim_number: 'one of two',
  },
  contests: {
    id: 'an id',
    name: 'names a contest',
    name_key: 'names a contest',
    departments: 'numbers of departments',
    prizes: 'ranks, coins and codes of badges',
    ties: 'one of three',
    withheld: 'ranks and reasons',
    counts: 'one of four',
    deciders: 'who made and changed it',
    reasons: 'those of awards to everybody, chosen for a contest',
    badges: 'codes of badges',
    teams: 'numbers of departments',
  },
  pictures: { hash: 'a hash of a picture', type: 'one of three', content: 'a picture' },
  deleted_companies: { id: 'an id', mode: 'one of two', actor: 'an account of an operator' },
  departments: {
    id: 'an id',
    external_id: 'names a department',
    name: 'names a department',
    name_key: 'names a department',
  },
  deployment: {
    ...{ cursor_key: 'a key', address: 'names a system', served_by: 'a version' },
    ...{ slack_state: 'one of three', slack_reason: 'a code' },
  },
  employees: {
    id: 'an id, which stays',
    external_id: 'personal',
    email: 'personal',
    email_key: 'personal',
    given_name: 'personal',
    account_name: 'personal',
    ...mapDetails(() => 'personal'),
    portal_role: 'empty: who has a role is not erased',
    deactivated_by: 'one of two',
    deactivation_reason: 'personal',
    unwanted_mail: 'names of kinds of mail',
    shown_as: 'one of three',
    nickname: 'personal',
    nickname_key: 'personal',
  },
  events: { id: 'an id', type: 'names a kind', data: 'ids and numbers' },
  gifts: {
    id: 'an id',
    content: 'a hash of numbers and reasons',
    origin: 'one of five',
    subject: 'names a list, a department or a badge',
    actor: 'a key, or an account of an operator',
    undone_by: 'an account of an operator',
  },
  gift_lines: {
    badge_code: 'names a badge',
    reason: 'personal',
    state: 'one of five',
    why: 'a code',
    said: 'personal',
    said_key: 'personal',
  },
  history_looks: { actor: 'an account of an operator', kind: 'one of two', role: 'one of six' },
  kept_people: { reason: 'one of two' },
  kudos_decisions: {
    decision: 'one of two',
    reason: 'personal',
    actor: 'an account of an operator',
  },
  kudos_departments: { visibility: 'one of three', state: 'one of four' },
  kudos_parts: { part: 'one of two' },
  kudos_posts: {
    id: 'an id',
    value_code: 'names a value',
    message: 'personal',
    visibility: 'one of three',
    state: 'one of four',
    once_key: 'personal',
  },
  kudos_reaction_counts: { kind: 'one of five' },
  kudos_reactions: { kind: 'one of five' },
  kudos_reports: { reason: 'personal' },
  kudos_settings: { visibility: 'one of three' },
  kudos_value_months: { value_code: 'names a value' },
  kudos_values: { code: 'names a value', name: 'names a value' },
  portal_accounts: {
    id: 'an id',
    email: 'names an account without an employee',
    email_key: 'names an account without an employee',
    role: 'one of three',
    password_hash: 'a hash of a password',
    link_hash: 'a hash of a link',
    renewed_by: 'an account of an operator',
    totp_secret: 'a key, which goes with the account',
    recovery_hashes: 'hashes of codes',
    unwanted_mail: 'kinds of mail, and goes with the account',
    language: 'one of few',
    issuer: 'names a system',
    subject: 'personal',
  },
  mail_rounds: { kind: 'one of three' },
  mails: {
    id: 'an id',
    kind: 'one of eight',
    link_seed: 'random; empty once it is sent',
    client: 'goes with the account',
    state: 'one of four',
    error: 'a code',
    subject: 'an id, a number, a day, or names a badge',
  },
  portal_sessions: {
    id: 'an id',
    hash: 'a hash of a token',
    client: 'empty: nobody who is deactivated has a session',
    browser: 'empty: nobody who is deactivated has a session',
  },
  report_totals: { unit: 'one of two' },
  redemptions: { id: 'an id', status: 'one of five', once_key: 'personal', reason: 'personal' },
  sign_in_periods: { unit: 'one of two' },
  shop_items: {
    id: 'an id',
    name: 'names an item',
    description: 'describes an item',
    category: 'one of five',
    image_url: 'shows an item',
  },
  roster_holds: {
    token: 'an id',
    run: 'personal, and gone before anybody can be erased: a held company refuses every change',
  },
  no_email_domains: { domain: 'names a company' },
  roster_profiles: {
    name: 'names a way to read files',
    reading: 'names columns, and values of filters',
  },
  sso_domains: { domain: 'names a company' },
  standings_blocks: { list: 'one of three', data: 'numbers' },
  sync_budgets: { key_id: 'an id of a key' },
  sync_runs: {
    id: 'an id',
    kind: 'one of three',
    subject_id: 'an id',
    superseded_by: 'an id',
    source: 'one of two',
    actor: 'a key, or an account of an operator',
    request_id: 'made by the service',
    outcome: 'one of three',
    result: 'counts',
    changes: 'personal',
  },
  scim_groups: {
    id: 'an id',
    display_name: 'names a group',
    display_name_key: 'names a group',
    directory_id: 'a key of a group',
  },
  scim_hours: { run_id: 'an id' },
  scim_refusals: { reason: 'one of a few', user_name: 'personal' },
  scim_users: {
    user_name: 'personal',
    user_name_key: 'personal',
    directory_id: 'personal',
    email_key: 'personal',
    attributes: 'personal',
  },
  sync_run_changes: { changes: 'personal' },
  walls: {
    id: 'an id',
    token_hash: 'a hash of a link',
    title: 'names a screen',
    language: 'one of few',
    period: 'one of four',
    shows: 'one of two',
  },
  webhook_deliveries: { state: 'one of three', error: 'a code' },
  webhooks: {
    id: 'an id',
    url: 'names a system',
    types: 'names of types of events',
    secrets: 'keys',
    disabled_by: 'one of three',
    made_by: 'one of two',
    format: 'one of seven',
  },
  xp_ledger: {
    reason: 'personal',
    source: 'names a part of the program, or a key',
    once_key: 'personal',
    badges: 'names badges',
  },
};

/** The tables of rows that belong to a person, and where the export has them. */
const EXPORTED: Record<string, string> = {
  badge_awards: 'badges',
  coin_ledger: 'coins',
  events: 'events',
  former_placements: 'former_placements',
  gift_lines: 'gifts',
  history_looks: 'looks',
  kept_people: 'kept',
  kudos_parts: 'kudos_part',
  kudos_reactions: 'kudos_reactions',
  kudos_receivers: 'kudos_received',
  kudos_reports: 'kudos_reports',
  mails: 'mails',
  portal_accounts: 'portal_accounts',
  redemptions: 'redemptions',
  scim_group_members: 'directory_groups',
  scim_refusals: 'directory_refusals',
  scim_users: 'directory',
  sign_in_periods: 'signed_in',
  xp_coins: 'coins_for_xp',
  xp_ledger: 'xp',
  xp_months: 'xp_by_month',
};

const columns = testQuery(
  `select m.name as "table", c.name as "column", c.type as type
   from sqlite_schema m, pragma_table_info(m.name) c
   where m.type = 'table' and m.name not like 'sqlite_%'`,
  { table: 'text', column: 'text', type: 'text' },
);

const personalColumns = Object.entries(TEXT_COLUMNS).flatMap(([table, reasons]) =>
  Object.keys(reasons).flatMap((column) =>
    reasons[column] === 'personal' ? { table, column } : [],
  ),
);

/** The traces in all values of a column, sandboxes included. */
const tracesInColumn = (db: Database, { table, column }: { table: string; column: string }) =>
  tracesIn(
    rowsOf(db, `select cast("${column}" as text) as value from "${table}"`, { value: 'text?' })
      .map(({ value }) => value ?? '')
      .join('\n'),
  );

const rowsOf = <R extends Shape>(db: Database, sql: string, row: R) =>
  db.all(testQuery(sql, row), {});

async function create(t: TestContext) {
  const person = await createPersonOnRecord(t);
  return { person, db: openBeside(t, person.file) };
}

test('the erasure covers every column that can hold text, and every table with rows of an employee', async (t) => {
  const { db } = await create(t);
  const all = db.all(columns, {});
  assert.deepEqual(
    all
      .filter(({ type }) => type !== 'INTEGER')
      .map(({ table, column }) => `${table}.${column}`)
      .sort(),
    Object.entries(TEXT_COLUMNS)
      .flatMap(([table, reasons]) => Object.keys(reasons).map((column) => `${table}.${column}`))
      .sort(),
  );
  assert.deepEqual(
    all.flatMap(({ table, column }) => (column === 'employee_number' ? table : [])).sort(),
    Object.keys(EXPORTED).sort(),
  );
});

test('an erasure empties every personal column of the employee, and no other column ever held personal values', async (t) => {
  const { person, db } = await create(t);
  const all = db.all(columns, {});
  const isPersonal = (one: { table: string; column: string }) =>
    personalColumns.some(({ table, column }) => table === one.table && column === one.column);
  for (const column of all) {
    const traces = tracesInColumn(db, column);
    const name = `${column.table}.${column.column}`;
    if (isPersonal(column)) assert.notDeepEqual(traces, [], name);
    else assert.deepEqual(traces, [], name);
  }
  const words = ['employee', 'erase', person.id, '--reason', 'Request 114', '--yes'];
  assert.equal((await person.run(words)).code, 0);
  for (const column of all) {
    assert.deepEqual(tracesInColumn(db, column), [], `${column.table}.${column.column}`);
  }
});

test('an export contains every personal column and every row of the employee, and of nobody else', async (t) => {
  const { person, db } = await create(t);
  const { stdout } = await person.run(['employee', 'export', 'xid-70001'.toUpperCase()]);
  const exported = JSON.parse(stdout) as Record<string, unknown[]>;
  for (const column of personalColumns) {
    const missing = tracesInColumn(db, column).filter((trace) => !tracesIn(stdout).includes(trace));
    assert.deepEqual(missing, [], `${column.table}.${column.column}`);
  }
  for (const [table, name] of Object.entries(EXPORTED)) {
    const [rows] = rowsOf(
      db,
      `select count(*) as count from "${table}" r
       join employees e on e.company_id = r.company_id and e.number = r.employee_number
       where e.id = '${person.id}'`,
      { count: 'integer' },
    );
    // A deactivation ends these rows.
    assert.equal(rows && rows.count > 0, table !== 'kept_people', table);
    assert.equal(exported[name]?.length, rows?.count, table);
  }
  const places = (exported as { closed_months?: { rank: number; xp: number }[] }).closed_months;
  assert.deepEqual(
    places?.map(({ rank, xp }) => [rank, xp]),
    [[1, 7]],
  );
  assert.doesNotMatch(stdout, /person\d+@|Family\d|command line/);
});

test('an export is an audit entry, and works for deactivated employees', async (t) => {
  const { person } = await create(t);
  const words = ['employee', 'export', person.id];
  const first = JSON.parse((await person.run(words)).stdout);
  assert.equal(first.employee.state, 'deactivated');
  const second = JSON.parse((await person.run(words)).stdout);
  const { at, ...entry } = second.audit.at(-1);
  assert.deepEqual(entry, {
    action: 'employee.export',
    target: { kind: 'employee', id: person.id },
    before: null,
    after: null,
  });
  assert.deepEqual(
    first.runs.map((run: { change: string; fields: object; held_back_as: string }) => [
      run.change,
      Object.keys(run.fields),
      run.held_back_as,
    ]),
    [
      ['updated', ['external_id', 'department', 'job_title'], null],
      ['updated', ['job_title'], null],
      [null, [], null],
      ['updated', ['name', 'email'], null],
      ['updated', ['name', 'email'], null],
      [null, [], 'XID-70001'],
      ['updated', ['name'], 'XID-70001'],
    ],
  );
});
