import { randomBytes } from 'node:crypto';
import { type BigIntStats, readSync } from 'node:fs';
import { conflict, EngagedError } from '../../domain/errors.ts';
import * as deployment from '../operations/deployment.ts';
import { migrate, requireKnownSchema, SCHEMA_VERSION, schemaVersion } from '../sqlite/migrate.ts';
import { type Access, APPLICATION_ID, SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { needsUpgrade, type Upgrading } from '../upgrade.ts';
import { publish, withOpen } from './durable.ts';
import { damaged, explained, isDamage, refuse, vanished, whyReadOnly } from './file-errors.ts';
import { isSameFile, statOf } from './paths.ts';
import { createTemporaryFile, requireFreePlace } from './temporary-file.ts';
import { upgradeFile } from './upgrade-file.ts';

/** Whether there is anything at all under that path. */
export const dataFileExists = (file: string): boolean => statOf(file) !== undefined;

/**
 * Creates a data file with its own record, and the contents that `fill` writes.
 *
 * @throws EngagedError `conflict` where the path already exists
 */
export const createDataFile = (
  file: string,
  now: number,
  fill: (db: SqliteDatabase) => void,
): void =>
  writeDataFile(file, (db) => {
    db.write(() => db.run(deployment.create, { cursorKey: randomBytes(32), now }));
    fill(db);
  });

/**
 * Creates a data file of which `fill` writes everything. It is completed under a temporary name and then renamed, so a
 * crash leaves no partial file and an existing file is never overwritten.
 *
 * @throws EngagedError `conflict` where the path already exists
 */
export function writeDataFile<T>(file: string, fill: (db: SqliteDatabase) => T): T {
  requireFreePlace(file);
  const temporaryFile = createTemporaryFile(file);
  try {
    const filled = fillFile(temporaryFile.file, fill);
    publish(temporaryFile.file, file);
    return filled;
  } catch (error) {
    throw explained(error, file);
  } finally {
    temporaryFile.remove();
  }
}

function fillFile<T>(file: string, fill: (db: SqliteDatabase) => T): T {
  const db = new SqliteDatabase(file, { write: true });
  try {
    db.execute(`pragma application_id = ${APPLICATION_ID}`);
    migrate(db);
    return fill(db);
  } finally {
    db.close();
  }
}

/**
 * Opens an existing data file. One of an older schema is opened to be read, and upgraded to be written to. A
 * file that is missing, not ours, damaged or newer is refused before anything is written to it.
 *
 * @param upgrading without it a file of an older schema is not written to
 * @throws EngagedError `not_found`, `unavailable` or `conflict`, with what to do
 */
export function openDataFile(file: string, access: Access, upgrading?: Upgrading): SqliteDatabase {
  return openExplained(file, access, requireEngagedFile(file), upgrading);
}

/**
 * Opens a data file that this process already has open, without reading its header directly. Closing any
 * descriptor of a file releases all locks of the process on it (POSIX fcntl), including SQLite's. Another
 * process would then treat the file as unused and remove its write-ahead log. A file that a newer program has upgraded
 * meanwhile is read as far as that is possible.
 *
 * @throws EngagedError as `openDataFile`
 */
export function openAnotherConnection(file: string, access: Access): SqliteDatabase {
  const found = statOf(file);
  if (!found) throw missing(file);
  return openExplained(file, access, found, undefined, schemaVersion);
}

/**
 * Opens a copy of a data file that will replace another one. Errors about its contents name the original; all
 * other errors name the target.
 *
 * @throws EngagedError as `openDataFile`
 */
export function openCopy(
  copy: string,
  access: Access,
  { original, target }: { original: string; target: string },
): SqliteDatabase {
  try {
    return open(copy, access, requireEngagedFile(copy), (db) => migrate(db));
  } catch (error) {
    if (!statOf(copy)) throw vanished(target);
    if (!(error instanceof EngagedError)) {
      throw explained(error, isDamage(error) ? original : target);
    }
    throw new EngagedError(error.code, error.message.replaceAll(copy, original), error.retryAfter);
  }
}

function openExplained(
  file: string,
  access: Access,
  found: BigIntStats,
  upgrading?: Upgrading,
  versionOf?: (db: SqliteDatabase) => number,
): SqliteDatabase {
  const upgrade = (db: SqliteDatabase, from: number) => {
    if (!upgrading) throw needsUpgrade(file, { from, to: SCHEMA_VERSION });
    const made = upgradeFile(db, file, upgrading);
    if (made) upgrading.onUpgrade(made);
  };
  try {
    return open(file, access, found, upgrade, versionOf);
  } catch (error) {
    throw explained(error, file);
  }
}

function open(
  file: string,
  access: Access,
  found: BigIntStats,
  upgrade: (db: SqliteDatabase, from: number) => void,
  versionOf: (db: SqliteDatabase) => number = requireKnownSchema,
): SqliteDatabase {
  // SQLite also opens a write-protected file and only fails at the first change.
  const why = access.write ? whyReadOnly(file) : undefined;
  if (why !== undefined) throw refuse(why);
  let db: SqliteDatabase | undefined;
  try {
    if (access.write && statOf(`${file}-wal`)?.size) checkUnmodified(file, access, versionOf);
    db = new SqliteDatabase(file, access);
    const version = versionOf(db);
    // Another process may have replaced the file before the first read; from then on none can.
    if (!isSameFile(found, statOf(file))) throw replaced(file);
    requireDeployment(db, file);
    if (access.write && version < SCHEMA_VERSION) upgrade(db, version);
    db.requireSchema(SCHEMA_VERSION);
    return db;
  } catch (error) {
    db?.close();
    throw error;
  }
}

/**
 * Inspects a file whose last changes are still in its write-ahead log. Closing a writable connection would
 * checkpoint the log and remove it, but a damaged file must stay unchanged.
 */
function checkUnmodified(
  file: string,
  access: Access,
  versionOf: (db: SqliteDatabase) => number,
): void {
  const db = new SqliteDatabase(file, { ...access, write: false, immutable: true });
  try {
    versionOf(db);
    requireDeployment(db, file);
  } finally {
    db.close();
  }
}

function requireDeployment(db: SqliteDatabase, file: string): void {
  if (!db.one(deployment.find, {})) throw refuse(damaged(file));
}

/**
 * Checks that a path leads to an engaged data file. Reads the header directly, because opening the file with
 * SQLite may already write beside it.
 *
 * @throws EngagedError `not_found` or `unavailable`, with what to do
 */
export function requireEngagedFile(file: string): BigIntStats {
  const found = statOf(file);
  if (!found) throw missing(file);
  if (!isOwnFile(file)) throw refuse(`${file} was not made by engaged. Name another file.`);
  return found;
}

/**
 * Whether a file has the header of a data file of ours.
 *
 * @throws EngagedError where it is no file, holds nothing, or cannot be read
 */
export function isOwnFile(file: string): boolean {
  const stat = statOf(file);
  if (stat?.isDirectory()) throw refuse(`${file} is a directory, not a data file.`);
  if (stat && !stat.isFile()) throw refuse(`${file} is not a regular file.`);
  if (stat?.size === 0n) throw refuse(`${file} is empty. Remove it, or name another file.`);
  const header = Buffer.alloc(100);
  try {
    withOpen(file, 'r', (descriptor) => readSync(descriptor, header, 0, 100, 0));
  } catch (error) {
    throw explained(error, file);
  }
  return (
    header.toString('latin1', 0, 16) === 'SQLite format 3\0' &&
    header.readUInt32BE(68) === APPLICATION_ID
  );
}

const missing = (file: string) =>
  new EngagedError(
    'not_found',
    `There is no data file at ${file}. Name the right one with --data, or make one with: engaged company create --name NAME`,
  );

const replaced = (file: string) =>
  conflict(`${file} was just replaced by another file; try again`, 1);
