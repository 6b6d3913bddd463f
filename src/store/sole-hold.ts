import { rmSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { sqliteCode } from './database.ts';

/** A data file that nobody else can open or has open. */
export type SoleHold = {
  /** Lets others have it again. */
  release(): void;
};

/**
 * Takes a data file for this process alone, with everything that lay in its write-ahead log moved into it,
 * so that the one file is all there is. The hold ends with the process at the latest.
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
    sqlite.pragma('journal_mode = delete');
    // A journal on disk would be removed, by name, at the end of the hold: by then another file may have the name.
    sqlite.pragma('journal_mode = memory');
    for (const suffix of ['-journal', '-shm']) rmSync(file + suffix, { force: true });
  } catch (error) {
    sqlite.close();
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
  return { release: () => sqlite.close() };
}
