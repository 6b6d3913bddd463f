import { countValues } from './column-values.ts';
import type { Columns } from './columns.ts';
import type { DaysRead } from './day-columns.ts';
import { describeStatus, isStatus, type StatusColumn } from './employment-status.ts';
import { findKinds } from './header-names.ts';
import { countLeavingDates, type LeavingDates } from './leaving-dates.ts';
import type { RosterFile } from './read-rows.ts';
import type { RecordList } from './record-list.ts';
import type { CsvRecord } from './records.ts';
import { columnOfFilter } from './where.ts';

/** A header for each field that has a column. */
type Headers = { [field in keyof Columns]?: string };

/** What an import made of the columns of its file. */
export type ColumnsRead = {
  /** The header that each field was read from. */
  columns: Headers;
  ignored_columns: string[];
  status_columns: StatusColumn[];
  leaving_dates: LeavingDates[];
  days: DaysRead[];
};

/** So many rows tell whether a column is a status; only then all of them are counted. */
const SAMPLE_ROWS = 200;

/** Most columns of a kind whose values are all counted. No roster has so many. */
const MAX_WATCHED = 10;

const nameIn = (header: readonly string[], i: number): string => header[i]?.trim() ?? '';

/** The header that each field of a file is read from. */
export const headersOf = ({ header, columns }: Pick<RosterFile, 'header' | 'columns'>): Headers =>
  Object.fromEntries(Object.entries(columns).map(([field, i]) => [field, nameIn(header, i)]));

/** Tells which columns were read, and what the others say about people who have left. */
export function readColumns(file: RosterFile, wheres: readonly string[], now: number): ColumnsRead {
  const { header, columns, records } = file;
  const used = new Set<number | undefined>(Object.values(columns));
  const filtered = new Set(wheres.map((where) => columnOfFilter(header, where)));
  const nameOf = (i: number) => nameIn(header, i);
  const free = header.flatMap((_, i) =>
    used.has(i) || filtered.has(i) || nameOf(i) === '' ? [] : [i],
  );
  const ofSample = countValues(takeSample(records), free);
  const statuses = free
    .filter((i) => isStatus(nameOf(i), ofSample.get(i) ?? []))
    .slice(0, MAX_WATCHED);
  const kinds = findKinds(header);
  const dates =
    wheres.length > 0 ? [] : free.filter((i) => kinds[i] === 'leaving_date').slice(0, MAX_WATCHED);
  const watched = [...statuses, ...dates];
  const values = countValues(watched.length > 0 ? records : [], watched);
  return {
    columns: headersOf(file),
    ignored_columns: free.map(nameOf),
    status_columns: statuses
      .filter((i) => isStatus(nameOf(i), values.get(i) ?? []))
      .map((i) => describeStatus(header, i, values.get(i) ?? [])),
    leaving_dates: dates.flatMap(
      (i) => countLeavingDates(nameOf(i), values.get(i) ?? [], now) ?? [],
    ),
    days: file.days.read,
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
