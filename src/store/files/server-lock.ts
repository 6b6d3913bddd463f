import { conflict } from '../../domain/errors.ts';
import { sqliteCode } from '../sqlite/sqlite-database.ts';
import { explained, refuse } from './file-errors.ts';
import { type FileLock, lockFile } from './file-lock.ts';

/** The lock of a process that serves a data file. */
export type ServerLock = { release(): void };

/** How long to wait for a server that is shutting down, in milliseconds. */
const TIMEOUT = 1_000;

/**
 * Marks a data file as served by this process. Sync slots, hourly budgets and limits are counted in memory, so
 * two servers would each allow the full amount. Commands are not affected.
 *
 * @param file with all links resolved, so that every path to the file has the same lock
 * @throws EngagedError `conflict` while another process serves the file, `unavailable` where it cannot be locked
 */
export function acquireServerLock(file: string): ServerLock {
  const mark = `${file}-server`;
  let lock: FileLock | undefined;
  try {
    lock = lockFile(mark, TIMEOUT);
  } catch (error) {
    if (sqliteCode(error) !== 'SQLITE_NOTADB') throw explained(error, mark);
    throw refuse(`The file ${mark} cannot be locked: it is not empty. Remove it.`);
  }
  if (!lock) throw conflict(`${file} is served by another process already. Stop that one first`);
  return { release: lock.remove };
}
