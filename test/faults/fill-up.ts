import { closeSync, openSync, writeSync } from 'node:fs';

/** Fills a disk completely. */
export function fillUp(filler: string): void {
  const descriptor = openSync(filler, 'a');
  try {
    for (let size = 1 << 20; size >= 512; size >>= 1) {
      try {
        while (writeSync(descriptor, Buffer.alloc(size)) === size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
