import { resolve } from 'node:path';
import type { Database } from '../store/database.ts';
import { openDataFile } from '../store/files/data-file.ts';
import { explainedAtWork } from '../store/files/file-errors.ts';
import { realPathOf } from '../store/files/paths.ts';
import type { Context } from './context.ts';

/** What every command accepts that works on a data file. */
export type DataOption = { data?: string };

/** The data file as a command was given it: `--data`, else ENGAGED_DATA, else `engaged.db` in the current folder. */
export const dataFileAsGiven = (context: Context, options: DataOption): string =>
  resolve(context.cwd, options.data ?? (context.env.ENGAGED_DATA || 'engaged.db'));

/**
 * The data file a command means, as everything further in knows it: by its real path, so that it has one log
 * and one lock through whatever links it was named.
 *
 * @throws EngagedError for a link that leads to no file
 */
export const dataFileOf = (context: Context, options: DataOption): string =>
  realPathOf(dataFileAsGiven(context, options));

/** Where the name of that file comes from: `--data`, `ENGAGED_DATA` or `default`. */
export const dataFileSource = ({ env }: Context, { data }: DataOption): string =>
  data !== undefined ? '--data' : env.ENGAGED_DATA ? 'ENGAGED_DATA' : 'default';

/**
 * Runs a command's work on its data file, which must exist, and closes it whatever happens.
 * Works beside a running server.
 *
 * @param cacheMegabytes how much of the file is kept at hand, where that is to be more than usual
 *
 * @throws EngagedError where the file is missing, not ours, damaged or newer, and where its disk is full or fails
 */
export async function withDataFile<T>(
  context: Context,
  options: DataOption,
  work: (db: Database, file: string) => T | Promise<T>,
  cacheMegabytes?: number,
): Promise<T> {
  const file = dataFileOf(context, options);
  const db = openDataFile(file, { write: true, ...(cacheMegabytes && { cacheMegabytes }) });
  try {
    return await work(db, file);
  } catch (error) {
    throw explainedAtWork(error, file);
  } finally {
    db.close();
  }
}
