import { createHash } from 'node:crypto';
import { EngagedError, failure, UsageError } from '../../../domain/errors.ts';
import type { Failure } from '../../../domain/failures.ts';
import { type ColumnsRead, readColumns } from '../../../roster-file/columns-read.ts';
import type { FileText, SheetRead } from '../../../roster-file/file-text.ts';
import { takeWithoutEmail, type WithoutEmail } from '../../../roster-file/missing-email.ts';
import { type PackedRows, packRows } from '../../../roster-file/packed-rows.ts';
import type { PackedTexts } from '../../../roster-file/packed-texts.ts';
import {
  type ReadOptions,
  type RosterFile,
  readHeader,
  readRosterFile,
  readRosterText,
} from '../../../roster-file/read-rows.ts';
import type { UploadOptions } from './options.ts';

/** Longer names and cells are cut, and more columns are only counted. */
const MAX_COLUMNS = 300;
const MAX_LENGTH = 200;

/** The columns of a file that can be chosen, and how many others it has. */
export type FileColumns = { names: string[]; more: number };

/** What was read in a file, and what was not. */
export type FileView = {
  /** Whether it holds rows that failed before, and never everybody. */
  isRejects: boolean;
  rows: number;
  leftOut: RosterFile['leftOut'];
  skippedLines: number;
  extraLines: { first: RosterFile['extraLines']; total: number };
  withoutEmail: Pick<WithoutEmail, 'rows' | 'lines' | 'domain'>;
  encoding: string;
  isAssumed: boolean;
  delimiter: string;
  /** The sheet of a workbook, and those to choose from. */
  sheet: SheetRead | null;
  columns: FileColumns;
  /** A cell of the first row for each of `columns.names`. */
  firstRow: string[];
  read: ColumnsRead & { ignored_total: number };
};

/** Most rows of an upload; a file of 32 MB has about half as many people. */
const MAX_ROWS = 1_000_000;

const FIRST = 5;
const LINES = 20;

const optionsOf = (options: UploadOptions): ReadOptions => ({
  ...{ maps: options.maps, wheres: options.wheres, expect: options.expect },
  delimiter: options.delimiter ?? undefined,
  skipLines: options.skipLines ?? undefined,
  maxRows: MAX_ROWS,
  needsNoEmail: options.noEmailDomain !== null,
});

/** What a file holds and how it was read, and its rows for the sync. */
export type UploadReading = { sha256: string } & (
  | { problem: Failure; columns: FileColumns | null; sheet: SheetRead | null }
  | { file: FileView; upload: PackedUpload }
);

/** The rows of an uploaded roster. */
export type PackedUpload = {
  rows: PackedRows;
  /** External ids of people who are not in the rows and still not missing. */
  alsoNamed: PackedTexts;
};

/** Reads an uploaded roster. A file that cannot be used as a whole has a problem, and the columns to choose from. */
export async function readUpload({
  bytes,
  options,
  now,
}: {
  bytes: Uint8Array;
  options: UploadOptions;
  now: number;
}): Promise<UploadReading> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  let text: FileText | undefined;
  try {
    text = await readRosterText(bytes, {
      maps: options.maps,
      encoding: options.encoding ?? undefined,
      sheet: options.sheet ?? undefined,
    });
    const whole = readRosterFile(text, optionsOf(options));
    if (whole.records.length === 0) throw failure('file_without_rows');
    if (whole.isRejects && options.deactivateMissing) {
      throw failure('file_of_rejects');
    }
    const { file, withoutEmail } = takeWithoutEmail(whole, options);
    return {
      sha256,
      file: viewFile({ whole, withoutEmail }, options, now),
      upload: { rows: packRows(file), alsoNamed: withoutEmail.externalIds },
    };
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    const columns = text ? columnsOf(text, options) : null;
    return { sha256, problem, columns, sheet: text?.sheet ?? null };
  }
}

/** What is wrong with the file or how it is to be read, if an error is about that. */
export const problemOf = (error: unknown): Failure | undefined =>
  error instanceof UsageError ||
  (error instanceof EngagedError && error.code === 'validation_failed')
    ? error.failure
    : undefined;

/** The columns of a file that cannot be used as it is; null where no column names are found. */
function columnsOf(text: FileText, options: UploadOptions): FileColumns | null {
  try {
    return toFileColumns(readHeader(text, optionsOf(options)) ?? []);
  } catch (error) {
    if (problemOf(error)) return null;
    throw error;
  }
}

/** Places of columns that have a name which can be chosen. */
const choosable = (header: readonly string[]): number[] =>
  header.flatMap((name, i) => (name.trim() === '' || name.length > MAX_LENGTH ? [] : [i]));

function toFileColumns(header: readonly string[]): FileColumns {
  const all = choosable(header);
  const names = all.slice(0, MAX_COLUMNS).map((i) => header[i]?.trim() ?? '');
  return { names, more: header.length - names.length };
}

function viewFile(
  { whole, withoutEmail }: { whole: RosterFile; withoutEmail: WithoutEmail },
  { wheres }: UploadOptions,
  now: number,
): FileView {
  const { header, records, leftOut, skippedLines, extraLines, extraLinesTotal } = whole;
  const read = readColumns(whole, wheres, now);
  const [first] = records;
  const cells = choosable(header)
    .slice(0, MAX_COLUMNS)
    .map((i) => cut(first?.cells[i] ?? ''));
  return {
    ...{ isRejects: whole.isRejects, rows: records.length, leftOut, skippedLines },
    extraLines: { first: extraLines.slice(0, FIRST), total: extraLinesTotal },
    withoutEmail: {
      ...{ rows: withoutEmail.rows, domain: withoutEmail.domain },
      lines: withoutEmail.lines.slice(0, LINES),
    },
    ...{ encoding: whole.encoding, isAssumed: whole.isAssumed, delimiter: whole.delimiter },
    sheet: whole.sheet,
    columns: toFileColumns(header),
    firstRow: cells,
    read: {
      columns: Object.fromEntries(
        Object.entries(read.columns).map(([field, name]) => [field, cut(name)]),
      ),
      ignored_columns: read.ignored_columns.slice(0, MAX_COLUMNS).map(cut),
      ignored_total: read.ignored_columns.length,
      status_columns: read.status_columns.slice(0, FIRST),
      leaving_dates: read.leaving_dates.slice(0, FIRST),
      days: read.days,
    },
  };
}

export const cut = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
