import { statfsSync } from 'node:fs';

/** The free bytes on the disk of a folder; infinite where its file system reports no numbers. */
export function freeBytes(folder: string): number {
  const { blocks, bsize, bavail, bfree } = statfsSync(folder);
  // Space reserved for the superuser does not count.
  return blocks > 0 ? (process.getuid?.() === 0 ? bfree : bavail) * bsize : Infinity;
}
