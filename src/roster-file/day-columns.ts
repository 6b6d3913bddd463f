import { dayOf } from '../domain/iso-time.ts';
import { ROSTER_FIELDS, type RosterField } from '../domain/roster/fields.ts';
import type { Columns } from './columns.ts';
import { isMeantAsDate, isUsualDate, readDate } from './dates.ts';
import type { RosterColumn } from './names/kinds.ts';

/** What was read of a column of days. */
export type DaysRead = {
  field: RosterColumn;
  column: string;
  /** Rows whose cell is no day; their field is left empty. */
  unreadable: number;
  /** True where no cell tells whether the day or the month comes first; then the column is not read. */
  is_unclear: boolean;
};

/** A cell as the day that a row takes, such as `2026-11-16`; '' where it holds none. */
export type ToDay = (cell: string) => string;

export type DayColumns = { read: DaysRead[]; toDay: { [field in RosterColumn]?: ToDay } };

const DAY_FIELDS = Object.values(ROSTER_FIELDS as Record<string, RosterField>)
  .filter(({ format }) => format === 'day')
  .map(({ name }) => name as RosterColumn);

/** Finds out how the days of a file are written: one column has one order, which some of its cells tell. */
export function readDayColumns(
  header: readonly string[],
  columns: Columns,
  records: Iterable<{ readonly cells: readonly string[] }>,
): DayColumns {
  const found: DayColumns = { read: [], toDay: {} };
  for (const field of DAY_FIELDS) {
    const position = columns[field];
    if (position === undefined) continue;
    const { toDay, ...read } = readColumn(records, position);
    found.read.push({ field, column: header[position]?.trim() ?? '', ...read });
    if (!read.is_unclear) found.toDay[field] = toDay;
  }
  return found;
}

function readColumn(records: Iterable<{ readonly cells: readonly string[] }>, position: number) {
  let [dayFirst, monthFirst, either, unreadable] = [0, 0, 0, 0];
  for (const { cells } of records) {
    const cell = cells[position]?.trim() ?? '';
    const read = readDate(cell);
    if (read.dayFirst === read.monthFirst) {
      if (read.dayFirst === undefined && isMeantAsDate(cell)) unreadable++;
    } else if (read.monthFirst === undefined) dayFirst++;
    else if (read.dayFirst === undefined) monthFirst++;
    else either++;
  }
  const isMixed = dayFirst > 0 && monthFirst > 0;
  const toDay: ToDay = (cell) => {
    const read = readDate(cell.trim());
    const isEither = read.dayFirst !== undefined && read.monthFirst !== undefined;
    if (isMixed && isEither && read.dayFirst !== read.monthFirst) return '';
    const day =
      monthFirst > 0 ? (read.monthFirst ?? read.dayFirst) : (read.dayFirst ?? read.monthFirst);
    return day === undefined || !isUsualDate(day) ? '' : dayOf(day);
  };
  return {
    toDay,
    unreadable: unreadable + (isMixed ? either : 0),
    is_unclear: either > 0 && dayFirst === 0 && monthFirst === 0,
  };
}
