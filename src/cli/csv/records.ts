import { CsvError, type Info, type Options, parse } from 'csv-parse/sync';
import { invalid } from '../../domain/errors.ts';

/** One record of a delimited file. `line` is the line, from 1, on which it starts. */
export type CsvRecord = { line: number; cells: string[] };

const LF = 10;
const CR = 13;

/** All line endings at once: files glued together from several systems have several. */
const lineEndings = ['\r\n', '\n', '\r'];

/**
 * Splits a text by the rules of RFC 4180 with any delimiter. Every cell stays the text it was. Blank lines,
 * and lines that hold nothing but delimiters, are left out but counted. `firstLine` is the number of the
 * text's first line. Records may differ in length.
 *
 * Throws `validation_failed`, with the line on which the record starts, where quotes do not pair.
 */
export function splitRecords(text: string, delimiter: string, firstLine: number): CsvRecord[] {
  const bytes = Buffer.from(text);
  const records: CsvRecord[] = [];
  let line = firstLine;
  let start = 0;
  const keep = (cells: string[], info: Info): null => {
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells });
    line += countLineEndings(bytes, start, info.bytes);
    start = info.bytes;
    return null;
  };
  try {
    parse(bytes, { ...dialect(delimiter), on_record: keep });
  } catch (error) {
    if (error instanceof CsvError) throw quoteError(error, line);
    throw error;
  }
  return records;
}

/**
 * The first records of a text, `count` at most, as far as they can be split at all; nothing is refused.
 * Serves to try a delimiter.
 */
export function sampleRecords(text: string, delimiter: string, count: number): string[][] {
  const records: string[][] = [];
  const keep = (cells: string[]): null => {
    if (cells.some((cell) => cell.trim() !== '')) records.push(cells);
    return null;
  };
  try {
    parse(text, { ...dialect(delimiter), to: count, on_record: keep });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return records;
}

/** Lengths are compared by the caller, who can say more about them; blank lines are needed to count lines. */
const dialect = (delimiter: string): Options => ({
  delimiter,
  record_delimiter: lineEndings,
  relax_column_count: true,
});

function countLineEndings(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    if (bytes[i] === LF || (bytes[i] === CR && bytes[i + 1] !== LF)) count++;
  }
  return count;
}

/** The library's own messages quote the cell. */
function quoteError(error: CsvError, line: number): Error {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return invalid(
      `The record that starts on line ${line} opens a quotation mark that is never closed. Close it, or write it twice if it belongs to the text.`,
    );
  }
  return invalid(
    `The record that starts on line ${line} has a quotation mark in the middle of a cell. Put the whole cell in quotation marks and write the one inside twice.`,
  );
}
