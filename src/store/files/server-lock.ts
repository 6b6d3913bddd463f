import { conflict } from '../../domain/errors.ts';
import { sqliteCode } from '../sqlite/sqlite-database.ts';
import { explained, refuse } from './file-errors.ts';
import { type FileLock, type LockOptions, lockFile, stateOfLock } from './file-lock.ts';

/** The lock of a process that serves or upgrades a data file. */
export type ServerLock = { release(): void };

/** How long to wait for a server that is shutting down, in milliseconds. */
const SERVER_TIMEOUT = 1_000;

/** The same for an upgrade. One of a large file takes longer. */
const UPGRADE_TIMEOUT = 5_000;

/**
 * Marks a data file as served by this process. Sync slots, hourly budgets and limits are counted in memory, so
 * two servers would each allow the full amount. Commands are not affected, but nothing upgrades the file meanwhile.
 *
 * @param file with all links resolved, so that every path to the file has the same lock
 * @throws EngagedError `conflict` while another process serves or upgrades the file, `unavailable` where it cannot be
 *   locked
 */
export function acquireServerLock(file: string): ServerLock {
  const lock = acquire(file, { isReadable: false });
  if (!lock) throw conflict(`${file} is served by another process already. Stop that one first`);
  return lock;
}

/**
 * Marks a data file as being upgraded by this process, so that no service starts on it meanwhile.
 *
 * @returns undefined while a service has the file open
 * @throws EngagedError as `acquireServerLock`
 */
export const acquireUpgradeLock = (file: string): ServerLock | undefined =>
  acquire(file, { isReadable: true });

/** What another process does with a data file, besides commands; undefined for nothing. */
export function useOf(file: string): 'service' | 'upgrade' | undefined {
  try {
    const state = stateOfLock(markOf(file));
    return state && (state === 'exclusive' ? 'service' : 'upgrade');
  } catch (error) {
    throw explainedLock(error, file);
  }
}

function acquire(file: string, kind: Pick<LockOptions, 'isReadable'>): ServerLock | undefined {
  const lock = (timeout: number): FileLock | undefined => {
    try {
      return lockFile(markOf(file), { timeout, ...kind });
    } catch (error) {
      throw explainedLock(error, file);
    }
  };
  let held = lock(SERVER_TIMEOUT);
  if (!held && useOf(file) !== 'service') held = lock(UPGRADE_TIMEOUT);
  if (held) return { release: held.remove };
  if (useOf(file) !== 'upgrade') return undefined;
  throw conflict(`Another process is upgrading ${file}; try again when it has finished`, 5);
}

const markOf = (file: string): string => `${file}-server`;

const explainedLock = (error: unknown, file: string): unknown =>
  sqliteCode(error) === 'SQLITE_NOTADB'
    ? refuse(`The file ${markOf(file)} cannot be locked: it is not empty. Remove it.`)
    : explained(error, file);
