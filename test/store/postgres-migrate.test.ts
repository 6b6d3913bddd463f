import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { postgresMigrationFiles } from '../../src/store/sql-files.ts';
import { createTestDatabase, usePostgres } from './postgres-server.ts';

test('commits to the tables of every later migration are noticed, also to one that replaces another', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const url = createTestDatabase(t, server);
  const db = new PostgresDatabase(url, { write: true });
  t.after(() => db.close());
  const later = [
    { name: '9001_more', text: 'create table more (n bigint)' },
    {
      name: '9002_other',
      text: 'drop table more; create table more (n bigint); create table other (n bigint)',
    },
  ];
  migrate(db, [...postgresMigrationFiles, ...later]);
  const seen = new Set([db.snapshotVersion()]);
  for (const change of [
    'insert into more values (1)',
    'update other set n = 2',
    'delete from more',
    'truncate other',
  ]) {
    db.write(() => db.execute(change));
    seen.add(db.snapshotVersion());
  }
  assert.equal(seen.size, 5);
});
