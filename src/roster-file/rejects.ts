import type { Delimiter } from './dialect.ts';
import type { CsvRecord } from './records.ts';
import { toCsvLine, unescapeFormula } from './write-csv.ts';

/** Why a row was rejected. `index` is its record's position in the file's `records`. */
export type RejectedRow = { index: number; code: string; message: string };

/** The columns added to those of the original file, always last and in this order. */
const reasons = ['line', 'code', 'message'] as const;

/**
 * The rejected rows as a file that can be corrected in a spreadsheet and imported again with the same options:
 * all columns of the original, then `line` (in the original), `code` and `message`. Its first chunk is the
 * header; written in UTF-8 with a byte order mark, without which Excel would garble accents.
 *
 * Every cell is guarded against being run as a formula. The guard is taken off again when such a file is
 * read, and only then, which `isRejectsHeader` tells: a value goes round unchanged, and an apostrophe in
 * anyone else's file is theirs.
 */
export function* toRejectLines(
  file: {
    header: readonly string[];
    records: { at(index: number): CsvRecord | undefined };
    delimiter: Delimiter;
  },
  rejected: Iterable<RejectedRow>,
): Generator<string> {
  const { delimiter } = file;
  yield `\uFEFF${toCsvLine([...file.header, ...reasons], { delimiter })}`;
  for (const { index, code, message } of rejected) {
    const record = file.records.at(index);
    if (record === undefined) continue;
    yield toCsvLine([...record.cells, String(record.line), code, message], { delimiter });
  }
}

/** True of the header that `toRejectLines` writes: it ends in exactly the three added names. */
export const isRejectsHeader = (header: readonly string[]): boolean =>
  header.length > reasons.length &&
  reasons.every((name, i) => header[header.length - reasons.length + i] === name);

/** A record of such a file as it was in the original. */
export const stripReasons = (cells: readonly string[]): string[] =>
  cells.slice(0, -reasons.length).map(unescapeFormula);
