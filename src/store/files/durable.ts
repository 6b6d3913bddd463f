import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { statOf } from './paths.ts';

/** Opens a path for the time of a call. */
export function withOpen<T>(path: string, flags: 'r' | 'r+', use: (descriptor: number) => T): T {
  const descriptor = openSync(path, flags);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns when a file's contents are on the disk. */
export const fsyncFile = (file: string): void => withOpen(file, 'r+', fsyncSync);

/** Errors of a folder that cannot be synced: unsupported by its file system, or not readable by this user. */
const NO_FOLDER_SYNC: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'ENOSYS', 'EACCES', 'EPERM'];

/** Returns when a file's name is on the disk. The name is stored in the folder, which must be synced separately. */
export function fsyncFolderOf(file: string): void {
  // Windows cannot open folders and writes their changes through.
  if (process.platform === 'win32') return;
  try {
    withOpen(dirname(file), 'r', fsyncSync);
  } catch (error) {
    if (!NO_FOLDER_SYNC.includes((error as NodeJS.ErrnoException).code)) throw error;
  }
}

/**
 * Gives a finished file its name, at once and never over another file.
 *
 * @throws Error `EEXIST` where the name is taken
 */
export function publish(temporaryFile: string, file: string): void {
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Not every file system supports links. Any other error occurs again below.
    claimAndRename(temporaryFile, file);
  }
  fsyncFolderOf(file);
}

// A crash in between leaves an empty file, which is never accepted as a data file or a backup.
function claimAndRename(temporaryFile: string, file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
  try {
    renameSync(temporaryFile, file);
  } catch (error) {
    if (statOf(file)?.size === 0n) discard(file);
    throw error;
  }
}

/** Removes a file after a failure. An error here must not hide that failure. */
export function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The disk may refuse every operation now.
  }
}

/** Replaces a file with a finished one atomically. */
export function replace(temporaryFile: string, file: string): void {
  renameSync(temporaryFile, file);
  fsyncFolderOf(file);
}

/** Gives a file NAME, or NAME-2, NAME-3 … where that is taken; returns the name that it got. */
export function underFreeName(name: string, give: (name: string) => void): string {
  for (let copy = 1; ; copy++) {
    const free = numbered(name, copy);
    try {
      give(free);
      return free;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Which of NAME, NAME-2, NAME-3 … no file has now. */
export function freeName(name: string): string {
  let copy = 1;
  while (statOf(numbered(name, copy))) copy++;
  return numbered(name, copy);
}

const numbered = (name: string, copy: number): string => (copy === 1 ? name : `${name}-${copy}`);

/** How much is copied at a time, in bytes. */
const CHUNK = 1024 * 1024;

/** Copies an open file into an empty one. Node's own way also copies the mode, which FAT refuses. */
export const copyContents = (from: number, file: string): void =>
  withOpen(file, 'r+', (to) => {
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (let size = readSync(from, chunk); size > 0; size = readSync(from, chunk)) {
      for (let done = 0; done < size; ) done += writeSync(to, chunk, done, size - done);
    }
  });

/** The same of a file that is not open. */
export const copyFile = (from: string, file: string): void =>
  withOpen(from, 'r', (descriptor) => copyContents(descriptor, file));
