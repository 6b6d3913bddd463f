import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { statementText } from '../../src/store/postgres/statement-text.ts';
import type { Cardinality, ParamShape, Query, Shape } from '../../src/store/query.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { everyDescriptor } from './descriptors.ts';
import { FILL } from './fill-postgres.ts';
import { createTestDatabase, usePostgres } from './postgres-server.ts';
import { type Costs, declaredCosts, inOrder, SMALL_TABLES, tablesIn } from './query-plans.ts';
import { statementsOf } from './statements-of.ts';

type Statement = Query<Cardinality, ParamShape, Shape>;

const db = new SqliteDatabase(':memory:', { write: true });
migrate(db);
// Otherwise plans have the checks of references, too. What is referred to is deleted with its company only.
db.execute('pragma foreign_keys = off');

const schema = db.all(
  {
    name: 'test/schema',
    sql: "select type, name, coalesce(sql, '') as sql from sqlite_schema",
    cardinality: 'many',
    params: {},
    row: { type: 'text', name: 'text', sql: 'text' },
  },
  {},
);

const namesOf = (which: (one: (typeof schema)[number]) => boolean): Set<string> =>
  new Set(schema.filter(which).map(({ name }) => name));

const tablesOfSchema = namesOf(({ type }) => type === 'table');

/** The indexes that have at most one row of a company. */
const oneOfACompany = namesOf(({ sql }) =>
  /^create unique index \w+ on \w+ \(company_id\)/i.test(sql),
);

const statements: readonly Statement[] = (await everyDescriptor()).map(({ query }) => query);

/** The steps of SQLite's plan. */
function planOf({ name, sql, params }: Statement): string[] {
  const plan = {
    name: `plan of ${name}`,
    sql: `explain query plan ${sql}`,
    cardinality: 'many',
    params,
    row: { detail: 'text' },
  } as const;
  const values = Object.fromEntries(
    Object.entries(params).map(([param, kind]) => [
      param,
      typeof kind === 'object' ? [] : kind.startsWith('text') ? '' : 1,
    ]),
  );
  return db.all(plan, values as never).map((step) => step.detail);
}

const SORT = 'USE TEMP B-TREE';

/** What a search in an index reads: all of a company, a part of it, or what belongs to something in it. */
const wholeness = (terms: string, index: string): 'scans' | 'spans' | undefined => {
  if (oneOfACompany.has(index)) return undefined;
  if (/^(?:company_id=\?)?$/.test(terms)) return 'scans';
  return /^company_id=\? AND \(?\w+[,<>]/.test(terms) ? 'spans' : undefined;
};

/** The names in a statement of tables that grow, with these tables. */
function growingIn({ sql }: Statement): ReadonlyMap<string, readonly string[]> {
  const growing = [...tablesIn(sql)].map(
    ([name, tables]) =>
      [
        name,
        [...tables].filter((one) => tablesOfSchema.has(one) && !(one in SMALL_TABLES)),
      ] as const,
  );
  return new Map(growing.filter(([, tables]) => tables.length > 0));
}

function costsOf(statement: Statement): Costs {
  const steps = planOf(statement);
  const tables = growingIn(statement);
  if (tables.size === 0) return [];
  const isPage = /\blimit\b/.test(statement.sql) && !steps.some((step) => step.startsWith(SORT));
  return inOrder(
    steps.flatMap((step) => {
      if (step.startsWith(SORT)) return 'sorts';
      const [, name = '', index = '', terms = ''] =
        /^(?:SCAN|SEARCH) (\S+)(?:[^(]* INDEX (\w+))?[^(]*(?:\((.*)\))?/.exec(step) ?? [];
      const how = wholeness(terms, index);
      if (how === undefined || (isPage && step.startsWith('SEARCH'))) return [];
      return (tables.get(name) ?? []).map((table) => `${how} ${table}`);
    }),
  );
}

test('what a statement scans, spans or sorts in SQLite is declared in its header, with the reason', () => {
  assert.deepEqual(
    statements.map((one) => [one.name, costsOf(one)]).filter(([, costs]) => costs?.length),
    statements
      .map((one) => [one.name, inOrder(declaredCosts(one))])
      .filter(([, costs]) => costs?.length),
  );
});

/** What a thread that responds reads of a table between two values, and why that grows with nothing. */
const READ_BETWEEN: Readonly<Record<string, string>> = {
  'roster/list_people': 'the ranges have nobody but the people who are asked for',
};

test('no thread that responds to requests scans or spans a table that grows', async () => {
  // The threads of Slack and of mail rank by themselves, and nobody else waits for them.
  const called = await statementsOf(
    /^(?:(?:http|portal)\/(?!slack\/|mail\/(?!start-))|cli\/server\/)/,
  );
  assert.ok(called.size > 100);
  assert.deepEqual(
    statements
      .filter(({ name }) => called.has(name))
      .filter((one) => costsOf(one).some((cost) => cost !== 'sorts'))
      .map(({ name }) => name),
    Object.keys(READ_BETWEEN),
  );
});

test('the tables that stay small are tables of the schema', () => {
  assert.deepEqual(
    Object.keys(SMALL_TABLES).filter((table) => !tablesOfSchema.has(table)),
    [],
  );
});

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The terms of a condition in SQLite's words: `(e.company_id = $1)` is `company_id=?`. */
const termsOf = (condition: string): string =>
  [...condition.matchAll(/\((?:\w+\.)?(\w+) (=|<=?|>=?|IS NOT NULL)|\(ROW\((?:\w+\.)?(\w+)/g)]
    .map(([, column, operator = '', first]) =>
      operator === '=' ? `${column}=?` : `${column ?? first}>?`,
    )
    .sort((one, other) => Number(other.endsWith('=?')) - Number(one.endsWith('=?')))
    .join(' AND ');

/** The same of PostgreSQL, where nothing is read from a table or sorted if an index can help. */
function costsInPostgres(plan: PlanNode): Costs {
  const nodes = nodesOf(plan);
  const hasSort = nodes.some((node) => /Sort$/.test(node['Node Type']));
  const isPage = nodes.some((node) => node['Node Type'] === 'Limit') && !hasSort;
  return inOrder(
    nodes.flatMap((node) => {
      if (/Sort$/.test(node['Node Type'])) return 'sorts';
      const { 'Relation Name': table, 'Index Cond': condition, 'Index Name': index = '' } = node;
      if (!table || !/Scan$/.test(node['Node Type']) || table in SMALL_TABLES) return [];
      const how = wholeness(termsOf(condition ?? ''), index);
      return how === undefined || (isPage && condition !== undefined) ? [] : `${how} ${table}`;
    }),
  );
}

/** What costs nothing more in SQLite, as that knows an order already or has another way. */
const MORE_IN_POSTGRES: Readonly<Record<string, { cost: string; reason: string }>> = {
  'ranking/rank_months': { cost: 'spans xp_months', reason: 'the ranker thread ranks everybody' },
  'mails/list_redemptions': { cost: 'sorts', reason: 'those of one mail' },
  'employees/list_holders': { cost: 'sorts', reason: 'at most two people' },
  'employees/list_json_by_external_id': { cost: 'sorts', reason: 'at most one person' },
  'employees/list_matching': { cost: 'sorts', reason: 'at most four people' },
  'xp-ledger/list_json': { cost: 'sorts', reason: 'one page' },
};

/** What PostgreSQL sorts or reads in order, as it estimates. */
const MAY_SORT: Readonly<Record<string, string>> = {
  'last-jobs/list_xp_imports': 'one row of each of the first companies',
};

test('PostgreSQL scans, spans and sorts nothing but what is declared, for SQLite or for itself', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const postgres = new PostgresDatabase(createTestDatabase(t, server), { write: true });
  t.after(() => postgres.close());
  postgres.execute(FILL);
  postgres.execute(`set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
    set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off`);
  const found: unknown[] = [];
  for (const [at, statement] of statements.entries()) {
    const { text, names } = statementText(statement);
    if (/^\s*set\b/.test(text)) continue;
    postgres.execute(`prepare planned_${at} as ${text}`);
    const values = names.length === 0 ? '' : `(${names.map(() => 'null').join()})`;
    const [row] = postgres.all(
      {
        name: `test/plan_${at}`,
        sql: `explain (format json) execute planned_${at} ${values}`,
        cardinality: 'many',
        params: {},
        row: { 'QUERY PLAN': 'text' },
      },
      {},
    );
    const [{ Plan: plan }] = JSON.parse(row?.['QUERY PLAN'] ?? '');
    const costs = growingIn(statement).size === 0 ? [] : costsInPostgres(plan);
    const declared = declaredCosts(statement);
    const readWhole = declared.flatMap((cost) => cost.split(' ')[1] ?? []);
    // What reads much anyway may be read in another way, and sorted.
    const known =
      readWhole.length > 0 || statement.name in MAY_SORT ? [...declared, 'sorts'] : declared;
    const more = costs.filter(
      (cost) => !known.includes(cost) && !readWhole.includes(cost.split(' ')[1] ?? ''),
    );
    if (more.length > 0) found.push([statement.name, more]);
  }
  assert.deepEqual(
    found,
    Object.entries(MORE_IN_POSTGRES).map(([name, { cost }]) => [name, [cost]]),
  );
});
