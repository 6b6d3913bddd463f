import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { statementText } from '../../src/store/postgres/statement-text.ts';
import { everyDescriptor } from './descriptors.ts';
import { createTestDatabase, usePostgres } from './postgres-server.ts';

/** What is no query, and so cannot be prepared by a statement. */
const isPreparable = (text: string): boolean => !/^\s*set\b/.test(text);

test('PostgreSQL accepts every statement', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const db = new PostgresDatabase(createTestDatabase(t, server), { write: true });
  t.after(() => db.close());
  const refused: unknown[] = [];
  for (const [at, { query }] of (await everyDescriptor()).entries()) {
    const { text } = statementText(query);
    try {
      if (isPreparable(text)) db.execute(`prepare prepared_${at} as ${text}`);
      else db.execute(text);
    } catch (error) {
      refused.push([query.name, (error as Error).message]);
    }
  }
  assert.deepEqual(refused, []);
});

/** The types that a declared one can be read from. */
const READABLE: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'json', 'jsonb'],
  integer: ['bigint', 'integer', 'numeric'],
  // 0 and 1 where the column of SQLite has them.
  flag: ['boolean', 'bigint', 'integer'],
  blob: ['bytea'],
};

test('the columns of every query have types that are read as they are declared', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const db = new PostgresDatabase(createTestDatabase(t, server), { write: true });
  t.after(() => db.close());
  const wrong: unknown[] = [];
  for (const [at, { query }] of (await everyDescriptor()).entries()) {
    const { text, names } = statementText(query);
    if (!/^\s*(?:select|with)\b/.test(text) || /\b(?:insert|update|delete)\b/.test(text)) continue;
    const nothing = names.length === 0 ? '' : `(${names.map(() => 'null').join()})`;
    db.execute(`prepare prepared_${at} as ${text}`);
    db.execute(
      `create temporary table result_${at} as execute prepared_${at} ${nothing} with no data`,
    );
    const columns = db.all(
      {
        name: `test/columns_${at}`,
        sql: `select attname as name, format_type(atttypid, null) as type from pg_attribute
          where attrelid = 'result_${at}'::regclass and attnum > 0`,
        cardinality: 'many',
        params: {},
        row: { name: 'text', type: 'text' },
      },
      {},
    );
    const declared = new Map(
      Object.entries(query.row).map(([name, kind]) => [name.toLowerCase(), kind.replace('?', '')]),
    );
    for (const { name, type } of columns) {
      const kind = declared.get(name) ?? '';
      if (!READABLE[kind]?.includes(type)) wrong.push([query.name, name, kind, type]);
    }
  }
  assert.deepEqual(wrong, []);
});
