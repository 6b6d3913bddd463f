import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A file system of a test's own, or why there is none. */
export type Mount = { folder: string } | { reason: string };

/** Mounts a file system for one test, in memory and of that size. */
export const aSmallDisk = (t: TestContext, megabytes: number): Mount =>
  mount(t, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none']);

function mount(t: TestContext, words: readonly string[]): Mount {
  const folder = mkdtempSync(join(tmpdir(), 'engaged-test-'));
  const { status } = spawnSync('mount', [...words, folder]);
  t.after(() => {
    if (status === 0) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return status === 0 ? { folder } : { reason: 'only the superuser may mount a file system' };
}
