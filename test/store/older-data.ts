import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Database } from '../../src/store/database.ts';
import { migrate as migratePostgres } from '../../src/store/postgres/migrate.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { migrationFiles, postgresMigrationFiles } from '../../src/store/sql-files.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { createBareDatabase, usePostgres } from './postgres-server.ts';
import { createEmptyDatabase, tempFolder } from './temp-files.ts';

/** Data of an older schema, without rows, and what brings it to that of today. */
export type Older = { db: Database; upgrade(): void };

const upTo =
  (schema: number) =>
  ({ name }: { name: string }) =>
    Number.parseInt(name, 10) <= schema;

/** A data file for one test. */
export function olderFile(t: TestContext, schema: number): Older {
  const db = createEmptyDatabase(join(tempFolder(t), 'a.db'));
  t.after(() => db.close());
  migrate(db, migrationFiles.filter(upTo(schema)));
  return { db, upgrade: () => migrate(db) };
}

/** A database of PostgreSQL for one test; undefined where there is no server, which the test then says. */
export async function olderPostgres(t: TestContext, schema: number): Promise<Older | undefined> {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const db = new PostgresDatabase(createBareDatabase(t, server), { write: true });
  t.after(() => db.close());
  migratePostgres(db, postgresMigrationFiles.filter(upTo(schema)));
  return { db, upgrade: () => migratePostgres(db) };
}
