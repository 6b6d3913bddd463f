import { realpathSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataFileMoved, diskFull } from './data-file-fault.ts';

/** Less space than this counts as none: what is left in the log takes a small change, but no roster. */
const LEAST_FREE = 1_048_576;

/** The path by which a data file is named, and what it led to when the file was opened. */
export type DataFilePlace = {
  /** May be, or go through, a link. */
  path: string;
  /** Device and inode of the file, its write-ahead log and the index of that. */
  identity: string;
};

/**
 * Where a data file is that is open: then all three files are there. Nothing is opened for it, because closing any
 * descriptor of the file would end SQLite's locks.
 *
 * @throws DataFileFault where one of them is missing
 */
export function placeOf(path: string): DataFilePlace {
  try {
    const file = realpathSync(path);
    const ids = ['', '-wal', '-shm'].map((suffix) => {
      const { dev, ino } = statSync(file + suffix, { bigint: true });
      return `${dev}:${ino}`;
    });
    return { path, identity: ids.join(' ') };
  } catch {
    throw dataFileMoved();
  }
}

/**
 * Makes sure that whoever opens the path now works on the files that are open already, rather than on others or
 * none: what is written to the open ones would be lost.
 *
 * @throws DataFileFault
 */
export function requireInPlace({ path, identity }: DataFilePlace): void {
  if (placeOf(path).identity !== identity) throw dataFileMoved();
}

/** @throws DataFileFault where the disk of a data file is full */
export function requireSpace({ path }: DataFilePlace): void {
  const { blocks, bsize, bavail, bfree } = statfsSync(dirname(realpathSync(path)));
  // Some file systems give no numbers at all. What is reserved for the superuser counts for nobody else.
  const free = (process.getuid?.() === 0 ? bfree : bavail) * bsize;
  if (blocks > 0 && free < LEAST_FREE) throw diskFull();
}
