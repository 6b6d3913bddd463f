import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A file system of that size, or why there is none. */
export function aSmallDisk(
  t: TestContext,
  megabytes: number,
): { folder: string } | { reason: string } {
  const folder = mkdtempSync(join(tmpdir(), 'engaged-test-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
  t.after(() => {
    if (mounted.status === 0) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return mounted.status === 0
    ? { folder }
    : { reason: 'only the superuser may mount a small file system' };
}

/** Takes all the space there is. */
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
