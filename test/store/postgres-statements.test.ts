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
