import { type BigIntStats, closeSync, openSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { sqliteCode } from '../sqlite/sqlite-database.ts';
import { isSameFile, statOf } from './paths.ts';

/** A lock on an empty file that serves only as a lock. */
export type FileLock = {
  /** Ends the lock. */
  release(): void;
  /** Ends the lock and removes the file. */
  remove(): void;
};

export type LockOptions = {
  /** How long to wait for another process, in milliseconds. */
  timeout: number;
  /** True for a lock that `stateOfLock` can tell from the others. It excludes them all the same. */
  isReadable?: boolean;
};

/**
 * Locks a file and creates it if needed. The operating system releases the lock when the process ends in any way,
 * so a lock always means a running process, also in another container.
 *
 * @returns undefined while another process has the lock
 */
export function lockFile(
  path: string,
  { timeout, isReadable = false }: LockOptions,
): FileLock | undefined {
  for (;;) {
    if (!statOf(path)) closeSync(openSync(path, 'a', 0o600));
    const opened = statOf(path);
    const sqlite = new Sqlite(path, { timeout });
    try {
      // Nothing is ever written, but SQLite would still create a journal.
      sqlite.pragma('journal_mode = memory');
      sqlite.exec(isReadable ? 'begin immediate' : 'begin exclusive');
    } catch (error) {
      sqlite.close();
      if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return undefined;
      throw error;
    }
    // The previous holder may have removed the file that is now locked here.
    if (isSameFile(opened, statOf(path)))
      return { release: () => sqlite.close(), remove: () => remove(sqlite, path, opened) };
    sqlite.close();
  }
}

/** How a file is locked that may serve as a lock; undefined where it is not. */
export function stateOfLock(path: string): 'exclusive' | 'readable' | undefined {
  if (!statOf(path)) return undefined;
  let sqlite: Sqlite.Database | undefined;
  let state: 'exclusive' | 'readable' = 'exclusive';
  try {
    sqlite = new Sqlite(path, { fileMustExist: true, timeout: 0 });
    sqlite.pragma('user_version');
    state = 'readable';
    sqlite.exec('begin immediate');
    return undefined;
  } catch (error) {
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return state;
    // It was removed just now.
    if (!statOf(path)) return undefined;
    throw error;
  } finally {
    sqlite?.close();
  }
}

function remove(sqlite: Sqlite.Database, path: string, locked: BigIntStats | undefined): void {
  try {
    // Removed while locked, so that no other process can hold it. The folder may have been replaced meanwhile.
    if (isSameFile(locked, statOf(path))) rmSync(path, { force: true });
  } catch {
    // Windows cannot remove an open file. A leftover is harmless.
  }
  sqlite.close();
}
