import { failure, UsageError } from '../domain/errors.ts';
import { findHeader } from './find-header.ts';
import { countKnownNames } from './header-names.ts';
import { sampleRecords } from './records.ts';

const delimiters = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

/** How a text is divided. `start` and `firstLine` say where its table begins, after lines that are skipped. */
export type Dialect = { delimiter: Delimiter; start: number; firstLine: number };

const SAMPLE_CHARS = 65_536;
const SAMPLE_RECORDS = 20;

/** Excel's way to name the delimiter: a first line of its own, for example `sep=;`. */
const separatorLine = /^"?sep=([^\r\n])"?(?:\r\n|\n|\r)/i;

/** The delimiter an option names: the character itself, or `tab` or `\t`. Throws a UsageError for another. */
export function toDelimiter(text: string): Delimiter {
  const meant = /^(?:tab|\\t)$/i.test(text) ? '\t' : text;
  const found = delimiters.find((delimiter) => delimiter === meant);
  if (found === undefined)
    throw new UsageError('--delimiter takes a comma, a semicolon, | or tab.');
  return found;
}

/**
 * Finds how a text is divided, unless `chosen` says so. The table begins after a `sep=` line and after
 * `skipLines` lines, of which that is one.
 *
 * Throws `validation_failed` when a `sep=` line names a character that is not among the four delimiters.
 */
export function findDialect(text: string, chosen?: Delimiter, skipLines = 0): Dialect {
  const line = separatorLine.exec(text);
  const afterSeparator = line === null ? 0 : line[0].length;
  const firstLine = line === null ? 1 : 2;
  const more = Math.max(0, skipLines - firstLine + 1);
  const start = skip(text, afterSeparator, more);
  if (line === null || chosen !== undefined) {
    return {
      delimiter: chosen ?? findDelimiter(text.slice(start)),
      start,
      firstLine: firstLine + more,
    };
  }
  const delimiter = delimiters.find((known) => known === line[1]);
  if (delimiter === undefined) {
    throw failure('file_separator_unknown');
  }
  return { delimiter, start, firstLine: firstLine + more };
}

/** Where a text goes on after so many lines. */
function skip(text: string, from: number, lines: number): number {
  const ending = /\r\n|\n|\r/g;
  ending.lastIndex = from;
  for (let i = 0; i < lines; i++) if (!ending.exec(text)) return text.length;
  return lines === 0 ? from : ending.lastIndex;
}

/**
 * The delimiter that divides the first records from the header on into equally many cells, more than one. Where several do,
 * or none, the one that gives the most known column names, then the most columns.
 */
export function findDelimiter(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_CHARS);
  const isCut = sample.length < text.length;
  const candidates = delimiters.map((delimiter) => {
    const records = sampleRecords(sample, delimiter, SAMPLE_RECORDS);
    if (isCut && records.length > 1 && records.length < SAMPLE_RECORDS) records.pop();
    const table = records.slice(findHeader(records));
    const header = table[0] ?? [];
    return {
      delimiter,
      width: header.length,
      even: table.every((cells) => cells.length === header.length),
      known: countKnownNames(header),
    };
  });
  const divided = candidates.filter(({ width }) => width > 1);
  const even = divided.filter((candidate) => candidate.even);
  const [best] = (even.length > 0 ? even : divided).sort(
    (a, b) => b.known - a.known || b.width - a.width,
  );
  return best?.delimiter ?? ',';
}
