import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { SCOPES } from '../../src/domain/api-key.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { type CompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { createKey, type IssuedKey, type NewKey } from '../../src/service/keys/keys.ts';
import type { Database } from '../../src/store/database.ts';
import * as events from '../../src/store/events/events.ts';
import { createDataFile, openDataFile } from '../../src/store/files/data-file.ts';
import * as deployment from '../../src/store/operations/deployment.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import type { Of, Shape } from '../../src/store/query.ts';
import { createFilledDatabase, TEST_SERVER } from '../store/postgres-server.ts';
import { copyTemplate, tempFolder } from '../store/temp-files.ts';

/** The current time in tests. */
export const NOW = Date.UTC(2026, 10, 21, 9, 30);

/** A data file with one company and its sandbox, and functions that write to both. */
export type TestCompany = {
  file: string;
  db: Database;
  companyId: number;
  sandboxId: number;
  /** Runs a change to the live company. */
  write: <T>(change: (write: CompanyWrite) => T, now?: number) => T;
  /** Runs a change to its sandbox. */
  writeSandbox: <T>(change: (write: CompanyWrite) => T, now?: number) => T;
};

/** Creates a company for one test, which removes it at its end. @param server of PostgreSQL; without one in a data file */
export function createTestCompany(t: TestContext, server = TEST_SERVER): TestCompany {
  return asTestCompany(t, create(t, server, 'company', fill));
}

/**
 * The same with more in it, that is made once for all tests which use it.
 *
 * @param name by which it is kept, in letters of names in SQL
 */
export function createFilledCompany(
  t: TestContext,
  name: string,
  fillMore: (db: Database, companyId: number) => void,
  server = TEST_SERVER,
): TestCompany {
  const fillAll = (db: Database) => {
    fill(db);
    fillMore(db, idsIn(db).companyId);
  };
  return asTestCompany(t, create(t, server, name, fillAll));
}

const create = (
  t: TestContext,
  server: string | undefined,
  name: string,
  fillIt: (db: Database) => void,
) => (server ? createInDatabase(t, server, name, fillIt) : createInFile(t, name, fillIt));

function asTestCompany(t: TestContext, { file, db }: { file: string; db: Database }): TestCompany {
  t.after(() => db.close());
  const writer =
    (companyId: number) =>
    <T>(change: (write: CompanyWrite) => T, now = NOW): T =>
      writeCompany(db, { companyId, now, actor: 'test' }, change);
  const ids = idsIn(db);
  return {
    ...{ file, db, ...ids },
    write: writer(ids.companyId),
    writeSandbox: writer(ids.sandboxId),
  };
}

function fill(db: Database): void {
  createCompany(db, { name: 'Acme', ssoDomains: [], now: NOW, actor: 'test' });
}

/** The only company and its sandbox. */
function idsIn(db: Database): { companyId: number; sandboxId: number } {
  const [live, sandbox] = db.all(
    {
      name: 'test/companies',
      sql: 'select company_id from companies order by mode',
      cardinality: 'many',
      params: {},
      row: { company_id: 'integer' },
    },
    {},
  );
  return { companyId: live?.company_id ?? 0, sandboxId: sandbox?.company_id ?? 0 };
}

function createInFile(t: TestContext, name: string, fillIt: (db: Database) => void) {
  const file = join(tempFolder(t), 'engaged.db');
  copyTemplate(`${name}.db`, file, (made) => createDataFile(made, NOW, fillIt));
  return { file, db: withOwnCursors(openDataFile(file, { write: true })) };
}

function createInDatabase(
  t: TestContext,
  server: string,
  name: string,
  fillIt: (db: Database) => void,
) {
  const file = createFilledDatabase(t, server, name, (made) => {
    made.write(() => made.run(deployment.create, { cursorKey: randomBytes(32), now: NOW }));
    fillIt(made);
  });
  return { file, db: withOwnCursors(new PostgresDatabase(file, { write: true })) };
}

/** No two deployments have the same key. */
function withOwnCursors<D extends Database>(db: D): D {
  db.run(
    {
      name: 'test/cursor-key',
      sql: 'update deployment set cursor_key = :cursorKey',
      cardinality: 'exec',
      params: { cursorKey: 'blob' },
      row: {},
    },
    { cursorKey: randomBytes(32) },
  );
  return db;
}

/** Issues a key with all scopes and a very high rate limit, unless `input` says otherwise. */
export const createTestKey = (
  db: Database,
  companyId: number,
  { now = NOW, ...input }: Partial<NewKey> & { now?: number } = {},
): IssuedKey =>
  writeCompany(db, { companyId, now, actor: 'test' }, (write) =>
    createKey(write, {
      ...{ name: 'a key', scopes: SCOPES, requestsPerMinute: 1_000_000, expiresAt: null },
      ...input,
    }),
  );

/** Queries the tables of one company with SQL that may use `:companyId`. */
export const queryRows = <R extends Shape>(
  db: Database,
  companyId: number,
  sql: string,
  row: R,
): Of<R>[] =>
  db.all(
    { name: `test/${sql}`, sql, cardinality: 'many', params: { companyId: 'integer' }, row },
    { companyId },
  );

/** An event as the API shows it. */
export type ShownEvent = {
  id: string;
  type: string;
  timestamp: string;
  sequence: number;
  mode: string;
  data: {
    [field: string]: unknown;
    employee_id?: string;
    external_id?: string | null;
    amount?: number;
    key_id?: string;
    itemised?: boolean;
  };
};

/** All events of a company that are kept, oldest first. */
export const eventsOf = (db: Database, companyId: number): ShownEvent[] =>
  db
    .all(events.listJson, { companyId, after: 0, through: 1e9, types: null, count: 1e9 })
    .map(({ json }) => JSON.parse(json));

/** Of every event of a company, the type and the data. */
export const whatHappened = (db: Database, companyId: number): [string, ShownEvent['data']][] =>
  eventsOf(db, companyId).map(({ type, data }) => [type, data]);
