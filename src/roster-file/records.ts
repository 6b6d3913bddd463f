import { failure } from '../domain/errors.ts';
import type { RecordFault } from '../domain/file-failures.ts';

/** One record of a delimited file. `line` is the line, from 1, on which it starts. */
export type CsvRecord = { line: number; cells: string[] };

/** A file as far as lines are concerned. */
export type WithLines = { records: { at(index: number): Pick<CsvRecord, 'line'> | undefined } };

/** The line of the file on which a row starts; null for a row that a service invented. */
export const lineOf = (file: WithLines, index: number): number | null =>
  file.records.at(index)?.line ?? null;

const QUOTE = 34;
const LF = 10;
const CR = 13;

// A list of all of them could take more memory than there is.
function countLineEndings(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) count++;
  }
  return count;
}

/** The line, from 1, on which a character of a text stands. */
export const lineAt = (text: string, at: number): number => 1 + countLineEndings(text.slice(0, at));

/** How a text is divided into records, and the number of its first line. */
export type Division = { delimiter: string; firstLine: number };

/**
 * Splits a text by the rules of RFC 4180 with any delimiter. Every cell stays the text it was. Blank lines,
 * and lines that hold nothing but delimiters, are left out but counted. Records may differ in length.
 *
 * Throws `validation_failed`, with the line on which the record starts, where quotes do not pair.
 *
 * @param keep receives each record, and where in the text it starts
 */
export function forEachRecord(
  text: string,
  division: Division,
  keep: (record: CsvRecord, start: number) => void,
): void {
  const error = readRecords(text, division, (record, start) => {
    keep(record, start);
    return true;
  });
  if (error !== null) throw failure('file_record_unreadable', error);
}

/** The error for a file that has more rows than can be read. */
export const tooManyRows = (line: number, max: number) =>
  failure('file_too_many_rows', { max, line });

/** All records of a text at once: a header and at most so many rows. */
export function splitRecords(
  text: string,
  division: Division,
  maxRows = Number.POSITIVE_INFINITY,
): CsvRecord[] {
  const records: CsvRecord[] = [];
  forEachRecord(text, division, (record) => {
    if (records.length > maxRows) throw tooManyRows(record.line, maxRows);
    records.push(record);
  });
  return records;
}

/**
 * The first records of a text, `count` at most, as far as they can be split at all; nothing is refused.
 * Serves to try a delimiter.
 */
export function sampleRecords(text: string, delimiter: string, count: number): string[][] {
  const records: string[][] = [];
  const division = { delimiter, firstLine: 1 };
  readRecords(text, division, ({ cells }) => records.push(cells) < count);
  return records;
}

/** The cells of a record that was found before, by where it starts. */
export function cellsAt(text: string, delimiter: string, start: number): string[] {
  const cells = readRecord(text, delimiter.charCodeAt(0), { at: start, line: 1 });
  if (!Array.isArray(cells)) throw new Error('no record starts here');
  return cells;
}

type Cursor = { at: number; line: number };
type Unreadable = { line: number; fault: RecordFault };

/** Hands over one record after another, until `keep` returns false or quotes do not pair. */
function readRecords(
  text: string,
  { delimiter, firstLine }: Division,
  keep: (record: CsvRecord, start: number) => boolean,
): Unreadable | null {
  const separator = delimiter.charCodeAt(0);
  const cursor: Cursor = { at: 0, line: firstLine };
  while (cursor.at < text.length) {
    const { at: start, line } = cursor;
    if (skipLineEnding(text, cursor)) continue;
    const cells = readRecord(text, separator, cursor);
    if (!Array.isArray(cells)) return cells;
    if (cells.some((cell) => cell.trim() !== '') && !keep({ line, cells }, start)) break;
  }
  return null;
}

/**
 * Reads one record and moves the cursor to the next. Written by hand for its speed: libraries take several
 * times as long for a long file, or know one kind of line ending only.
 */
function readRecord(text: string, separator: number, cursor: Cursor): string[] | Unreadable {
  const { line } = cursor;
  const cells: string[] = [];
  let { at } = cursor;
  for (;;) {
    const start = at;
    const isQuoted = text.charCodeAt(at) === QUOTE;
    if (isQuoted) {
      at = endOfQuoted(text, at);
      if (at === -1) return { line, fault: 'unclosed_quote' };
      if (at - start > MAX_CELL_LENGTH) return { line, fault: 'long_cell' };
      const written = text.slice(start + 1, at - 1);
      cells.push(written.replaceAll('""', '"'));
      cursor.line += countLineEndings(written);
    } else {
      at = endOfPlain(text, at, separator);
      cells.push(text.slice(start, at));
    }
    if (at - start > MAX_CELL_LENGTH) return { line, fault: 'long_cell' };
    if (cells.length > MAX_CELLS) return { line, fault: 'many_cells' };
    if (at - cursor.at > MAX_RECORD_LENGTH) return { line, fault: 'long_record' };
    const next = text.charCodeAt(at);
    if (next === separator) at++;
    else if (at === text.length || next === LF || next === CR) break;
    else return { line, fault: 'stray_quote' };
  }
  cursor.at = at;
  if (!skipLineEnding(text, cursor)) cursor.at++;
  return cells;
}

/** Moves the cursor behind the line ending at which it stands, if it does. */
function skipLineEnding(text: string, cursor: Cursor): boolean {
  const unit = text.charCodeAt(cursor.at);
  if (unit !== LF && unit !== CR) return false;
  cursor.at += unit === CR && text.charCodeAt(cursor.at + 1) === LF ? 2 : 1;
  cursor.line++;
  return true;
}

/** Where a cell in quotation marks is over, behind the last of them; -1 where it is never closed. */
function endOfQuoted(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = text.indexOf('"', at) + 1;
    if (at === 0) return -1;
    if (text.charCodeAt(at) !== QUOTE) return at;
    at++;
  }
}

/** Where a cell without quotation marks is over, or has one nevertheless. */
function endOfPlain(text: string, start: number, separator: number): number {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === separator || unit === LF || unit === CR || unit === QUOTE) return at;
  }
  return text.length;
}

/** The widest exports have some hundred columns, and cells of spreadsheets 32,767 characters. What has more is no table. */
const MAX_CELLS = 2_000;
const MAX_CELL_LENGTH = 100_000;
const MAX_RECORD_LENGTH = 1_000_000;
