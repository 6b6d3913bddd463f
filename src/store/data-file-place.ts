import { realpathSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataFileMoved, diskFull } from './data-file-fault.ts';

/** Less space than this counts as none: what is left in the log takes a small change, but no roster. */
const LEAST_FREE = 1_048_576;

/**
 * Device and inode of the files that whoever opens a data file now would work on: the file itself, its
 * write-ahead log and the index of that. To be asked while the file is open, when all three are there. Nothing is
 * opened for it: closing any descriptor of the file would end SQLite's locks.
 *
 * @throws DataFileFault where one of them is missing
 */
export function identityOf(file: string): string {
  try {
    const path = realpathSync(file);
    return ['', '-wal', '-shm']
      .map((suffix) => statSync(path + suffix, { bigint: true }))
      .map(({ dev, ino }) => `${dev}:${ino}`)
      .join(' ');
  } catch {
    throw dataFileMoved();
  }
}

/**
 * Makes sure that a path still leads to the data file that is open, rather than to another one or to none: what is
 * written to the open one would be lost.
 *
 * @param identity of the file when it was opened
 * @throws DataFileFault
 */
export function requireInPlace(file: string, identity: string): void {
  if (identityOf(file) !== identity) throw dataFileMoved();
}

/** @throws DataFileFault where the disk of a data file is full */
export function requireSpace(file: string): void {
  const { blocks, bsize, bavail, bfree } = statfsSync(dirname(realpathSync(file)));
  // Some file systems give no numbers at all. What is reserved for the superuser counts for nobody else.
  const free = (process.getuid?.() === 0 ? bfree : bavail) * bsize;
  if (blocks > 0 && free < LEAST_FREE) throw diskFull();
}
