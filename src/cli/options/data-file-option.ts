import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { endHoldsThatAreOver } from '../../service/roster/steps/roster-hold.ts';
import { explainedAsData, openData } from '../../store/data.ts';
import type { Database } from '../../store/database.ts';
import { refuse } from '../../store/files/file-errors.ts';
import { realPathOf } from '../../store/files/paths.ts';
import { isMistakenAddress, isPostgresAddress } from '../../store/postgres/address.ts';
import type { Upgrade } from '../../store/upgrade.ts';
import type { Context } from '../context.ts';
import { printNotice } from '../output/output.ts';
import { upgradeText } from '../output/upgrade-text.ts';

/** The option of every command that works on a data file. */
export type DataOption = { data?: string };

/**
 * The data as given: `--data`, else ENGAGED_DATA, else `engaged.db` in the current folder. It is the path of a file, or
 * the address of a PostgreSQL database.
 *
 * @throws UsageError for what is meant as an address and is none
 */
export function dataAsGiven(context: Context, options: DataOption): string {
  const given = options.data ?? (context.env.ENGAGED_DATA || 'engaged.db');
  if (isMistakenAddress(given)) {
    throw new UsageError(
      'The data is named by the path of a file or the address of a PostgreSQL database, postgres://USER@HOST/NAME without quotes or spaces',
    );
  }
  return isPostgresAddress(given) ? given : resolve(context.cwd, given);
}

/**
 * The same with the real path of a file, so that it has one WAL and one lock through whatever links it is named.
 *
 * @throws EngagedError for a dangling link
 */
export function dataOf(context: Context, options: DataOption): string {
  const given = dataAsGiven(context, options);
  return isPostgresAddress(given) ? given : realPathOf(given);
}

/**
 * The real path of the data file.
 *
 * @param what the command, for the error
 * @throws EngagedError for a dangling link, and where the data is in PostgreSQL
 */
export function dataFileOf(context: Context, options: DataOption, what: string): string {
  const data = dataOf(context, options);
  if (isPostgresAddress(data)) throw needsFile(what);
  return data;
}

/** Where that path comes from: `--data`, `ENGAGED_DATA` or `default`. */
export const dataFileSource = ({ env }: Context, { data }: DataOption): string =>
  data !== undefined ? '--data' : env.ENGAGED_DATA ? 'ENGAGED_DATA' : 'default';

/**
 * Runs a command's work on its data, which must exist, and always closes it. The service may be running. Data of an older
 * schema is upgraded first, which is said. For work that changes companies, see `changingData`.
 *
 * @param cacheMegabytes size of the page cache, if other than usual
 *
 * @throws EngagedError if the file is missing, foreign, damaged or newer, or older and served, and if its disk is full or
 *   fails
 */
export async function withData<T>(
  context: Context,
  options: DataOption,
  work: (db: Database, data: string) => T | Promise<T>,
  cacheMegabytes?: number,
): Promise<T> {
  const data = dataOf(context, options);
  const access = { write: true, ...(cacheMegabytes && { cacheMegabytes }) };
  const onUpgrade = (upgrade: Upgrade) => printNotice(context, upgradeText(data, upgrade));
  const db = openData(data, access, { isService: false, onUpgrade });
  try {
    return await work(db, data);
  } catch (error) {
    throw explainedAsData(error, data);
  } finally {
    db.close();
  }
}

/** Runs a command's work as `withData` does, after the holds of imports that have died, so that it can change their companies. */
export const changingData: typeof withData = (context, options, work, cacheMegabytes) =>
  withData(
    context,
    options,
    (db, data) => {
      endHoldsThatAreOver(db, context.now);
      return work(db, data);
    },
    cacheMegabytes,
  );

const needsFile = (what: string) =>
  refuse(
    `${what} works on data files. For PostgreSQL, use its own tools, such as pg_restore, or engaged copy.`,
  );
