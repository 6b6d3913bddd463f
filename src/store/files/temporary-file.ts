import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fsyncFile, publish, replace, underFreeName, withOpen } from './durable.ts';
import { explained, refuse } from './file-errors.ts';
import { type FileLock, lockFile } from './file-lock.ts';
import { statOf } from './paths.ts';

/** A file in a temporary folder beside its target, so that nobody sees a partial one. */
type TemporaryFile = {
  /** The file to fill; empty. */
  file: string;
  /** Removes the folder with its contents. */
  remove(): void;
};

/** What the folder may hold: the file, SQLite's files beside it, and the lock of its process. */
const FILE = 'file';
const CONTENTS: readonly string[] = [FILE, `${FILE}-journal`, `${FILE}-wal`, `${FILE}-shm`];
const LOCK = 'lock';

/**
 * Creates an empty temporary file. Removes what killed processes left in that folder first.
 *
 * @param target the final path; the temporary folder is on the same file system
 * @param mode its permissions; by default only its owner can access it
 * @throws EngagedError where nothing can be created there
 */
export function createTemporaryFile(target: string, mode = 0o600): TemporaryFile {
  removeLeftovers(dirname(target));
  try {
    for (;;) {
      const folder = mkdtempSync(`${target}.making-`);
      const lock = lockNew(folder);
      if (lock) return fillable(folder, lock, mode);
    }
  } catch (error) {
    throw explained(error, target);
  }
}

/**
 * Creates a file with what `fill` writes, under NAME or, if that exists, NAME-2, NAME-3 …
 *
 * @returns the name that it got
 */
export function createUnderFreeName(name: string, fill: (file: string) => void): string {
  const { file, remove } = createTemporaryFile(name);
  try {
    fill(file);
    fsyncFile(file);
    return underFreeName(name, (free) => publish(file, free));
  } finally {
    remove();
  }
}

/**
 * Creates or replaces a file with this content atomically.
 *
 * @throws EngagedError where it cannot be written
 */
export function writeWhole(
  path: string,
  parts: Iterable<string | Uint8Array>,
  mode?: number,
): void {
  const { file, remove } = createTemporaryFile(path, mode);
  try {
    withOpen(file, 'r+', (descriptor) => {
      for (const part of parts) writeFileSync(descriptor, part);
      fsyncSync(descriptor);
    });
    replace(file, path);
  } catch (error) {
    throw explained(error, path);
  } finally {
    remove();
  }
}

/** Removes the temporary folders that killed processes left in a folder. */
export function removeLeftovers(parent: string): void {
  for (const folder of foldersIn(parent)) removeLeftover(folder);
}

/** The temporary folders that killed processes left in a folder. */
export function findLeftovers(parent: string): string[] {
  return foldersIn(parent).filter((folder) => {
    const lock = lockLeft(folder);
    lock?.release();
    return lock !== undefined;
  });
}

/**
 * Checks that a database can be created at an unused path. SQLite would apply an existing log to the new file.
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

/** Checks that a name is not one that SQLite or the service uses beside another data file. */
export function requireFreeName(file: string): void {
  if (/-(?:wal|shm|journal|server)$/i.test(file))
    throw refuse(`${file} is a name that belongs to another data file. Choose another name.`);
}

function fillable(folder: string, lock: FileLock, mode: number): TemporaryFile {
  const file = join(folder, FILE);
  try {
    closeSync(openSync(file, 'wx', mode));
    return { file, remove: () => remove(folder, lock) };
  } catch (error) {
    remove(folder, lock);
    throw error;
  }
}

/** Undefined where another process has just removed the folder as a leftover. */
function lockNew(folder: string): FileLock | undefined {
  try {
    return lockFile(join(folder, LOCK), { timeout: 0 });
  } catch (error) {
    if (!statOf(folder)) return undefined;
    remove(folder);
    throw error;
  }
}

function foldersIn(parent: string): string[] {
  try {
    return readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /\.making-[A-Za-z0-9]{6}$/.test(entry.name))
      .map(({ name }) => join(parent, name));
  } catch {
    // A folder that cannot be listed may still accept a file.
    return [];
  }
}

/** The lock of a folder whose process ended without removing it; undefined for any other. */
function lockLeft(folder: string): FileLock | undefined {
  try {
    const lock = join(folder, LOCK);
    return statOf(lock) && lockFile(lock, { timeout: 0 });
  } catch {
    // It is being removed, or belongs to another user.
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
    // Its process is still running.
  }
}

function remove(folder: string, lock?: FileLock): void {
  try {
    for (const name of CONTENTS) rmSync(join(folder, name), { force: true });
    lock?.remove();
    // Windows cannot remove an open file.
    rmSync(join(folder, LOCK), { force: true });
    rmdirSync(folder);
  } catch {
    // What cannot be removed now is left to the next command.
    lock?.release();
  }
}
