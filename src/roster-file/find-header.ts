import { countKnownNames, foldHeader } from './header-names.ts';

/** How many records the header may stand among. */
const MOST_RECORDS = 15;

/** So many known names make a record the header, even below other lines. */
const ENOUGH_NAMES = 3;

/** PowerShell's first line of a list of users: `#TYPE Selected.Microsoft.ActiveDirectory...`. */
const TYPE_LINE = /^#TYPE /;

/**
 * The position of the header among a file's first records: the first with three known names or more, and
 * otherwise the first record. `named` are the columns that options name; they count as known.
 */
export function findHeader(
  records: readonly (readonly string[])[],
  named: readonly string[] = [],
): number {
  const found = findNames(records, named);
  if (found !== -1) return found;
  return TYPE_LINE.test(records[0]?.[0] ?? '') && records.length > 1 ? 1 : 0;
}

/** Whether one of a file's first records has so many known names that it is the header of a roster. */
export const hasHeader = (
  records: readonly (readonly string[])[],
  named: readonly string[] = [],
): boolean => findNames(records, named) !== -1;

function findNames(records: readonly (readonly string[])[], named: readonly string[]): number {
  const wanted = new Set(named.map(foldHeader).filter((name) => name !== ''));
  const score = (cells: readonly string[]) =>
    countKnownNames(cells.filter((cell) => !wanted.has(foldHeader(cell)))) +
    cells.filter((cell) => wanted.has(foldHeader(cell))).length;
  return records.slice(0, MOST_RECORDS).findIndex((cells) => score(cells) >= ENOUGH_NAMES);
}
