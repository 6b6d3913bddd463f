import { DataFileFault } from '../../domain/errors.ts';
import { PostgresError } from '../postgres/postgres-error.ts';
import { sqliteCode } from '../sqlite/sqlite-database.ts';

/** SQLite's result codes that mean the disk or the file is at fault, not the program; each with its subcodes. */
const WRITING = /^SQLITE_(?:FULL|READONLY)/;
const READING_OR_WRITING = /^SQLITE_(?:IOERR|CORRUPT|NOTADB|CANTOPEN|BUSY|PROTOCOL)/;

/** Describes an error of the data file for the user; undefined for any other error. */
export function toDataFileFault(error: unknown): DataFileFault | undefined {
  if (error instanceof DataFileFault) return error;
  if (error instanceof PostgresError && !error.isOfProgram)
    return cannot('read or write', error.code);
  const code = sqliteCode(error) ?? '';
  if (WRITING.test(code)) return cannot('write', code);
  if (READING_OR_WRITING.test(code)) return cannot('read or write', code);
  return undefined;
}

export const cannotOpen = (): DataFileFault => cannot('read or write', 'cannot_open');

/** Nothing is at the path of the open data file any more, or another file or contents. */
export const DATA_FILE_REPLACED = 'data_file_moved_or_replaced';

export const dataFileReplaced = (): DataFileFault => cannot('read or write', DATA_FILE_REPLACED);

/** The write lock could not be acquired in time. */
export const busy = (): DataFileFault => cannot('write', 'busy');

export const diskFull = (): DataFileFault => cannot('write', 'disk_full');

const cannot = (what: string, reason: string) =>
  new DataFileFault(reason, `The service cannot ${what} its data at the moment`);
