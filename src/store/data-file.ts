import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  linkSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { conflict, EngagedError } from '../domain/errors.ts';
import { type Access, APPLICATION_ID, Database, sqliteCode } from './database.ts';
import * as deployment from './deployment.ts';
import { removeUnfinished, syncFile, syncFolderOf } from './durable.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from './migrate.ts';

const refuse = (message: string) => new EngagedError('unavailable', message);

/** Whether there is anything at all under that path. */
export function dataFileExists(file: string): boolean {
  return find(file) !== undefined;
}

function find(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw explained(error, file);
  }
}

/**
 * Makes a new data file with whatever `fill` puts into it. It is made whole under another name and only
 * then given its own, so a crash leaves no half-made file and an existing one is never written over.
 *
 * @throws EngagedError `conflict` where the path is taken by then
 */
export function createDataFile(file: string, now: number, fill: (db: Database) => void): void {
  const making = `${file}.making-${process.pid}`;
  if (!dataFileExists(dirname(file))) throw refuse(`The folder of ${file} does not exist.`);
  try {
    const db = new Database(making, { write: true });
    try {
      // A staff list is nobody else's business on a shared machine.
      chmodSync(making, 0o600);
      db.execute(`pragma application_id = ${APPLICATION_ID}`);
      migrate(db);
      db.write(() => db.run(deployment.create, { cursorKey: randomBytes(32), now }));
      fill(db);
    } finally {
      db.close();
    }
    linkSync(making, file);
  } catch (error) {
    throw explained(error, file);
  } finally {
    removeUnfinished(making);
  }
}

/**
 * Opens an existing data file and brings its schema up to date, keeping a copy of how it was before. A
 * file that is missing, not ours, damaged or newer is refused before anything is written to it.
 *
 * @param options.keepOlder false where an older file is only a copy itself
 * @throws EngagedError `not_found`, `unavailable` or `conflict`, with what to do
 */
export function openDataFile(
  file: string,
  access: Access,
  { keepOlder = true }: { keepOlder?: boolean } = {},
): Database {
  return open(file, access, keepOlder, requireOwnFile(file));
}

/**
 * Opens a data file that this process has open already. Its header is not read with our own hands then:
 * closing any descriptor of a file ends all locks that the process has on it (POSIX, fcntl), SQLite's own
 * included, and the next process would take the file for unused and its write-ahead log for done with.
 *
 * @throws EngagedError as `openDataFile`
 */
export function openDataFileAgain(file: string, access: Access): Database {
  const found = find(file);
  if (!found) throw missing(file);
  return open(file, access, true, found);
}

function open(file: string, access: Access, keepOlder: boolean, found: Stats): Database {
  if (access.write) checkWritable(file);
  let db: Database | undefined;
  try {
    if (access.write && find(`${file}-wal`)?.size) inspect(file, access);
    db = new Database(file, access);
    const version = schemaVersion(db);
    // From the first read on nobody can put another file in this one's place; before it, somebody may have.
    if (statSync(file, { throwIfNoEntry: false })?.ino !== found.ino) throw replaced(file);
    if (access.write && keepOlder && version > 0 && version < SCHEMA_VERSION) keepAside(db, file);
    if (access.write || version > SCHEMA_VERSION) migrate(db);
    requireDeployment(db, file);
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, file);
  }
}

/**
 * Looks into a file whose last changes are still in its write-ahead log. Closing a connection that may write
 * would move them into the file and remove the log, and a damaged file is to be left as it is.
 */
function inspect(file: string, { busyTimeout }: Access): void {
  const db = new Database(file, {
    write: false,
    leaveAsItIs: true,
    ...(busyTimeout !== undefined && { busyTimeout }),
  });
  try {
    if (schemaVersion(db) > SCHEMA_VERSION) migrate(db);
    requireDeployment(db, file);
  } finally {
    db.close();
  }
}

function requireDeployment(db: Database, file: string): void {
  if (!db.one(deployment.find, {})) throw refuse(damaged(file));
}

/**
 * Copies a file that is about to be migrated: `FILE.before-schema-N`, with another number behind it where
 * that name is taken, because no earlier copy is written over.
 */
function keepAside(db: Database, file: string): void {
  const name = `${file}.before-schema-${SCHEMA_VERSION}`;
  let kept = name;
  for (let copy = 2; dataFileExists(kept); copy++) kept = `${name}-${copy}`;
  const making = `${kept}.making-${process.pid}`;
  try {
    closeSync(openSync(making, 'wx', 0o600));
    db.vacuumInto(making);
    syncFile(making);
    linkSync(making, kept);
    syncFolderOf(kept);
  } finally {
    removeUnfinished(making);
  }
}

/**
 * Makes sure that a path leads to a data file of ours. Read with our own hands: merely opening a file as a
 * database may already write beside it.
 *
 * @throws EngagedError `not_found` or `unavailable`, with what to do
 */
export function requireOwnFile(file: string): Stats {
  const stat = find(file);
  if (!stat) throw missing(file);
  if (stat.isDirectory()) throw refuse(`${file} is a directory, not a data file.`);
  if (!stat.isFile()) throw refuse(`${file} is not a regular file.`);
  const header = Buffer.alloc(100);
  let read: number;
  try {
    const descriptor = openSync(file, 'r');
    try {
      read = readSync(descriptor, header, 0, 100, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw explained(error, file);
  }
  if (read === 0) throw refuse(`${file} is empty. Remove it, or name another file with --data.`);
  const isOurs =
    header.toString('latin1', 0, 16) === 'SQLite format 3\0' &&
    header.readUInt32BE(68) === APPLICATION_ID;
  if (!isOurs) throw refuse(`${file} was not made by engaged. Name another file with --data.`);
  return stat;
}

// SQLite opens a write-protected file all the same and only fails at the first change.
function checkWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch {
    throw readOnly(file);
  }
}

const missing = (file: string) =>
  new EngagedError(
    'not_found',
    `There is no data file at ${file}. Name the right one with --data, or make one with: engaged company create --name NAME`,
  );

const readOnly = (file: string) =>
  refuse(`The data file ${file} cannot be written to (read-only).`);

const damaged = (file: string) =>
  `The data file ${file} is damaged. Keep it as it is, and restore a backup with: engaged restore`;

const replaced = (file: string) =>
  conflict(`Another file was put in the place of ${file} just now; try again`, 1);

/** What an error over a file means and what to do about it; anything unforeseen is given back as it is. */
export function explained(error: unknown, file: string): unknown {
  const code = sqliteCode(error) ?? (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'EEXIST') return new EngagedError('conflict', `${file} exists by now.`);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return refuse(`The folder of ${file} does not exist.`);
  if (code.startsWith('SQLITE_BUSY'))
    return conflict(`Another process is restoring or upgrading ${file}; try again`, 5);
  if (code === 'EROFS') return readOnly(file);
  if (code === 'EACCES' || code === 'EPERM' || code.startsWith('SQLITE_CANTOPEN'))
    return refuse(`The data file ${file} cannot be opened. Check who owns it and its folder.`);
  if (code === 'ELOOP') return refuse(`${file} is a link that leads nowhere.`);
  if (code === 'ENOSPC' || code === 'EDQUOT') return noSpace(file);
  if (code === 'EIO') return failing(file, code);
  if (code.startsWith('SQLITE_ERROR')) return refuse(damaged(file));
  return explainedAtWork(error, file);
}

/** The same of an error in the midst of work on an open file, which need not be about that file at all. */
export function explainedAtWork(error: unknown, file: string): unknown {
  const code = sqliteCode(error) ?? '';
  if (code.startsWith('SQLITE_READONLY')) return readOnly(file);
  if (code === 'SQLITE_FULL') return noSpace(file);
  if (code.startsWith('SQLITE_IOERR')) return failing(file, code);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return refuse(damaged(file));
  return error;
}

const noSpace = (file: string) => refuse(`There is no space for ${file}.`);

const failing = (file: string, code: string) =>
  refuse(
    `The disk refuses to read or write ${file} (${code}). Check its health, and the space and quota that are left.`,
  );
