import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataFileReplaced, diskFull } from './data-file-fault.ts';
import { freeBytes } from './disk-space.ts';

/** Less free space than this counts as full: a small change would still fit, but not a roster. */
const LEAST_FREE = 1_048_576;

/** The path of a data file, and the files it resolved to when it was opened. */
export type DataFilePlace = {
  /** May be, or go through, a link. */
  path: string;
  /** Device and inode of the file, its write-ahead log and the index of that. */
  identity: string;
};

/**
 * The location of a data file that is open, so all three files exist. It opens nothing, because closing any
 * descriptor of the file would release SQLite's locks.
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
    throw dataFileReplaced();
  }
}

/**
 * Checks that the path still leads to the files that are open. Changes written to replaced files would be lost.
 *
 * @throws DataFileFault
 */
export function requireInPlace({ path, identity }: DataFilePlace): void {
  if (placeOf(path).identity !== identity) throw dataFileReplaced();
}

/** @throws DataFileFault where the disk of a data file is full */
export function requireSpace({ path }: DataFilePlace): void {
  if (freeBytes(dirname(realpathSync(path))) < LEAST_FREE) throw diskFull();
}
