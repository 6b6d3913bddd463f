import { rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { sqliteCode } from './database.ts';

/** A data file that nobody else has open or can open. It ends with the process at the latest. */
export type SoleHold = {
  /**
   * Moves what lies in the write-ahead log into the file, so that the one file is all there is: it can be
   * renamed from now on, and another one can take its name.
   */
  gather(): void;
  /** Lets others have it again. */
  release(): void;
};

/**
 * Takes a data file for this process alone.
 *
 * @returns undefined where any connection has the file open, an idle one that only reads included
 * @throws SqliteError where the file is too damaged for it
 */
export function holdAlone(file: string): SoleHold | undefined {
  const sqlite = new Sqlite(file, { fileMustExist: true, timeout: 200 });
  try {
    // Said before the file is first read: only so does SQLite lock everybody out, readers too.
    sqlite.pragma('locking_mode = exclusive');
    sqlite.exec('begin exclusive; commit');
  } catch (error) {
    sqlite.close();
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
  return {
    gather: () => {
      sqlite.pragma('journal_mode = delete');
      // SQLite would remove a journal on disk at the end of the hold, by a name that is another file's by then.
      sqlite.pragma('journal_mode = memory');
      for (const suffix of ['-journal', '-shm']) rmSync(file + suffix, { force: true });
    },
    release: () => sqlite.close(),
  };
}
