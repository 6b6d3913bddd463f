import { resolve } from 'node:path';
import { openDataFile } from '../store/files/data-file.ts';
import { explainedAtWork } from '../store/files/file-errors.ts';
import { realPathOf } from '../store/files/paths.ts';
import type { SqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import type { Context } from './context.ts';

/** The option of every command that works on a data file. */
export type DataOption = { data?: string };

/** The path of the data file as given: `--data`, else ENGAGED_DATA, else `engaged.db` in the current folder. */
export const dataFileAsGiven = (context: Context, options: DataOption): string =>
  resolve(context.cwd, options.data ?? (context.env.ENGAGED_DATA || 'engaged.db'));

/**
 * The real path of the data file, so that it has one WAL and one lock through whatever links it is named.
 *
 * @throws EngagedError for a dangling link
 */
export const dataFileOf = (context: Context, options: DataOption): string =>
  realPathOf(dataFileAsGiven(context, options));

/** Where that path comes from: `--data`, `ENGAGED_DATA` or `default`. */
export const dataFileSource = ({ env }: Context, { data }: DataOption): string =>
  data !== undefined ? '--data' : env.ENGAGED_DATA ? 'ENGAGED_DATA' : 'default';

/**
 * Runs a command's work on its data file, which must exist, and always closes it. The service may be running.
 *
 * @param cacheMegabytes size of the page cache, if other than usual
 *
 * @throws EngagedError if the file is missing, foreign, damaged or newer, and if its disk is full or fails
 */
export async function withDataFile<T>(
  context: Context,
  options: DataOption,
  work: (db: SqliteDatabase, file: string) => T | Promise<T>,
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
