import { invalid, UsageError } from '../domain/errors.ts';
import { formatNumber, pluralize } from '../domain/number-text.ts';
import { countValues, MAX_DISTINCT } from './column-values.ts';
import { noSuchColumn, quoteName, requireColumn } from './header.ts';
import type { RecordList } from './record-list.ts';
import { COMMAND_LINE_WORDS, type Words } from './words.ts';

/** How many rows a filter left out, none of which an earlier filter had. `where` is the filter as it was given. */
export type LeftOut = { where: string; rows: number };

type Filter = { where: string; position: number; passes: (cells: readonly string[]) => boolean };

const VALUES_NAMED = 10;

/**
 * The records that pass every filter: `Header=A|B` takes those with one of the values, `Header!=A|B` those
 * with none of them. White space around a value does not count; otherwise they are compared to the letter.
 *
 * Throws a UsageError for a text of another form and for a column the file does not have, and
 * `validation_failed`, with what the column holds, where no record passes.
 */
export function filterRecords(
  header: readonly string[],
  records: RecordList,
  wheres: readonly string[],
  words: Words = COMMAND_LINE_WORDS,
): { records: RecordList; leftOut: LeftOut[] } {
  const filters = wheres.map((where) => toFilter(header, where, words));
  const leftOut = filters.map(({ where }) => ({ where, rows: 0 }));
  if (filters.length === 0) return { records, leftOut };
  const kept = records.filter(({ cells }) => {
    const at = filters.findIndex(({ passes }) => !passes(cells));
    const filter = leftOut[at];
    if (filter) filter.rows++;
    return filter === undefined;
  });
  if (kept.length === 0 && records.length > 0) throw nothingLeft(header, records, filters, words);
  return { records: kept, leftOut };
}

function toFilter(
  header: readonly string[],
  where: string,
  words: Words = COMMAND_LINE_WORDS,
): Filter {
  const { name, isExclusion, values } = parseFilter(where);
  const position = requireColumn(header, name, words.where);
  // Beyond case and punctuation names are the same, but here a mark more or less would turn the filter round.
  if (name.endsWith('!') && !header[position]?.trim().endsWith('!')) {
    throw noSuchColumn(header, name, words.where);
  }
  const among = new Set(values.split('|').map((value) => value.trim()));
  return {
    where,
    position,
    passes: (cells) => among.has(cells[position]?.trim() ?? '') !== isExclusion,
  };
}

/** The position of the column that a filter is about. */
export const columnOfFilter = (header: readonly string[], where: string): number =>
  toFilter(header, where).position;

/** The text of a filter on a column; null for a name or values that cannot be written in one. */
export function toFilterText(
  column: string,
  values: readonly string[],
  isExclusion: boolean,
): string | null {
  const isWritable = !column.includes('=') && !values.some((value) => /^=|\|/.test(value));
  if (!isWritable || column === '' || values.length === 0) return null;
  const isMarked = column.endsWith('!');
  const sign = isExclusion ? '!=' : isMarked ? '==' : '=';
  return `${column}${sign}${values.join('|')}`;
}

/** The parts of a filter's text. `!=` excludes, but where a header ends in `!`, `Header!==A` is about that header. */
export function parseFilter(where: string): { name: string; isExclusion: boolean; values: string } {
  const at = where.indexOf('=');
  const isMarked = where[at - 1] === '!';
  const isExclusion = isMarked && where[at + 1] !== '=';
  const name = where.slice(0, isExclusion ? at - 1 : at).trim();
  if (at === -1 || name === '') {
    throw new UsageError('--where takes the form Header=Value or Header!=Value.');
  }
  return { name, isExclusion, values: where.slice(isMarked && !isExclusion ? at + 2 : at + 1) };
}

function nothingLeft(
  header: readonly string[],
  records: RecordList,
  filters: readonly Filter[],
  words: Words,
) {
  const nameOf = ({ position }: Filter) => quoteName(header[position]?.trim() ?? '');
  const kept = filters.map((filter) => records.filter(({ cells }) => filter.passes(cells)).length);
  const strictest = filters[kept.indexOf(0)];
  if (strictest) {
    const hint = /[,;]/.test(strictest.where) ? ' Separate several values with "|".' : '';
    return invalid(
      `No row passes ${words.where} on ${nameOf(strictest)}. That column holds ${describeValues(records, strictest.position)}.${hint}`,
    );
  }
  const each = filters.map((filter, i) => `${nameOf(filter)} by ${formatNumber(kept[i] ?? 0)}`);
  return invalid(
    `No row passes every ${words.eachWhere}, only each of them by itself: ${each.join(', ')} of ${pluralize(records.length, 'row', 'rows')}.`,
  );
}

/** What a column holds, the most frequent first, for a message. */
function describeValues(records: RecordList, position: number): string {
  const values = countValues(records, [position]).get(position) ?? [];
  const named = values
    .slice(0, VALUES_NAMED)
    .map(
      ([value, count]) =>
        `${value === '' ? 'nothing' : quoteName(value)} (${pluralize(count, 'row', 'rows')})`,
    );
  const more = values.length - named.length;
  if (more === 0) return named.join(', ');
  const least = values.length === MAX_DISTINCT ? 'at least ' : '';
  return `${named.join(', ')} and ${least}${pluralize(more, 'other value', 'other values')}`;
}
