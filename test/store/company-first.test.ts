import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { statementText } from '../../src/store/postgres/statement-text.ts';
import type { Of, Shape } from '../../src/store/query.ts';
import { everyDescriptor } from './descriptors.ts';
import { createTestDatabase, usePostgres } from './postgres-server.ts';

/** Tables whose rows are of several companies, or of none. Everything else begins with its company. */
const SHARED_TABLES: Readonly<Record<string, string>> = {
  changes: 'the number of commits',
  companies: 'the companies themselves',
  deleted_companies: 'their numbers are never used again',
  deployment: 'one row',
};

/** By these the company of a request is found. Secrets, so that no two companies have the same. */
const FIND_THE_COMPANY: Readonly<Record<string, string>> = {
  api_keys_hash_key: 'a key',
  portal_accounts_by_identity: 'who signs in elsewhere',
  portal_accounts_link_hash_key: 'a link',
  portal_sessions_hash_key: 'a session',
  walls_token_hash_key: 'the link of a wall',
};

const opened = (url: string) => {
  const db = new PostgresDatabase(url, { write: true });
  const list = <R extends Shape>(sql: string, row: R): Of<R>[] =>
    db.all({ name: sql, sql, cardinality: 'many', params: {}, row }, {});
  return { db, list };
};

test('every key, unique index and reference of what belongs to a company begins with the company', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { db, list } = opened(createTestDatabase(t, server));
  t.after(() => db.close());
  const firstOf = (relation: string, columns: string) =>
    `(select attname::text from pg_attribute where attrelid = ${relation} and attnum = ${columns})`;
  const indexes = list(
    `select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name,
       ${firstOf('i.indrelid', 'i.indkey[0]')} as first
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'engaged'::regnamespace and i.indisunique order by 2`,
    { table: 'text', name: 'text', first: 'text?' },
  );
  const references = list(
    `select conrelid::regclass::text as "table", conname::text as name,
       ${firstOf('conrelid', 'conkey[1]')} as first, ${firstOf('confrelid', 'confkey[1]')} as target
     from pg_constraint where connamespace = 'engaged'::regnamespace and contype = 'f' order by 2`,
    { table: 'text', name: 'text', first: 'text', target: 'text' },
  );
  const tables = list(
    `select relname::text as name from pg_class
     where relnamespace = 'engaged'::regnamespace and relkind = 'r'`,
    { name: 'text' },
  ).map(({ name }) => name);
  const isOfCompany = ({ table }: { table: string }) => !(table in SHARED_TABLES);
  assert.deepEqual(
    indexes.filter((one) => isOfCompany(one) && one.first !== 'company_id').map(({ name }) => name),
    Object.keys(FIND_THE_COMPANY),
  );
  assert.deepEqual(
    references.filter(
      (one) => isOfCompany(one) && (one.first !== 'company_id' || one.target !== 'company_id'),
    ),
    [],
  );
  // Nothing stands here that is gone, and nothing of a company is without a key.
  assert.deepEqual(
    Object.keys(SHARED_TABLES).filter((name) => !tables.includes(name)),
    [],
  );
  const withIndex = new Set(indexes.map(({ table }) => table));
  assert.deepEqual(
    tables.filter((table) => isOfCompany({ table }) && !withIndex.has(table)),
    [],
  );
});

/** Statements with tables that no condition binds to one company. */
const SEVERAL_COMPANIES: Readonly<Record<string, string>> = {
  'companies/find_programme': 'a sandbox goes by its company',
  'companies/find_welcome': 'likewise',
  'companies/list_live_sso_domains': 'a sandbox shows the domains of its company',
  'companies/next_id': 'no number is used twice',
  'deployment/latest_record': 'the latest of all companies, one table after the other',
  'folding/list_with': 'a migration reads one table after the other',
  'history-looks/delete_old': 'what is over, of all companies',
  'ledger-check/list_orphan_shop_entries': 'a check of the whole file, by company and entry',
  'ledger-check/list_wrong_coins_for_xp': 'a check of the whole file, by company and person',
  'ledger-check/list_wrong_kudos': 'a check of the whole file, by company and person',
  'ledger-check/list_wrong_kudos_months': 'a check of the whole file, by company, person and month',
  'ledger-check/list_wrong_months': 'a check of the whole file, by company, person and month',
  'ledger-check/list_wrong_redemptions': 'a check of the whole file, by company and entry',
  'mails/delete_old': 'a portion of the mails of all companies, each by its whole key',
  'pictures/find_logo': 'a sandbox has that of its company',
  'portal-sessions/delete_ended':
    'a portion of the sessions of all companies, each by its whole key',
  'scim-directory/sum_all_hours': 'a figure of all companies, for metrics',
  'webhook-deliveries/find_oldest_undelivered': 'the oldest of all companies',
  'webhook-deliveries/list_with_work':
    'webhooks of all companies, which the parameter names with their company',
};

type PlanNode = {
  'Node Type'?: string;
  'Relation Name'?: string;
  Alias?: string;
  Plans?: PlanNode[];
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The groups of tables in a plan that are not known to be of the same company. */
function groupsIn(plan: PlanNode, isOfCompany: (table: string) => boolean): string[][] {
  const names = nodesOf(plan)
    // A row that is written has the company that it is given.
    .filter((node) => node['Node Type'] !== 'ModifyTable')
    .flatMap(({ 'Relation Name': table, Alias: alias }) =>
      table && alias && isOfCompany(table) ? alias : [],
    );
  const group = new Map([...new Set(names)].map((name) => [name, name]));
  const join = (one: string, other: string) => {
    const [from, to] = [group.get(one) ?? one, group.get(other) ?? other];
    for (const [name, its] of group) if (its === from) group.set(name, to);
    group.set(one, to).set(other, to);
  };
  // Conditions of every kind, as they stand in the plan.
  for (const [, one = '', other = ''] of JSON.stringify(plan).matchAll(
    /\(?(\w+\.company_id|\$\d+) = (\w+\.company_id|\$\d+)\)/g,
  )) {
    join(one.replace('.company_id', ''), other.replace('.company_id', ''));
  }
  return [...Map.groupBy(new Set(names), (name) => group.get(name)).values()].map((its) =>
    its.sort(),
  );
}

test('no statement joins the rows of two companies', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { db, list } = opened(createTestDatabase(t, server));
  t.after(() => db.close());
  db.execute('set plan_cache_mode = force_generic_plan');
  const found: string[] = [];
  for (const [at, { query }] of (await everyDescriptor()).entries()) {
    const { text, names } = statementText(query);
    if (/^\s*set\b/.test(text)) continue;
    db.execute(`prepare company_${at} as ${text}`);
    const values = names.length === 0 ? '' : `(${names.map(() => 'null').join()})`;
    const [row] = list(`explain (verbose, format json) execute company_${at} ${values}`, {
      'QUERY PLAN': 'text',
    });
    const [{ Plan: plan }] = JSON.parse(row?.['QUERY PLAN'] ?? '');
    const groups = groupsIn(plan, (table) => !['changes', 'deployment'].includes(table));
    if (groups.length > 1) found.push(query.name);
  }
  assert.deepEqual(found.sort(), Object.keys(SEVERAL_COMPANIES));
});
