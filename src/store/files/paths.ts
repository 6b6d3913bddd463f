import { type BigIntStats, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { explained, refuse } from './file-errors.ts';

/**
 * The status of a path; undefined where nothing exists.
 *
 * @throws EngagedError where it cannot be read
 */
export function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw explained(error, path);
  }
}

/** Whether both are the same file. The inode alone is not enough: every file system has its own numbers. */
export const isSameFile = (one: BigIntStats | undefined, other: BigIntStats | undefined): boolean =>
  one !== undefined && one.dev === other?.dev && one.ino === other.ino;

/**
 * Resolves all links in a path, so that the files beside the data file have only one name. The file need not
 * exist; a missing folder fails later, when the file is created.
 *
 * @param path absolute
 * @throws EngagedError for a broken or circular link, and for a folder without access
 */
export function realPathOf(path: string): string {
  try {
    const found = linkless(path);
    if (found !== undefined) return found;
    // A new file would replace the link itself.
    if (lstatSync(path, { throwIfNoEntry: false }))
      throw refuse(`${path} is a link that leads nowhere.`);
    return join(linkless(dirname(path)) ?? dirname(path), basename(path));
  } catch (error) {
    throw explained(error, path);
  }
}

function linkless(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
