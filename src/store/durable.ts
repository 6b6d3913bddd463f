import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns when a file's contents are on the disk, whatever happens to the machine afterwards. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns when the name of a file is on the disk: its folder keeps that, and has to be asked for itself. */
export function syncFolderOf(file: string): void {
  // Windows opens no folders, and writes their changes through.
  if (process.platform === 'win32') return;
  const descriptor = openSync(dirname(file), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a database that was being made, with all that SQLite may have left beside it; one that is not there is fine. */
export function removeUnfinished(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}
