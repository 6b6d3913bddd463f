import { conflict } from '../domain/errors.ts';
import { sqliteCode } from './database.ts';
import { explained, refuse } from './file-errors.ts';
import { type FileLock, lockFile } from './file-lock.ts';

/** The sign that a process serves a data file. */
export type ServerLock = { release(): void };

/** How long a server that is just ending is waited for, in milliseconds. */
const TIMEOUT = 1_000;

/**
 * Marks a data file as served by this process: places for syncs, hourly budgets and limits are counted in one
 * process and would hold for each of two servers alone. Commands are not kept out.
 *
 * @param file without a link in its path, so that the mark is the same through every link to it
 * @throws EngagedError `conflict` while another process serves the file, `unavailable` where there can be no mark
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
