import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A file system for one test, or why it cannot be mounted. */
export type Mount = { folder: string } | { reason: string };

/** Mounts a file system in memory, of the given size, for one test. */
export const mountSmallDisk = (t: TestContext, megabytes: number): Mount =>
  mount(t, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none']);

/** Mounts a FAT file system, as on USB sticks, which has no links and no file modes. */
export function mountFatDisk(t: TestContext): Mount {
  const own = mkdtempSync(join(tmpdir(), 'engaged-test-'));
  t.after(() => rmSync(own, { recursive: true }));
  const image = join(own, 'image');
  for (const [make, type] of [
    ['mkfs.vfat', 'vfat'],
    ['mkfs.exfat', 'exfat'],
    ['mkfs.exfat', 'exfat-fuse'],
  ] as const) {
    writeFileSync(image, '');
    truncateSync(image, 64 * 1024 * 1024);
    if (spawnSync(make, [image]).status !== 0) continue;
    const mounted = mount(t, ['-t', type, '-o', 'loop', image]);
    if ('folder' in mounted) return mounted;
  }
  return { reason: 'needs the superuser, and mkfs.vfat or mkfs.exfat with what mounts it' };
}

function mount(t: TestContext, words: readonly string[]): Mount {
  const folder = mkdtempSync(join(tmpdir(), 'engaged-test-'));
  const { status } = spawnSync('mount', [...words, folder]);
  t.after(() => {
    if (status === 0) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return status === 0 ? { folder } : { reason: 'only the superuser may mount a file system' };
}
