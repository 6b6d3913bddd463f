import assert from 'node:assert/strict';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import type { Of, Shape } from '../../src/store/query.ts';
import { migrationFiles, postgresMigrationFiles } from '../../src/store/sql-files.ts';
import { createTestDatabase, usePostgres } from './postgres-server.ts';

/** A table in the words that both databases share; lists are sorted. */
type Table = {
  columns: Record<string, { kind: string; isRequired: boolean; default: string | null }>;
  primaryKey: string;
  /** Columns, and whether they are unique or the index is partial. */
  indexes: string[];
  references: string[];
  /** The columns of each check. */
  checks: string[];
  triggers: string[];
};

type Schema = Record<string, Table>;

test('both databases have the same tables, columns, keys, indexes, references, checks and triggers', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  assert.deepEqual(schemaOfPostgres(createTestDatabase(t, server)), schemaOfSqlite());
});

test('the last migration of PostgreSQL leads to the schema that the last one of SQLite leads to', () => {
  assert.equal(
    Number.parseInt(postgresMigrationFiles.at(-1)?.name ?? '', 10),
    migrationFiles.length,
  );
});

const indexText = (columns: string, isUnique: boolean, isPartial: boolean): string =>
  [columns, isUnique && 'unique', isPartial && 'partial'].filter(Boolean).join(' ');

function schemaOfSqlite(): Schema {
  const sqlite = new Sqlite(':memory:');
  sqlite.function('iso_time', (time) => time);
  for (const { text } of migrationFiles) sqlite.exec(text);
  const list = <R>(sql: string, ...values: string[]) => sqlite.prepare(sql).all(...values) as R[];
  const tables = list<{ name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'table' order by name",
  );
  const columnsOf = (index: string) =>
    list<{ name: string | null }>('select name from pragma_index_info(?)', index)
      .map(({ name }) => name ?? 'expression')
      .join();
  return Object.fromEntries(
    tables.map(({ name, sql }) => {
      const columns = list<{
        name: string;
        type: string;
        notnull: 0 | 1;
        default: string | null;
        pk: number;
      }>(
        'select name, lower(type) as type, "notnull", dflt_value as "default", pk from pragma_table_info(?)',
        name,
      );
      const indexes = list<{ name: string; unique: 0 | 1; partial: 0 | 1; origin: string }>(
        'select name, "unique", partial, origin from pragma_index_list(?)',
        name,
      );
      const references = list<{ id: number; table: string; from: string }>(
        'select id, "table", "from" from pragma_foreign_key_list(?) order by id, seq',
        name,
      );
      const triggers = list<{ name: string }>(
        "select name from sqlite_master where type = 'trigger' and tbl_name = ? order by name",
        name,
      );
      const names = columns.map((column) => column.name);
      const table: Table = {
        columns: Object.fromEntries(
          columns.map((column) => [
            column.name,
            {
              kind: column.type,
              isRequired: column.notnull === 1 || column.pk > 0,
              default: column.default,
            },
          ]),
        ),
        primaryKey: columns
          .filter(({ pk }) => pk > 0)
          .sort((one, other) => one.pk - other.pk)
          .map((column) => column.name)
          .join(),
        indexes: indexes
          .filter(({ origin }) => origin !== 'pk')
          .map((index) => indexText(columnsOf(index.name), index.unique === 1, index.partial === 1))
          .sort(),
        references: [...Map.groupBy(references, ({ id }) => id).values()]
          .map((parts) => `${parts.map(({ from }) => from).join()} to ${parts[0]?.table}`)
          .sort(),
        checks: checksIn(sql)
          .map((check) =>
            names
              .filter((column) => new RegExp(`\\b${column}\\b`).test(check))
              .sort()
              .join(),
          )
          .sort(),
        triggers: triggers.map((trigger) => trigger.name),
      };
      return [name, table];
    }),
  );
}

/** The conditions of the checks in the text of a table. */
function checksIn(sql: string): string[] {
  const text = sql.replace(/--.*$/gm, '').replace(/'[^']*'/g, "''");
  return [...text.matchAll(/\bcheck \(/g)].map(({ index, 0: start }) => {
    let depth = 1;
    let end = index + start.length;
    for (; depth > 0; end++) depth += Number(text[end] === '(') - Number(text[end] === ')');
    return text.slice(index + start.length, end - 1);
  });
}

const KINDS: Readonly<Record<string, string>> = { bigint: 'integer', bytea: 'blob' };

function schemaOfPostgres(url: string): Schema {
  const db = new PostgresDatabase(url, { write: false });
  const list = <R extends Shape>(sql: string, row: R): Of<R>[] =>
    db.all({ name: sql, sql, cardinality: 'many', params: {}, row }, {});
  const columnNames = (keys: string, relation: string) =>
    `(select string_agg(coalesce(a.attname, 'expression'), ',' order by k.n)
      from unnest(${keys}) with ordinality as k (key, n)
      left join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.key and a.attnum > 0)`;
  const columns = list(
    `select table_name as "table", column_name as name, data_type as kind, is_nullable = 'NO' as required,
       column_default as fallback, collation_name as collation
     from information_schema.columns where table_schema = 'engaged' order by ordinal_position`,
    {
      ...{ table: 'text', name: 'text', kind: 'text', required: 'flag' },
      ...{ fallback: 'text?', collation: 'text?' },
    },
  );
  const constraints = list(
    `select c.conrelid::regclass::text as "table", c.contype::text as kind,
       ${columnNames('c.conkey', 'c.conrelid')} as columns, c.confrelid::regclass::text as target
     from pg_constraint c where c.connamespace = 'engaged'::regnamespace and c.contype <> 't'`,
    { table: 'text', kind: 'text', columns: 'text', target: 'text' },
  );
  const indexes = list(
    `select i.indrelid::regclass::text as "table", ${columnNames('i.indkey::int[]', 'i.indrelid')} as columns,
       i.indisunique as isunique, i.indpred is not null as ispartial
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'engaged'::regnamespace and not i.indisprimary`,
    { table: 'text', columns: 'text', isunique: 'flag', ispartial: 'flag' },
  );
  const triggers = list(
    `select t.tgrelid::regclass::text as "table", t.tgname as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'engaged'::regnamespace and not t.tgisinternal
     order by 2`,
    { table: 'text', name: 'text' },
  );
  db.close();
  const sorted = (text: string) => text.split(',').sort().join();
  const tables = [...new Set(columns.map(({ table }) => table))]
    .filter((table) => table !== 'changes')
    .sort();
  return Object.fromEntries(
    tables.map((name) => {
      const ofTable = <R extends { table: string }>(rows: R[]) =>
        rows.filter(({ table }) => table === name);
      const triggerNames = ofTable(triggers).map((trigger) => trigger.name);
      const ofKind = (kind: string) => ofTable(constraints).filter((one) => one.kind === kind);
      const table: Table = {
        columns: Object.fromEntries(
          ofTable(columns).map((column) => {
            // Sorted as SQLite sorts, whatever the server's language is.
            assert.equal(
              column.collation,
              column.kind === 'text' ? 'C' : null,
              `${name}.${column.name}`,
            );
            return [
              column.name,
              {
                kind: KINDS[column.kind] ?? column.kind,
                isRequired: column.required === 1,
                default: column.fallback?.replace(/::text$/, '') ?? null,
              },
            ];
          }),
        ),
        primaryKey: ofKind('p')[0]?.columns ?? '',
        indexes: ofTable(indexes)
          .map((index) => indexText(index.columns, index.isunique === 1, index.ispartial === 1))
          .sort(),
        references: ofKind('f')
          .map((one) => `${one.columns} to ${one.target}`)
          .sort(),
        checks: ofKind('c')
          .map((check) => sorted(check.columns))
          .sort(),
        triggers: triggerNames.filter((trigger) => trigger !== 'counts_changes'),
      };
      // SQLite counts commits itself.
      assert.ok(triggerNames.includes('counts_changes'), `${name} counts no changes`);
      return [name, table];
    }),
  );
}
