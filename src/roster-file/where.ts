import { failure, misuse } from '../domain/errors.ts';
import { cutName } from '../domain/name-list.ts';
import { countValues, MAX_DISTINCT } from './column-values.ts';
import { noSuchColumn, requireColumn } from './header.ts';
import type { RecordList } from './record-list.ts';

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
): { records: RecordList; leftOut: LeftOut[] } {
  const filters = wheres.map((where) => toFilter(header, where));
  const leftOut = filters.map(({ where }) => ({ where, rows: 0 }));
  if (filters.length === 0) return { records, leftOut };
  const kept = records.filter(({ cells }) => {
    const at = filters.findIndex(({ passes }) => !passes(cells));
    const filter = leftOut[at];
    if (filter) filter.rows++;
    return filter === undefined;
  });
  if (kept.length === 0 && records.length > 0) throw nothingLeft(header, records, filters);
  return { records: kept, leftOut };
}

function toFilter(header: readonly string[], where: string): Filter {
  const { name, isExclusion, values } = parseFilter(where);
  const position = requireColumn(header, name, 'where');
  // Beyond case and punctuation names are the same, but here a mark more or less would turn the filter round.
  if (name.endsWith('!') && !header[position]?.trim().endsWith('!')) {
    throw noSuchColumn(header, name, 'where');
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
export function parseFilter(where: string): ParsedFilter {
  const parsed = splitFilter(where);
  if (parsed) return parsed;
  throw misuse('where_form');
}

type ParsedFilter = { name: string; isExclusion: boolean; values: string };

/** As `parseFilter`; undefined for a text that is no filter. */
export function splitFilter(where: string): ParsedFilter | undefined {
  const at = where.indexOf('=');
  const isMarked = where[at - 1] === '!';
  const isExclusion = isMarked && where[at + 1] !== '=';
  const name = where.slice(0, isExclusion ? at - 1 : at).trim();
  if (at === -1 || name === '') return undefined;
  return { name, isExclusion, values: where.slice(isMarked && !isExclusion ? at + 2 : at + 1) };
}

function nothingLeft(header: readonly string[], records: RecordList, filters: readonly Filter[]) {
  const nameOf = ({ position }: Filter) => cutName(header[position]?.trim() ?? '');
  const kept = filters.map((filter) => records.filter(({ cells }) => filter.passes(cells)).length);
  const strictest = filters[kept.indexOf(0)];
  if (strictest) {
    const values = countValues(records, [strictest.position]).get(strictest.position) ?? [];
    const named = values.slice(0, VALUES_NAMED);
    return failure('where_passes_none', {
      column: nameOf(strictest),
      values: named.map(([value, rows]) => ({ value: cutName(value), rows })),
      ...{ more: values.length - named.length, isMoreAtLeast: values.length === MAX_DISTINCT },
      hasMarks: /[,;]/.test(strictest.where),
    });
  }
  return failure('wheres_pass_none', {
    each: filters.map((filter, i) => ({ column: nameOf(filter), rows: kept[i] ?? 0 })),
    rows: records.length,
  });
}
