import { hash, randomUUID } from 'node:crypto';
import { after, type TestContext } from 'node:test';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { postgresMigrationFiles } from '../../src/store/sql-files.ts';
import {
  NO_POSTGRES,
  NO_SERVER,
  type Server,
  type StartOptions,
  startPostgres,
} from './postgres-process.ts';

const {
  ENGAGED_TEST_FOLDER,
  ENGAGED_TEST_NEEDS_POSTGRES,
  ENGAGED_TEST_POSTGRES,
  ENGAGED_TEST_POSTGRES_SERVER,
} = process.env;

/** The server on which tests create databases, if they are to use PostgreSQL. */
export const TEST_SERVER = ENGAGED_TEST_POSTGRES || undefined;

let shared: ReturnType<typeof startPostgres> | undefined;

/** Servers to be stopped when all tests of the file have ended, because tests remove their databases first. */
const servers: (Server | undefined)[] = [];
after(async () => {
  try {
    for (const database of ended) remove(database);
    for (const removeOne of over) removeOne();
  } finally {
    await Promise.all(servers.map((server) => server?.stop()));
  }
});

/**
 * The server of this run, or one for this test file alone. Without one the test is skipped, and says so.
 *
 * @returns its address
 */
export async function usePostgres(t: TestContext): Promise<string | undefined> {
  if (TEST_SERVER !== undefined) return TEST_SERVER;
  if (ENGAGED_TEST_POSTGRES_SERVER === NO_SERVER) {
    skip(t);
    return undefined;
  }
  if (ENGAGED_TEST_POSTGRES_SERVER) return ENGAGED_TEST_POSTGRES_SERVER;
  shared ??= startPostgres({ isShared: true });
  const server = await shared;
  if (!servers.includes(server)) servers.push(server);
  if (!server) skip(t);
  return server?.url;
}

/** A server of this test alone, which it may stop; undefined, and the test is skipped, where there is no PostgreSQL. */
export async function useOwnPostgres(
  t: TestContext,
  options: StartOptions = {},
): Promise<Server | undefined> {
  const server = await startPostgres(options);
  if (!server) skip(t);
  servers.push(server);
  return server;
}

/** @throws Error where continuous integration needs it */
function skip(t: TestContext): void {
  if (ENGAGED_TEST_NEEDS_POSTGRES) throw new Error(NO_POSTGRES);
  process.stderr.write(`\n${NO_POSTGRES}, so its tests are skipped.\n`);
  t.skip('no PostgreSQL');
}

/** The same for every test process with the same migrations. */
const TEMPLATE = `template_${hash('sha1', postgresMigrationFiles.map(({ text }) => text).join()).slice(0, 12)}`;

const urlOf = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/** Its files are copied, which takes a fraction of writing them through the log. */
const copyOf = (name: string, template: string): string =>
  `create database ${name} template ${template} strategy file_copy`;

const administrators = new Map<string, PostgresDatabase>();

/** A database for one test after another. */
type TestDatabase = {
  name: string;
  server: string;
  admin: PostgresDatabase;
  /** How many tables, functions and triggers there were at first. */
  objects: number;
};

/** Databases of tests that have ended. Making one takes longer than most tests. */
const ended: TestDatabase[] = [];

function remove({ name, server, admin }: TestDatabase): void {
  admin.close();
  administrators.get(server)?.execute(`drop database ${name} with (force)`);
}

/** A database without companies on a server, for one test. @returns its address */
export function createTestDatabase(t: TestContext, server: string): string {
  const at = ended.findIndex((one) => one.server === server);
  const [used] = at === -1 ? [] : ended.splice(at, 1);
  const isEmpty = used && makeEmpty(used);
  if (used && !isEmpty) remove(used);
  const database = isEmpty ? used : createDatabase(server);
  t.after(() => {
    ended.push(database);
  });
  return urlOf(server, database.name);
}

/** Removes all rows. @returns whether the tables are as they were at first */
function makeEmpty(database: TestDatabase): boolean {
  const { admin } = database;
  admin.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  if (countObjects(admin) !== database.objects) return false;
  admin.execute(`do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'engaged' and tablename <> 'changes' loop
      execute 'delete from ' || name;
    end loop;
  end $$`);
  return true;
}

const countObjects = (db: PostgresDatabase): number =>
  db.one(
    {
      name: 'test/objects',
      sql: `select (select count(*) from pg_class where relnamespace = 'engaged'::regnamespace)
        + (select count(*) from pg_proc where pronamespace = 'engaged'::regnamespace)
        + (select count(*) from pg_trigger) as count`,
      cardinality: 'one',
      params: {},
      row: { count: 'integer' },
    },
    {},
  )?.count ?? 0;

function createDatabase(server: string): TestDatabase {
  const administrator = administratorOf(server);
  createTemplate(server, administrator);
  const name = newName();
  administrator.execute(copyOf(name, TEMPLATE));
  const admin = new PostgresDatabase(urlOf(server, name), { write: true });
  return { name, server, admin, objects: countObjects(admin) };
}

/** A database without tables, removed when the test ends. @param options of its creation @returns its address */
export function createBareDatabase(t: TestContext, server: string, options = ''): string {
  const administrator = administratorOf(server);
  const name = newName();
  administrator.execute(`create database ${name} ${options}`);
  t.after(() => administrator.execute(`drop database ${name} with (force)`));
  return urlOf(server, name);
}

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

function administratorOf(server: string): PostgresDatabase {
  const administrator =
    administrators.get(server) ??
    new PostgresDatabase(server, { write: true, busyTimeout: 60_000 });
  administrators.set(server, administrator);
  return administrator;
}

/**
 * A database with contents that are the same for many tests, for one of them. Copying it takes a tenth of filling it.
 *
 * @param contents what `fill` writes, in a word
 * @returns its address
 */
export function createFilledDatabase(
  t: TestContext,
  server: string,
  contents: string,
  fill: (db: PostgresDatabase) => void,
): string {
  const administrator = administratorOf(server);
  for (const removeOne of over.splice(0)) removeOne();
  const template = `${contents}_${RUN}`;
  if (!hasTemplate(administrator, template)) {
    createTemplate(server, administrator);
    makeTemplate(server, administrator, { name: template, from: TEMPLATE, fill });
  }
  const name = newName();
  administrator.execute(copyOf(name, template));
  // Not now: what the test has opened is still to be closed.
  t.after(() => over.push(() => administrator.execute(`drop database ${name} with (force)`)));
  return urlOf(server, name);
}

/** The same for the test processes of a run, because the code that fills a database may change until the next one. */
const RUN = hash('sha1', ENGAGED_TEST_FOLDER ?? randomUUID()).slice(0, 12);

/** What removes the databases of tests that have ended. */
const over: (() => void)[] = [];

const createTemplate = (server: string, admin: PostgresDatabase): void => {
  if (!hasTemplate(admin, TEMPLATE)) {
    makeTemplate(server, admin, { name: TEMPLATE, from: 'template0', fill: (db) => migrate(db) });
  }
};

/** Makes a template, unless another process did. It is marked as one when it is whole. */
function makeTemplate(
  server: string,
  admin: PostgresDatabase,
  { name, from, fill }: { name: string; from: string; fill: (db: PostgresDatabase) => void },
): void {
  // Several test processes start at once. Whatever happens, the lock ends with its connection.
  const lock = new PostgresDatabase(server, { write: true, busyTimeout: 600_000 });
  try {
    lock.execute('select pg_advisory_lock(1)');
    if (hasTemplate(admin, name)) return;
    admin.execute(`drop database if exists ${name} with (force)`);
    admin.execute(copyOf(name, from));
    const db = new PostgresDatabase(urlOf(server, name), { write: true });
    try {
      fill(db);
    } finally {
      db.close();
    }
    // It cannot be copied before the server has ended that connection.
    admin.execute(
      `select pg_terminate_backend(pid, 600000) from pg_stat_activity where datname = '${name}'`,
    );
    admin.execute(`alter database ${name} is_template true`);
  } finally {
    lock.close();
  }
}

const hasTemplate = (admin: PostgresDatabase, name: string): boolean =>
  admin.one(
    {
      name: 'test/template',
      sql: 'select 1 as found from pg_database where datname = :name and datistemplate',
      cardinality: 'one',
      params: { name: 'text' },
      row: { found: 'integer' },
    },
    { name },
  ) !== undefined;
