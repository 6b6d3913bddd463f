import { closeSync, fsyncSync, openSync } from 'node:fs';
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
