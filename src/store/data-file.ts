import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  linkSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { EngagedError } from '../domain/errors.ts';
import { type Access, APPLICATION_ID, Database, sqliteCode } from './database.ts';
import * as deployment from './deployment.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from './migrate.ts';

const refuse = (message: string) => new EngagedError('unavailable', message);

/** Whether there is anything at all under that path. */
export function dataFileExists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
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
    for (const suffix of ['', '-wal', '-shm']) rmSync(making + suffix, { force: true });
  }
}

/**
 * Opens an existing data file and brings its schema up to date. A file that is missing, not ours,
 * damaged or newer is refused before anything is written to it.
 *
 * @throws EngagedError `not_found` or `unavailable`, with what to do
 */
export function openDataFile(file: string, access: Access): Database {
  checkHeader(file);
  if (access.write) checkWritable(file);
  let db: Database | undefined;
  try {
    db = new Database(file, access);
    if (access.write || schemaVersion(db) > SCHEMA_VERSION) migrate(db);
    if (!db.one(deployment.find, {})) throw refuse(damaged(file));
    return db;
  } catch (error) {
    db?.close();
    throw explained(error, file);
  }
}

// Read with our own hands: merely opening a file as a database may already write beside it.
function checkHeader(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) {
    throw new EngagedError(
      'not_found',
      `There is no data file at ${file}. Name the right one with --data, or make one with: engaged company create --name NAME`,
    );
  }
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
}

// SQLite opens a write-protected file all the same and only fails at the first change.
function checkWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch {
    throw readOnly(file);
  }
}

const readOnly = (file: string) =>
  refuse(`The data file ${file} cannot be written to (read-only).`);

const damaged = (file: string) =>
  `The data file ${file} is damaged. Keep it as it is, and restore a backup with: engaged restore`;

function explained(error: unknown, file: string): unknown {
  const code = sqliteCode(error) ?? (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'EEXIST') return new EngagedError('conflict', `${file} exists by now.`);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return refuse(`The folder of ${file} does not exist.`);
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS') return readOnly(file);
  if (code === 'EACCES' || code === 'EPERM' || code.startsWith('SQLITE_CANTOPEN'))
    return refuse(`The data file ${file} cannot be opened. Check who owns it and its folder.`);
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') return refuse(`There is no space for ${file}.`);
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_ERROR'))
    return refuse(damaged(file));
  return error;
}
