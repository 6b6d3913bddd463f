import { closeSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { conflict, EngagedError } from '../domain/errors.ts';
import { sqliteCode } from './database.ts';

/** The sign that a process serves a data file. */
export type ServerLock = { release(): void };

/** How long a server that is just ending is waited for, in milliseconds. */
const PATIENCE = 1_000;

/**
 * Marks a data file as served by this process: places for syncs, hourly budgets and limits are counted in one
 * process and would hold for each of two servers alone. Commands are not kept out. The mark is a lock that the
 * operating system takes back when the process ends, however it ends; the file beside the data file that it
 * lies on stays empty and means nothing by itself.
 *
 * @throws EngagedError `conflict` while another process serves the file, `unavailable` where there can be no mark
 */
export function lockForServing(file: string): ServerLock {
  // The same mark through every name of the file, like SQLite's own files beside it.
  const mark = `${realpathSync(file)}-server`;
  for (;;) {
    const sqlite = hold(mark, file);
    // A server that ended meanwhile may have removed the very file that is now locked here.
    if (sqlite) return { release: () => release(sqlite, mark) };
  }
}

function hold(mark: string, file: string): Sqlite.Database | undefined {
  let sqlite: Sqlite.Database | undefined;
  try {
    if (inode(mark) === undefined) closeSync(openSync(mark, 'a', 0o600));
    const opened = inode(mark);
    sqlite = new Sqlite(mark, { timeout: PATIENCE });
    // Nothing is ever written, but a journal would be laid out for it.
    sqlite.pragma('journal_mode = memory');
    sqlite.exec('begin exclusive');
    if (opened !== undefined && inode(mark) === opened) return sqlite;
    sqlite.close();
    return undefined;
  } catch (error) {
    sqlite?.close();
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) {
      throw conflict(`${file} is served by another process already. Stop that one first`);
    }
    throw new EngagedError(
      'unavailable',
      `The file ${mark} cannot be locked. Remove it, and check who owns its folder.`,
    );
  }
}

function release(sqlite: Sqlite.Database, mark: string): void {
  try {
    // While it is still locked, so that it is nobody else's.
    rmSync(mark, { force: true });
  } catch {
    // Windows keeps a file that is open; left behind, it does no harm.
  }
  sqlite.close();
}

const inode = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
