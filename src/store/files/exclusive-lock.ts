import { closeSync, openSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { sqliteCode } from '../sqlite/sqlite-database.ts';
import { copyContents } from './durable.ts';
import { refuse } from './file-errors.ts';
import { isSameFile, statOf } from './paths.ts';

/** A lock on a data file that no other process has open or can open. It ends with the process at the latest. */
export type ExclusiveLock = {
  /**
   * Moves the write-ahead log into the file. Afterwards the file is complete and can be renamed or replaced.
   */
  mergeWal(): void;
  /** Copies the file into an empty one. */
  copyTo(file: string): void;
  /** Releases the lock. */
  release(): void;
};

/**
 * Locks a data file for this process alone.
 *
 * @returns undefined where any connection has the file open, an idle one that only reads included
 * @throws SqliteError where the file is too damaged for it
 */
export function acquireExclusiveLock(file: string): ExclusiveLock | undefined {
  for (;;) {
    const found = statOf(file);
    const sqlite = lockOut(file);
    if (!sqlite) return undefined;
    // The previous lock holder may have replaced the file.
    if (isSameFile(found, statOf(file))) return held(file, sqlite);
    sqlite.close();
  }
}

function lockOut(file: string): Sqlite.Database | undefined {
  const sqlite = new Sqlite(file, { fileMustExist: true, timeout: 200 });
  try {
    // Must be set before the first read: only then does SQLite exclude readers too.
    sqlite.pragma('locking_mode = exclusive');
    sqlite.exec('begin exclusive; commit');
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

function held(file: string, sqlite: Sqlite.Database): ExclusiveLock {
  const descriptors: number[] = [];
  return {
    mergeWal: () => {
      sqlite.pragma('journal_mode = delete');
      // SQLite would remove a journal on disk when the lock ends, by a name that may belong to another file then.
      sqlite.pragma('journal_mode = memory');
      for (const suffix of ['-journal', '-shm']) rmSync(file + suffix, { force: true });
    },
    copyTo: (target) => {
      // Kept open: closing any descriptor of a file releases all locks of the process on it.
      const descriptor = openSync(file, 'r');
      descriptors.push(descriptor);
      copyContents(descriptor, target);
    },
    release: () => {
      sqlite.close();
      descriptors.splice(0).forEach(closeSync);
    },
  };
}

/**
 * The same for a file that should be a backup and not a data file in use.
 *
 * @param advice what to do with one that is in use
 * @returns undefined where it cannot be locked: it is damaged, or read-only for this user
 * @throws EngagedError `unavailable` for one that is in use, or of which part is still in a log
 */
export function holdUnused(file: string, advice: string): ExclusiveLock | undefined {
  const inUse = refuse(`${file} is in use or was not closed cleanly. ${advice}`);
  if (statOf(`${file}-wal`)?.size || statOf(`${file}-journal`)?.size) throw inUse;
  let hold: ExclusiveLock | undefined;
  try {
    hold = acquireExclusiveLock(file);
  } catch {
    return undefined;
  }
  if (!hold) throw inUse;
  return hold;
}
