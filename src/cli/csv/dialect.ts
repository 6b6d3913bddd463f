import { invalid } from '../../domain/errors.ts';
import { UsageError } from '../context.ts';
import { countKnownNames } from './header-names.ts';
import { sampleRecords } from './records.ts';

const delimiters = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

/** How a text is divided. `start` and `firstLine` say where its header begins, after a `sep=` line. */
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
 * Finds how a text is divided, unless `chosen` says so. Throws `validation_failed` when a `sep=` line
 * names a character that is not among the four delimiters.
 */
export function findDialect(text: string, chosen?: Delimiter): Dialect {
  const line = separatorLine.exec(text);
  if (line === null) {
    return { delimiter: chosen ?? findDelimiter(text), start: 0, firstLine: 1 };
  }
  const named = delimiters.find((delimiter) => delimiter === line[1]);
  const delimiter = chosen ?? named;
  if (delimiter === undefined) {
    throw invalid(
      'The sep= line names a delimiter that is not supported. Use a comma, a semicolon, a tab or |.',
    );
  }
  return { delimiter, start: line[0].length, firstLine: 2 };
}

/**
 * The delimiter that divides the first records into equally many cells, more than one. Where several do,
 * or none, the one that gives the most known column names, then the most columns.
 */
export function findDelimiter(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_CHARS);
  const isCut = sample.length < text.length;
  const candidates = delimiters.map((delimiter) => {
    const records = sampleRecords(sample, delimiter, SAMPLE_RECORDS);
    if (isCut && records.length > 1 && records.length < SAMPLE_RECORDS) records.pop();
    const header = records[0] ?? [];
    return {
      delimiter,
      width: header.length,
      even: records.every((cells) => cells.length === header.length),
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
