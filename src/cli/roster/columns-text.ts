import { describeNames, quoteName, toNameList } from '../../domain/name-list.ts';
import { formatNumber, pluralize } from '../../domain/number-text.ts';
import { shellWord } from '../../domain/shell-word.ts';
import type { ColumnsRead } from '../../roster-file/columns-read.ts';
import { STATUS_NOTES, type StatusColumn } from '../../roster-file/employment-status.ts';
import type { FileText } from '../../roster-file/file-text.ts';
import type { LeavingDates } from '../../roster-file/leaving-dates.ts';
import { ROSTER_COLUMNS, type RosterColumn } from '../../roster-file/names/kinds.ts';
import { escapeControl } from '../output/terminal.ts';

/** The columns for people; empty where the file has the roster's own columns and no others. */
export function describeColumns(read: ColumnsRead): string[] {
  const { columns, ignored_columns: ignored } = read;
  const isPlain = Object.entries(columns).every(([field, name]) => field === name);
  return isPlain && ignored.length === 0 ? [] : listColumns(toSources(columns), ignored);
}

/** Which sheet of a workbook was read, if there were several; nothing of a text file. */
export const describeSheet = ({ sheet }: Pick<FileText, 'sheet'>): string[] =>
  sheet && sheet.all.length > 1
    ? [
        `Read the sheet ${escapeControl(quoteName(sheet.name))} of ${escapeControl(describeNames(toNameList(sheet.all)))}. --sheet names another one.`,
      ]
    : [];

/** Fields with the columns they were read from, below each other, and the columns that were not read. */
export function listColumns(
  lines: readonly (readonly [field: string, source: string])[],
  ignored: readonly string[],
): string[] {
  const width = Math.max(...lines.map(([field]) => field.length));
  return [
    'Columns:',
    ...lines.map(([field, source]) => `  ${field.padEnd(width)}  ${escapeControl(source)}`),
    ...(ignored.length > 0
      ? [`Ignored: ${escapeControl(describeNames(toNameList(ignored)))}.`]
      : []),
  ];
}

/** Each field and the columns it was read from, in words. */
function toSources(columns: ColumnsRead['columns']): [field: string, source: string][] {
  const quoted = (field: keyof ColumnsRead['columns']) => {
    const name = columns[field];
    return name === undefined ? undefined : quoteName(name);
  };
  const sourceOf = (field: RosterColumn): string | undefined => {
    if (field !== 'first_name' && field !== 'last_name') return quoted(field);
    const full = quoted('name');
    if (full !== undefined) return `${full}, divided`;
    const prefix = field === 'last_name' ? quoted('last_name_prefix') : undefined;
    const name = prefix === undefined ? quoted(field) : `${prefix} and ${quoted(field)}`;
    const preferred = quoted(`preferred_${field}`);
    return preferred === undefined ? name : `${preferred}, or ${name} where it is empty`;
  };
  return ROSTER_COLUMNS.flatMap((field) => {
    const source = sourceOf(field);
    return source === undefined ? [] : [[field, source] as [string, string]];
  });
}

/** What of the days in the file could not be read; each as a paragraph. */
export const describeDays = ({ days }: ColumnsRead): string[][] =>
  days.flatMap(({ column, unreadable, is_unclear }) => {
    const name = escapeControl(quoteName(column));
    if (is_unclear) {
      return [
        [
          `${name} is not read: its dates can be day first or month first. Write them as 2026-11-16.`,
        ],
      ];
    }
    return unreadable === 0
      ? []
      : [
          [
            `${name} holds no date in ${pluralize(unreadable, 'row', 'rows')}, whose field is left empty.`,
          ],
        ];
  });

/** What the columns say about people who have left; each as a paragraph. */
export const describeLeavers = (read: ColumnsRead): string[][] => [
  ...read.status_columns.map(describeStatusColumn),
  ...read.leaving_dates.filter(({ past }) => past > 0).map(describeLeavingDates),
];

function describeStatusColumn(status: StatusColumn): string[] {
  const counts = status.values.map(({ value, rows }) => [
    value === '' ? '(empty)' : escapeControl(value),
    formatNumber(rows),
  ]);
  const width = Math.max(...counts.map(([value]) => value?.length ?? 0));
  const digits = Math.max(...counts.map(([, rows]) => rows?.length ?? 0));
  const filter = status.where === null ? null : escapeControl(shellWord(status.where));
  const isExclusion = status.where?.startsWith(`${status.column}!=`);
  return [
    `${escapeControl(quoteName(status.column))} looks like an employment status, and no --where names it:`,
    ...counts.map(([value, rows]) => `  ${value?.padEnd(width)}  ${rows?.padStart(digits)}`),
    ...(status.more_values > 0
      ? [`  and ${pluralize(status.more_values, 'other value', 'other values')}`]
      : []),
    ...(filter === null
      ? []
      : [
          isExclusion
            ? `To leave out people who have left: --where ${filter}`
            : `To import only these people: --where ${filter}`,
        ]),
    ...(status.note === null ? [] : [STATUS_NOTES[status.note]]),
  ];
}

function describeLeavingDates({ column, past, future, where }: LeavingDates): string[] {
  const later = future > 0 ? `, ${formatNumber(future)} in the future` : '';
  return [
    `${escapeControl(quoteName(column))} holds leaving dates: ${pluralize(past, 'row has', 'rows have')} one in the past${later}.`,
    ...(where === null
      ? []
      : [`To import only rows without a date: --where ${escapeControl(shellWord(where))}`]),
  ];
}
