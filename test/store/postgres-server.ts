import { hash, randomUUID } from 'node:crypto';
import { after, type TestContext } from 'node:test';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { postgresMigrationFiles } from '../../src/store/sql-files.ts';
import { type Server, startPostgres } from './postgres-process.ts';

/** The server on which tests create databases, if they are to use PostgreSQL. */
export const { ENGAGED_TEST_POSTGRES: TEST_SERVER } = process.env;

let shared: ReturnType<typeof startPostgres> | undefined;

/** Servers to be stopped when all tests of the file have ended, because tests remove their databases first. */
const servers: (Server | undefined)[] = [];
after(() => Promise.all(servers.map((server) => server?.stop())));

/**
 * The server of this run, or one for this test file alone. Without one the test is skipped, and says so.
 *
 * @returns its address
 */
export async function usePostgres(t: TestContext): Promise<string | undefined> {
  if (TEST_SERVER !== undefined) return TEST_SERVER;
  shared ??= startPostgres();
  const server = await shared;
  if (!servers.includes(server)) servers.push(server);
  if (!server) skip(t);
  return server?.url;
}

/** A server of this test alone, which it may stop; undefined, and the test is skipped, where there is no PostgreSQL. */
export async function useOwnPostgres(
  t: TestContext,
  options: { isStandby?: boolean } = {},
): Promise<Server | undefined> {
  const server = await startPostgres(options);
  if (!server) skip(t);
  servers.push(server);
  return server;
}

function skip(t: TestContext): void {
  process.stderr.write('There is no PostgreSQL 15 or newer here, so its tests are skipped.\n');
  t.skip('no PostgreSQL');
}

/** The same for every test process with the same migrations. */
const TEMPLATE = `template_${hash('sha1', postgresMigrationFiles.map(({ text }) => text).join()).slice(0, 12)}`;

const urlOf = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

const administrators = new Map<string, PostgresDatabase>();

/** A database without companies on a server, removed when the test ends. @returns its address */
export function createTestDatabase(t: TestContext, server: string): string {
  createTemplate(server, administratorOf(server));
  return createDatabase(t, server, `template ${TEMPLATE}`);
}

/** A database without tables, likewise. @param options how PostgreSQL is to create it */
export function createDatabase(t: TestContext, server: string, options = ''): string {
  const admin = administratorOf(server);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  admin.execute(`create database ${name} ${options}`);
  t.after(() => admin.execute(`drop database ${name} with (force)`));
  return urlOf(server, name);
}

function administratorOf(server: string): PostgresDatabase {
  const admin =
    administrators.get(server) ??
    new PostgresDatabase(server, { write: true, busyTimeout: 60_000 });
  administrators.set(server, admin);
  return admin;
}

function createTemplate(server: string, admin: PostgresDatabase): void {
  const isThere = () =>
    admin.one(
      {
        name: 'test/template',
        sql: 'select 1 as found from pg_database where datname = :name',
        cardinality: 'one',
        params: { name: 'text' },
        row: { found: 'integer' },
      },
      { name: TEMPLATE },
    ) !== undefined;
  if (isThere()) return;
  // Several test processes start at once.
  admin.execute('select pg_advisory_lock(1)');
  if (isThere()) return;
  admin.execute(`create database ${TEMPLATE}_new`);
  const db = new PostgresDatabase(urlOf(server, `${TEMPLATE}_new`), { write: true });
  migrate(db);
  db.close();
  // It can be renamed once nobody is connected to it.
  for (;;) {
    try {
      admin.execute(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`);
      break;
    } catch {}
  }
  admin.execute('select pg_advisory_unlock(1)');
}
