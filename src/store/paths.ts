import { type BigIntStats, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { explained, refuse } from './file-errors.ts';

/**
 * What lies under a path; undefined where nothing does.
 *
 * @throws EngagedError where it cannot be looked at
 */
export function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw explained(error, path);
  }
}

/** Whether both are one file. Its number alone does not say so: every file system counts from one. */
export const isSameFile = (one: BigIntStats | undefined, other: BigIntStats | undefined): boolean =>
  one !== undefined && one.dev === other?.dev && one.ino === other.ino;

/**
 * The path of a file without any link in it, so that whatever lies beside the file has one name only. The file
 * need not exist yet; a missing folder is left to whoever makes the file.
 *
 * @param path absolute
 * @throws EngagedError for a link that leads nowhere or to itself, and a folder that may not be entered
 */
export function realPathOf(path: string): string {
  try {
    const found = linkless(path);
    if (found !== undefined) return found;
    // The file to come would take the link's own place.
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
