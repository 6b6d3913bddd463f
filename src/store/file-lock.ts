import { type BigIntStats, closeSync, openSync, rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { sqliteCode } from './database.ts';
import { isSameFile, statOf } from './paths.ts';

/** A lock on a file that stays empty and means nothing by itself. */
export type FileLock = {
  /** Ends the lock. */
  release(): void;
  /** The same, and removes the file. */
  remove(): void;
};

/**
 * Locks a file, which is made where there is none. The operating system takes the lock back when the process
 * ends, however it ends, so it tells of the living alone: also of those in other containers.
 *
 * @param timeout how long another process is waited for, in milliseconds
 * @returns undefined while another process has the lock
 */
export function lockFile(path: string, timeout: number): FileLock | undefined {
  for (;;) {
    if (!statOf(path)) closeSync(openSync(path, 'a', 0o600));
    const opened = statOf(path);
    const sqlite = new Sqlite(path, { timeout });
    try {
      // Nothing is ever written, but a journal would be laid out for it.
      sqlite.pragma('journal_mode = memory');
      sqlite.exec('begin exclusive');
    } catch (error) {
      sqlite.close();
      if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return undefined;
      throw error;
    }
    // Whoever had the lock before may have removed the very file that is now locked here.
    if (isSameFile(opened, statOf(path)))
      return { release: () => sqlite.close(), remove: () => remove(sqlite, path, opened) };
    sqlite.close();
  }
}

function remove(sqlite: Sqlite.Database, path: string, locked: BigIntStats | undefined): void {
  try {
    // While it is still locked, so that it is nobody else's. The folder may have been replaced, lock file and all.
    if (isSameFile(locked, statOf(path))) rmSync(path, { force: true });
  } catch {
    // Windows keeps a file that is open; left behind, it does no harm.
  }
  sqlite.close();
}
