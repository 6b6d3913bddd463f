import { countValues } from '../csv/column-values.ts';
import type { Columns } from '../csv/columns.ts';
import { describeStatus, isStatus, type StatusColumn } from '../csv/employment-status.ts';
import { describeHeader, quoteName } from '../csv/header.ts';
import { findKinds } from '../csv/header-names.ts';
import { countLeavingDates, type LeavingDates } from '../csv/leaving-dates.ts';
import { ROSTER_COLUMNS, type RosterColumn } from '../csv/names/kinds.ts';
import type { RosterFile } from '../csv/read-rows.ts';
import type { RecordList } from '../csv/record-list.ts';
import type { CsvRecord } from '../csv/records.ts';
import { columnOfFilter } from '../csv/where.ts';
import { escapeControl, formatNumber, pluralize } from '../output.ts';
import { shellWord } from '../shell-word.ts';

/** A header for each field that has a column. */
type Headers = { [field in keyof Columns]?: string };

/** What an import made of the columns of its file. */
export type ColumnsRead = {
  /** The header that each field was read from. */
  columns: Headers;
  ignored_columns: string[];
  status_columns: StatusColumn[];
  leaving_dates: LeavingDates[];
};

/** So many rows tell whether a column is a status; only then all of them are counted. */
const SAMPLE_ROWS = 200;

/** Tells which columns were read, and what the others say about people who have left. */
export function readColumns(file: RosterFile, wheres: readonly string[], now: number): ColumnsRead {
  const { header, columns, records } = file;
  const used = new Set<number | undefined>(Object.values(columns));
  const filtered = new Set(wheres.map((where) => columnOfFilter(header, where)));
  const nameOf = (i: number) => header[i]?.trim() ?? '';
  const free = header.flatMap((_, i) =>
    used.has(i) || filtered.has(i) || nameOf(i) === '' ? [] : [i],
  );
  const ofSample = countValues(takeSample(records), free);
  const statuses = free.filter((i) => isStatus(nameOf(i), ofSample.get(i) ?? []));
  const kinds = findKinds(header);
  const dates = wheres.length > 0 ? [] : free.filter((i) => kinds[i] === 'leaving_date');
  const watched = [...statuses, ...dates];
  const values = countValues(watched.length > 0 ? records : [], watched);
  return {
    columns: Object.fromEntries(Object.entries(columns).map(([field, i]) => [field, nameOf(i)])),
    ignored_columns: free.map(nameOf),
    status_columns: statuses
      .filter((i) => isStatus(nameOf(i), values.get(i) ?? []))
      .map((i) => describeStatus(header, i, values.get(i) ?? [])),
    leaving_dates: dates.flatMap(
      (i) => countLeavingDates(nameOf(i), values.get(i) ?? [], now) ?? [],
    ),
  };
}

/** Some records from all over the file. */
function* takeSample(records: RecordList): Generator<CsvRecord> {
  const step = Math.max(1, Math.floor(records.length / SAMPLE_ROWS));
  for (let index = 0; index < records.length; index += step) {
    const record = records.at(index);
    if (record) yield record;
  }
}

/** The columns for people; empty where the file has the roster's own columns and no others. */
export function describeColumns(read: ColumnsRead): string[] {
  const { columns, ignored_columns: ignored } = read;
  const isPlain = Object.entries(columns).every(([field, name]) => field === name);
  return isPlain && ignored.length === 0 ? [] : listColumns(toSources(columns), ignored);
}

/** Fields with the columns they were read from, below each other, and the columns that were not read. */
export function listColumns(
  lines: readonly (readonly [field: string, source: string])[],
  ignored: readonly string[],
): string[] {
  const width = Math.max(...lines.map(([field]) => field.length));
  return [
    'Columns:',
    ...lines.map(([field, source]) => `  ${field.padEnd(width)}  ${escapeControl(source)}`),
    ...(ignored.length > 0 ? [`Ignored: ${escapeControl(describeHeader(ignored))}.`] : []),
  ];
}

/** Each field and the columns it was read from, in words. */
function toSources(columns: Headers): [field: string, source: string][] {
  const quoted = (field: keyof Headers) => {
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
    ...(status.note === null ? [] : [status.note]),
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
