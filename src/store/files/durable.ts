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

/** Returns when a file's contents are on the disk. */
export function fsyncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Errors of a folder that cannot be synced: unsupported by its file system, or not readable by this user. */
const NO_FOLDER_SYNC: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'ENOSYS', 'EACCES', 'EPERM'];

/** Returns when a file's name is on the disk. The name is stored in the folder, which must be synced separately. */
export function fsyncFolderOf(file: string): void {
  // Windows cannot open folders and writes their changes through.
  if (process.platform === 'win32') return;
  try {
    const descriptor = openSync(dirname(file), 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!NO_FOLDER_SYNC.includes((error as NodeJS.ErrnoException).code)) throw error;
  }
}

/**
 * Gives a finished file its name, at once and never over another file.
 *
 * @throws Error `EEXIST` where the name is taken
 */
export function publish(making: string, file: string): void {
  try {
    linkSync(making, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Not every file system supports links. Any other error occurs again below.
    claimAndRename(making, file);
  }
  fsyncFolderOf(file);
}

// A crash in between leaves an empty file, which is never accepted as a data file or a backup.
function claimAndRename(making: string, file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
  try {
    renameSync(making, file);
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
export function replace(making: string, file: string): void {
  renameSync(making, file);
  fsyncFolderOf(file);
}

/** Gives a file NAME, or NAME-2, NAME-3 … where that is taken; returns the name that it got. */
export function underFreeName(name: string, give: (name: string) => void): string {
  for (let copy = 1; ; copy++) {
    const free = copy === 1 ? name : `${name}-${copy}`;
    try {
      give(free);
      return free;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** How much is copied at a time, in bytes. */
const CHUNK = 1024 * 1024;

/** Copies an open file into an empty one. Node's own way also copies the mode, which FAT refuses. */
export function copyContents(from: number, file: string): void {
  const to = openSync(file, 'r+');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const size = readSync(from, chunk);
      if (size === 0) return;
      for (let done = 0; done < size; ) done += writeSync(to, chunk, done, size - done);
    }
  } finally {
    closeSync(to);
  }
}

/** The same of a file that is not open. */
export function copyFile(from: string, file: string): void {
  const descriptor = openSync(from, 'r');
  try {
    copyContents(descriptor, file);
  } finally {
    closeSync(descriptor);
  }
}
