import { closeSync, openSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { sqliteCode } from './database.ts';
import { copyContents } from './durable.ts';
import { refuse } from './file-errors.ts';
import { isSameFile, statOf } from './paths.ts';

/** A data file that nobody else has open or can open. It ends with the process at the latest. */
export type ExclusiveLock = {
  /**
   * Moves what lies in the write-ahead log into the file, so that the one file is all there is: it can be
   * renamed from now on, and another one can take its name.
   */
  mergeWal(): void;
  /** Copies the file into an empty one. */
  copyTo(file: string): void;
  /** Lets others have it again. */
  release(): void;
};

/**
 * Takes a data file for this process alone.
 *
 * @returns undefined where any connection has the file open, an idle one that only reads included
 * @throws SqliteError where the file is too damaged for it
 */
export function acquireExclusiveLock(file: string): ExclusiveLock | undefined {
  for (;;) {
    const found = statOf(file);
    const sqlite = lockOut(file);
    if (!sqlite) return undefined;
    // Who had it alone before may have put another file in its place.
    if (isSameFile(found, statOf(file))) return held(file, sqlite);
    sqlite.close();
  }
}

function lockOut(file: string): Sqlite.Database | undefined {
  const sqlite = new Sqlite(file, { fileMustExist: true, timeout: 200 });
  try {
    // Said before the file is first read: only so does SQLite lock everybody out, readers too.
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
      // SQLite would remove a journal on disk at the end of the hold, by a name that is another file's by then.
      sqlite.pragma('journal_mode = memory');
      for (const suffix of ['-journal', '-shm']) rmSync(file + suffix, { force: true });
    },
    copyTo: (target) => {
      // Kept open, because closing any descriptor of a file ends all locks that the process has on it.
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
 * The same for a file that should be nobody's data file, but a backup.
 *
 * @param advice what to do with one that is in use
 * @returns undefined where it cannot be held: it is damaged, or this user may only read it
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
