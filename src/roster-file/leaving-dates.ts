import type { ValueCounts } from './column-values.ts';
import { toFilterText } from './where.ts';

/** A column of leaving dates, and how many of its dates are over. */
export type LeavingDates = {
  column: string;
  past: number;
  future: number;
  /** A filter for `--where` that keeps only rows without a date; null where none can be written. */
  where: string | null;
};

/** How many different texts for "no date" a filter names. */
const MOST_BLANKS = 3;

/** Earlier dates stand for none: systems write 1900-01-01 or 1899-12-30 where a date is empty. */
const FIRST_YEAR = 1950;

/** Later ones too: 9999-12-31. */
const LAST_YEAR = 2200;

const DAY = 86_400_000;

/**
 * Counts the leaving dates before and after a time. A date that can be read day first or month first is past
 * only if both readings are; undefined where the column holds no dates.
 */
export function countLeavingDates(
  column: string,
  values: ValueCounts,
  now: number,
): LeavingDates | undefined {
  let past = 0;
  let future = 0;
  const blanks: string[] = [];
  for (const [value, rows] of values) {
    const dates = readDates(value);
    if (dates.length === 0) {
      blanks.push(value);
      continue;
    }
    if (dates.every((date) => date + DAY <= now)) past += rows;
    else future += rows;
  }
  if (past + future === 0) return undefined;
  const isShort = blanks.length <= MOST_BLANKS;
  const none = ['', ...blanks.filter((text) => text !== '')];
  return { column, past, future, where: isShort ? toFilterText(column, none, false) : null };
}

/** The days that a text can mean, as times; none where it is no date. */
function readDates(text: string): number[] {
  const parts = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?:[T ].*)?$/.exec(text);
  if (parts) {
    const [a, b, c] = [parts[1], parts[3], parts[4]].map(Number) as [number, number, number];
    if (parts[1]?.length === 4) return toDays([[a, b, c]]);
    const year = parts[4]?.length === 4 ? c : 2000 + c;
    // Only slashes and hyphens are used for month first.
    return parts[2] === '.'
      ? toDays([[year, b, a]])
      : toDays([
          [year, b, a],
          [year, a, b],
        ]);
  }
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? undefined;
  if (digits) return toDays([[Number(digits[1]), Number(digits[2]), Number(digits[3])]]);
  return [];
}

const toDays = (candidates: readonly [year: number, month: number, day: number][]): number[] =>
  candidates.flatMap(([year, month, day]) => {
    const time = Date.UTC(year, month - 1, day);
    const isDay = month >= 1 && month <= 12 && new Date(time).getUTCDate() === day;
    return isDay && year >= FIRST_YEAR && year <= LAST_YEAR ? [time] : [];
  });
