import type { Database, Reads } from './database.ts';
import {
  createDataFile,
  dataFileExists,
  openAnotherConnection,
  openDataFile,
  writeDataFile,
} from './files/data-file.ts';
import { type DataFilePlace, placeOf } from './files/data-file-place.ts';
import { explainedAtWork } from './files/file-errors.ts';
import { planFileUpgrade } from './files/upgrade-file.ts';
import { isPostgresAddress, withoutPassword } from './postgres/address.ts';
import { schemaVersion as versionInPostgres } from './postgres/migrate.ts';
import {
  createInPostgres,
  explainedPostgres,
  openAnotherPostgres,
  openPostgres,
  postgresHasData,
  writeInPostgres,
} from './postgres/open-postgres.ts';
import { PostgresDatabase } from './postgres/postgres-database.ts';
import { SnapshotReads } from './postgres/snapshot-reads.ts';
import { planDatabaseUpgrade } from './postgres/upgrade-database.ts';
import { schemaVersion as versionInFile } from './sqlite/migrate.ts';
import { type Access, SqliteDatabase } from './sqlite/sqlite-database.ts';
import type { UpgradePlan, Upgrading } from './upgrade.ts';

/** Whether there is data at the path of a file or the address of a PostgreSQL database. */
export const dataExists = (data: string): boolean =>
  isPostgresAddress(data) ? postgresHasData(data) : dataFileExists(data);

/**
 * Creates a data file, or the tables in a PostgreSQL database, with the contents that `fill` writes. Where that
 * fails, there is no data.
 *
 * @throws EngagedError `conflict` where there is data already
 */
export const createData = (data: string, now: number, fill: (db: Database) => void): void =>
  isPostgresAddress(data) ? createInPostgres(data, now, fill) : createDataFile(data, now, fill);

/**
 * The same with nothing but what `fill` writes, its own record included.
 *
 * @throws EngagedError `conflict` where there is data already
 */
export const writeData = <T>(data: string, fill: (db: Database) => T): T =>
  isPostgresAddress(data) ? writeInPostgres(data, fill) : writeDataFile(data, fill);

/**
 * Opens a data file, or a PostgreSQL database. One of an older schema is opened to be read, and upgraded to be written to.
 *
 * @param upgrading without it data of an older schema is not written to
 * @throws EngagedError `not_found`, `unavailable` or `conflict`, with what to do
 */
export const openData = (data: string, access: Access, upgrading?: Upgrading): Database =>
  isPostgresAddress(data)
    ? openPostgres(data, access, upgrading)
    : openDataFile(data, access, upgrading);

/** What it would do to upgrade data. @throws EngagedError as `openData` */
export function planUpgrade(data: string): UpgradePlan {
  const db = openData(data, { write: false });
  try {
    return db instanceof SqliteDatabase
      ? planFileUpgrade(db, data)
      : planDatabaseUpgrade(requirePostgres(db), withoutPassword(data));
  } finally {
    db.close();
  }
}

/**
 * Opens data for the thread that answers requests and must not wait.
 *
 * @param busyTimeout how long a read of a file waits for another process that recovers it, in milliseconds
 * @throws EngagedError as `openData`
 */
export const openForRequests = (data: string, busyTimeout: number): Reads =>
  isPostgresAddress(data)
    ? new SnapshotReads(data)
    : openDataFile(data, { write: false, busyTimeout, snapshotPerTurn: true });

/**
 * Opens data that this process already has open.
 *
 * @throws EngagedError as `openData`
 */
export const openAnother = (data: string, access: Access): Database =>
  isPostgresAddress(data) ? openAnotherPostgres(data, access) : openAnotherConnection(data, access);

/** Where open data is, to notice that a file was replaced; null for a PostgreSQL database, which cannot be. */
export const placeOfData = (data: string): DataFilePlace | null =>
  isPostgresAddress(data) ? null : placeOf(data);

/** Translates an error during work on open data into one that says what to do. Returns any other unchanged. */
export const explainedAsData = (error: unknown, data: string): unknown =>
  isPostgresAddress(data) ? explainedPostgres(error, data) : explainedAtWork(error, data);

/** The schema that open data is at. */
export function schemaVersionOf(db: Database): number {
  return db instanceof SqliteDatabase ? versionInFile(db) : versionInPostgres(requirePostgres(db));
}

function requirePostgres(db: Database): PostgresDatabase {
  if (db instanceof PostgresDatabase) return db;
  throw new Error('a database of another kind');
}
