import { randomBytes } from 'node:crypto';
import { conflict, EngagedError } from '../../domain/errors.ts';
import type { Database } from '../database.ts';
import * as deployment from '../operations/deployment.ts';
import { SCHEMA_VERSION } from '../sqlite/migrate.ts';
import { needsUpgrade, type Upgrading } from '../upgrade.ts';
import { withoutPassword } from './address.ts';
import { migrate, requireKnownSchema, schemaVersion } from './migrate.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { PostgresError } from './postgres-error.ts';
import type { PostgresAccess } from './set-up.ts';
import { upgradeDatabase } from './upgrade-database.ts';

/** Whether a database holds data of ours. @throws EngagedError where it cannot be reached */
export function postgresHasData(address: string): boolean {
  return withConnection(address, { write: false }, (db) => {
    const found = hasDeployment(db);
    db.close();
    return found;
  });
}

/**
 * Creates the schema in a database, its own record, and the contents that `fill` writes.
 *
 * @throws EngagedError `conflict` where there is data already
 */
export const createInPostgres = (
  address: string,
  now: number,
  fill: (db: Database) => void,
): void =>
  writeInPostgres(address, (db) => {
    db.run(deployment.create, { cursorKey: randomBytes(32), now });
    fill(db);
  });

/**
 * Creates the schema in a database, and then everything that `fill` writes, as one transaction. Where that fails, only
 * empty tables are left.
 *
 * @throws EngagedError `conflict` where there is data already
 */
export function writeInPostgres<T>(address: string, fill: (db: Database) => T): T {
  return withConnection(address, { write: true }, (db) => {
    migrate(db);
    const filled = db.write(() => {
      if (hasDeployment(db)) throw conflict(`${withoutPassword(address)} has data by now.`);
      return fill(db);
    });
    db.close();
    return filled;
  });
}

/**
 * Opens a database that holds data. One of an older schema is opened to be read, and upgraded to be written to.
 *
 * @param upgrading without it a database of an older schema is not written to
 * @throws EngagedError `not_found`, `unavailable` or `conflict`, with what to do
 */
export const openPostgres = (
  address: string,
  access: PostgresAccess,
  upgrading?: Upgrading,
): PostgresDatabase =>
  withConnection(address, access, (db) => {
    if (!hasDeployment(db)) throw missing(address);
    const version = requireKnownSchema(db);
    if (access.write && version < SCHEMA_VERSION) {
      const name = withoutPassword(address);
      if (!upgrading) throw needsUpgrade(name, { from: version, to: SCHEMA_VERSION });
      const upgrade = upgradeDatabase(db, name);
      if (upgrade) upgrading.onUpgrade(upgrade);
    }
    db.requireSchema(SCHEMA_VERSION);
    return db;
  });

/**
 * Opens a database that this process has open. One that a newer program has upgraded meanwhile is read as far as that is
 * possible.
 */
export const openAnotherPostgres = (address: string, access: PostgresAccess): PostgresDatabase =>
  withConnection(address, access, (db) => {
    db.requireSchema(SCHEMA_VERSION);
    return db;
  });

/** What the error of a connection or server means for the user; any other error unchanged. */
export const explainedPostgres = (error: unknown, address: string): unknown =>
  error instanceof PostgresError && !error.isOfProgram
    ? new EngagedError(
        'unavailable',
        `The database ${withoutPassword(address)} cannot be used: ${error.message}`,
      )
    : error;

/** The connection is closed where the work fails, and otherwise left open. */
function withConnection<T>(
  address: string,
  access: PostgresAccess,
  work: (db: PostgresDatabase) => T,
): T {
  const db = new PostgresDatabase(address, access);
  try {
    return work(db);
  } catch (error) {
    db.close();
    throw explainedPostgres(error, address);
  }
}

const hasDeployment = (db: PostgresDatabase): boolean =>
  schemaVersion(db) > 0 && db.one(deployment.find, {}) !== undefined;

const missing = (address: string) =>
  new EngagedError(
    'not_found',
    `There is no data in ${withoutPassword(address)}. Name the right database with --data, or begin with: engaged company create --name NAME`,
  );
