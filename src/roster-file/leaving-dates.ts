import { MAX_DISTINCT, type ValueCounts } from './column-values.ts';
import { toFilterText } from './where.ts';

/** A column of leaving dates, and how many of its dates are over. */
export type LeavingDates = {
  column: string;
  past: number;
  future: number;
  /**
   * A filter for `--where` that keeps only rows without a date; null where none can be written, or where other values
   * could be dates.
   */
  where: string | null;
};

/** How many different texts for "no date" a filter names. */
const MOST_BLANKS = 3;

/** Earlier dates stand for none: systems write 1900-01-01 or 1899-12-30 where a date is empty. */
const FIRST = Date.UTC(1950, 0, 1);

/** Later ones too: 9999-12-31. */
const END = Date.UTC(2201, 0, 1);

const DAY = 86_400_000;

/** Day 0 of the dates of spreadsheets. */
const SPREADSHEET_START = Date.UTC(1899, 11, 30);

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
  let hasUnknown = values.length === MAX_DISTINCT;
  const blanks: string[] = [];
  for (const [value, rows] of values) {
    const read = readDates(value);
    const dates = read.filter((date) => date >= FIRST && date < END);
    if (dates.length > 0) {
      if (dates.every((date) => date + DAY <= now)) past += rows;
      else future += rows;
    } else if (read.length === 0 && /[1-9]/.test(value)) {
      hasUnknown = true;
    } else {
      blanks.push(value);
    }
  }
  if (past + future === 0) return undefined;
  const isComplete = !hasUnknown && blanks.length <= MOST_BLANKS;
  const none = ['', ...blanks.filter((text) => text !== '')];
  return { column, past, future, where: isComplete ? toFilterText(column, none, false) : null };
}

const MONTHS = 'jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec'.split(',');
const NAMED_MONTH =
  /^(?:(?<day>\d{1,2})[- ])?(?<month>[a-z]{3})[a-z]*[-. ,]+(?:(?<after>\d{1,2}),? )?(?<year>\d{4}|\d{2})$/i;

/** Longer than any date and time of day. */
const MAX_LENGTH = 60;

/** The days that a text can mean, as times; none where it is no date. */
function readDates(text: string): number[] {
  if (text.length > MAX_LENGTH) return [];
  const parts = /^(\d{1,4})([-./])(\d{1,2})\2(\d{4}|\d{1,2})(?:[T ].*)?$/.exec(text);
  if (parts) {
    const [a, b, c] = [parts[1], parts[3], parts[4]].map(Number) as [number, number, number];
    if (parts[1]?.length === 4) return toDays([[a, b, c]]);
    const year = toYear(c);
    // Only slashes and hyphens are used for month first.
    return parts[2] === '.'
      ? toDays([[year, b, a]])
      : toDays([
          [year, b, a],
          [year, a, b],
        ]);
  }
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (digits) return toDays([[Number(digits[1]), Number(digits[2]), Number(digits[3])]]);
  const { day, month = '', after, year } = NAMED_MONTH.exec(text)?.groups ?? {};
  if ((day === undefined) !== (after === undefined)) {
    const number = MONTHS.indexOf(month.toLowerCase()) + 1;
    return toDays([[toYear(Number(year)), number, Number(day ?? after)]]);
  }
  // What a spreadsheet keeps of a date whose cell has lost its format.
  return /^\d{5}(?:\.\d+)?$/.test(text) ? [SPREADSHEET_START + Math.floor(Number(text)) * DAY] : [];
}

/** Two digits mean 1969 to 2068, as in POSIX. */
const toYear = (number: number): number =>
  number > 99 ? number : number + (number < 69 ? 2000 : 1900);

const toDays = (candidates: readonly [year: number, month: number, day: number][]): number[] =>
  candidates.flatMap(([year, month, day]) => {
    const time = Date.UTC(year, month - 1, day);
    const isDay = month >= 1 && month <= 12 && new Date(time).getUTCDate() === day;
    return isDay ? [time] : [];
  });
