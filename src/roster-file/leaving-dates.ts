import { MAX_DISTINCT, type ValueCounts } from './column-values.ts';
import { DAY, isMeantAsDate, isUsualDate, readDate } from './dates.ts';
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
    const { dayFirst, monthFirst } = readDate(value);
    const read = [dayFirst, monthFirst].filter((date) => date !== undefined);
    const dates = read.filter(isUsualDate);
    if (dates.length > 0) {
      if (dates.every((date) => date + DAY <= now)) past += rows;
      else future += rows;
    } else if (read.length === 0 && isMeantAsDate(value)) {
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
