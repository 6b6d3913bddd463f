import { closeSync, mkdtempSync, openSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { explained, refuse } from './file-errors.ts';
import { type FileLock, lockFile } from './file-lock.ts';
import { statOf } from './paths.ts';

/** A database that is made in a folder of its own beside its future place, so that nobody ever sees half of it. */
export type Making = {
  /** The file to fill: empty, and for its owner alone. */
  file: string;
  /** Removes the folder with all that still lies in it. */
  end(): void;
};

/** What the folder may hold: the file, what SQLite puts beside it, and the lock of whoever makes it. */
const FILE = 'file';
const CONTENTS: readonly string[] = [FILE, `${FILE}-journal`, `${FILE}-wal`, `${FILE}-shm`];
const LOCK = 'lock';

/**
 * Begins to make a database. What processes that were killed have left of theirs in that place is removed first.
 *
 * @param target the path that it is to have; any file system keeps the two together
 * @throws EngagedError where nothing can be made there
 */
export function beginMaking(target: string): Making {
  removeLeftovers(dirname(target));
  try {
    for (;;) {
      const folder = mkdtempSync(`${target}.making-`);
      const lock = lockNew(folder);
      if (lock) return fillable(folder, lock);
    }
  } catch (error) {
    throw explained(error, target);
  }
}

/** Removes what processes that were killed have left in a place while they made a file there. */
export function removeLeftovers(place: string): void {
  for (const folder of foldersIn(place)) removeLeftover(folder);
}

/** The folders that were left behind in a place by processes that were killed while they made a file there. */
export function findLeftovers(place: string): string[] {
  return foldersIn(place).filter((folder) => {
    const lock = lockLeft(folder);
    lock?.release();
    return lock !== undefined;
  });
}

/**
 * Makes sure that a database can be made where there is nothing yet. A log that lies there already would be taken
 * for the new file's own.
 *
 * @throws EngagedError
 */
export function requireFreePlace(file: string): void {
  requireFreeName(file);
  for (const suffix of ['-wal', '-journal']) {
    if (statOf(file + suffix)?.size)
      throw refuse(
        `${file}${suffix} belongs to another file, which had this name before. Move it away, or choose another name.`,
      );
  }
}

/** Makes sure that a name is not what SQLite or the service calls a file beside another data file. */
export function requireFreeName(file: string): void {
  if (/-(?:wal|shm|journal|server)$/i.test(file))
    throw refuse(`${file} is a name that belongs to another data file. Choose another name.`);
}

function fillable(folder: string, lock: FileLock): Making {
  const end = () => remove(folder, lock);
  const file = join(folder, FILE);
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return { file, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** Undefined where another process has just taken the folder for left behind. */
function lockNew(folder: string): FileLock | undefined {
  try {
    return lockFile(join(folder, LOCK), 0);
  } catch (error) {
    if (!statOf(folder)) return undefined;
    remove(folder);
    throw error;
  }
}

function foldersIn(place: string): string[] {
  try {
    return readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /\.making-[A-Za-z0-9]{6}$/.test(entry.name))
      .map(({ name }) => join(place, name));
  } catch {
    // A folder that cannot be listed may still take a file.
    return [];
  }
}

/** The lock of a folder whose maker has ended without removing it; undefined for any other. */
function lockLeft(folder: string): FileLock | undefined {
  try {
    const lock = join(folder, LOCK);
    return statOf(lock) && lockFile(lock, 0);
  } catch {
    // It is just being removed, or belongs to another user.
    return undefined;
  }
}

function removeLeftover(folder: string): void {
  const lock = lockLeft(folder);
  if (lock) {
    remove(folder, lock);
    return;
  }
  try {
    rmdirSync(folder);
  } catch {
    // Somebody is at work in it.
  }
}

function remove(folder: string, lock?: FileLock): void {
  try {
    for (const name of CONTENTS) rmSync(join(folder, name), { force: true });
    lock?.remove();
    // Windows removes no file that is open.
    rmSync(join(folder, LOCK), { force: true });
    rmdirSync(folder);
  } catch {
    // What cannot be removed now is left to the next one who makes a file here.
    lock?.release();
  }
}
