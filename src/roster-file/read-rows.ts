import { failure } from '../domain/errors.ts';
import { boundCell } from './bounded-cell.ts';
import { type Columns, findColumns } from './columns.ts';
import { type DayColumns, readDayColumns } from './day-columns.ts';
import { type Delimiter, findDialect } from './dialect.ts';
import { createExtraLineTest, type LeftOutLine } from './extra-lines.ts';
import { type FileText, readFileText, SHEET_DELIMITER, type TextOptions } from './file-text.ts';
import { findHeader, hasHeader } from './find-header.ts';
import { requireColumn, requireHeaderNames } from './header.ts';
import { namesInMaps } from './map-option.ts';
import { ROSTER_COLUMNS, type RosterColumn } from './names/kinds.ts';
import { hasSimpleName, readName } from './person-name.ts';
import { PlaceList } from './place-list.ts';
import { RecordList } from './record-list.ts';
import { type CsvRecord, forEachRecord, sampleRecords, tooManyRows } from './records.ts';
import { isRejectsHeader, stripReasons } from './rejects.ts';
import { UnevenRecords } from './uneven-records.ts';
import { filterRecords, type LeftOut } from './where.ts';

export type ReadOptions = {
  /** `field=Header`, each the text after one `--map`. */
  maps?: readonly string[];
  /** `Header=A|B` or `Header!=A|B`, each the text after one `--where`. */
  wheres?: readonly string[];
  /** Other columns that the file must have. */
  expect?: readonly string[] | undefined;
  /** Found in the file when left out. */
  delimiter?: Delimiter | undefined;
  /** How many lines stand above the header; found in the file when left out. */
  skipLines?: number | undefined;
  /** Whether the file may have no column of emails. */
  needsNoEmail?: boolean;
  /** Most rows of the file. */
  maxRows?: number;
};

/** A roster as its file holds it. `records` are those that passed every `--where`, in the file's order. */
export type RosterFile = Omit<FileText, 'text'> & {
  delimiter: Delimiter;
  /** The column names as written, as long as every record's `cells`. */
  header: string[];
  columns: Columns;
  records: RecordList;
  /** How its days are written. */
  days: DayColumns;
  /** How many lines stand above the header. */
  skippedLines: number;
  /** The first of the lines below the header that are no rows, and how many there are. */
  extraLines: LeftOutLine[];
  extraLinesTotal: number;
  /** What each `--where` left out, in their order. */
  leftOut: LeftOut[];
  /** True of a file that `toRejectLines` wrote: it holds some rows of a roster, never all. */
  isRejects: boolean;
};

/** A row as the sync takes it: a field without a column is absent (kept), an empty cell is '' (cleared). */
export type RosterFileRow = { [field in RosterColumn]?: string };

export type RosterFileRows = Iterable<RosterFileRow> & { readonly length: number };

const MAX_EXTRA_LINES = 1_000;

/** Most rows that are read, unless it is set otherwise: so many people are in no company. */
const MAX_ROWS = 5_000_000;

/** The text of a roster: of a workbook the sheet that is named, or that has the header of a roster. */
export const readRosterText = (
  bytes: Uint8Array,
  { maps = [], ...options }: TextOptions & Pick<ReadOptions, 'maps'> = {},
): Promise<FileText> => readFileText(bytes, options, (rows) => hasHeader(rows, namesInMaps(maps)));

/**
 * Reads a roster from the text of a file, with any supported delimiter. A file
 * written by `toRejectLines` is read as what it was made from.
 *
 * Throws `validation_failed` for everything that makes the file as a whole unusable, and a UsageError for
 * an option that does not fit it. A record with more or
 * fewer cells than the header is among that: its cells may have moved into the wrong columns, and then
 * they would be written to the wrong fields of a person.
 */
export function readRosterFile(file: FileText, options: ReadOptions = {}): RosterFile {
  const { maxRows = MAX_ROWS } = options;
  const { text, ...read } = file;
  const { delimiter, start, firstLine, skipLines } = findTable(file, options);
  const body = text.slice(start);
  const maps = options.maps ?? [];
  const sample = sampleRecords(body, delimiter, COLUMN_SAMPLE);
  const titles = skipLines === undefined ? findHeader(sample, namesInMaps(maps)) : 0;
  const places = new PlaceList();
  const extraLines: LeftOutLine[] = [];
  let extraLinesTotal = 0;
  let uneven: UnevenRecords | undefined;
  let position = 0;
  let top: Top | undefined;
  forEachRecord(body, { delimiter, firstLine }, (record, at) => {
    const below = position++ - titles;
    if (below === 0) top = readTop(record, options, sample.slice(titles + 1));
    if (below <= 0 || top === undefined) return;
    const reason = top.reasonOf(top.toCells(record.cells), below === 1);
    if (reason !== null) {
      extraLinesTotal++;
      if (extraLines.length < MAX_EXTRA_LINES) extraLines.push({ line: record.line, reason });
      return;
    }
    uneven ??= new UnevenRecords(top.record.cells.length);
    uneven.add(record);
    if (places.length === maxRows) throw tooManyRows(record.line, maxRows);
    if (uneven.count === 0) places.push({ start: at, line: record.line });
  });
  if (top === undefined) throw failure('file_empty');
  uneven?.refuse();
  const { header, columns, isRejects, toCells } = top;
  const all = new RecordList(body, delimiter, places, toCells);
  const { records, leftOut } = filterRecords(header, all, options.wheres ?? []);
  const days = readDayColumns(header, columns, records);
  for (const { field, is_unclear } of days.read) if (is_unclear) delete columns[field];
  return {
    ...read,
    delimiter,
    header,
    columns,
    records,
    days,
    skippedLines: skipLines ?? (titles === 0 ? 0 : top.record.line - firstLine),
    extraLines,
    extraLinesTotal,
    leftOut,
    isRejects,
  };
}

type Top = ReturnType<typeof readTop>;

/**
 * What the header record tells about the records below it.
 *
 * @param sample the cells of the first of them
 */
function readTop(
  record: CsvRecord,
  { maps = [], expect = [], needsNoEmail }: ReadOptions,
  sample: readonly string[][],
) {
  requireHeaderNames(record.cells);
  const isRejects = isRejectsHeader(record.cells);
  const toCells = isRejects ? stripReasons : (cells: string[]) => cells;
  const header = toCells(record.cells);
  for (const name of expect) requireColumn(header, name, 'map');
  const columns = findColumns(
    header,
    maps,
    sample.filter(({ length }) => length >= header.length),
    needsNoEmail ? ['email'] : [],
  );
  return {
    record,
    header,
    columns,
    isRejects,
    toCells,
    reasonOf: createExtraLineTest(header, columns),
  };
}

/**
 * The column names of a file, whether or not it can be read as a roster; null where there are none.
 *
 * @throws EngagedError `validation_failed` for a first line that is none
 */
export function readHeader(file: FileText, options: ReadOptions = {}): string[] | null {
  const { delimiter, start, skipLines } = findTable(file, options);
  const sample = sampleRecords(file.text.slice(start), delimiter, COLUMN_SAMPLE);
  const titles = skipLines === undefined ? findHeader(sample, namesInMaps(options.maps ?? [])) : 0;
  const header = sample[titles];
  if (!header) return null;
  requireHeaderNames(header);
  return header;
}

/** How the text is divided. A rejects file has no lines above its header, whatever its original had. */
function findTable({ text, sheet }: FileText, { skipLines, ...options }: ReadOptions) {
  const delimiter = sheet ? SHEET_DELIMITER : options.delimiter;
  const whole = findDialect(text, delimiter);
  if (skipLines === undefined) return { ...whole, skipLines };
  const [header] = sampleRecords(text.slice(whole.start), whole.delimiter, 1);
  if (isRejectsHeader(header ?? [])) return { ...whole, skipLines: 0 };
  return { ...findDialect(text, delimiter, skipLines), skipLines };
}

/** So many records from the beginning tell the header and what its columns hold. */
const COLUMN_SAMPLE = 100;

/**
 * The rows for the sync, made again each time they are iterated over. Row n is made from record n, so an error's
 * `index` leads back to the record and its line.
 */
export function toRosterRows(file: RosterFile): RosterFileRows {
  const toRow = rowReader(file);
  return {
    length: file.records.length,
    *[Symbol.iterator]() {
      for (const { cells } of file.records) yield toRow(cells);
    },
  };
}

/** Makes rows of cells. */
export function rowReader({
  columns,
  days,
}: Pick<RosterFile, 'columns' | 'days'>): (cells: readonly string[]) => RosterFileRow {
  const places = ROSTER_COLUMNS.flatMap((field) => {
    const position = columns[field];
    return position === undefined ? [] : [{ field, position, toDay: days.toDay[field] }];
  });
  const isSimple = hasSimpleName(columns);
  // Copies of one object have one layout, which is faster to fill and to read.
  const empty: RosterFileRow = Object.fromEntries(places.map(({ field }) => [field, '']));
  return (cells) => {
    const row = { ...empty };
    for (const { field, position, toDay } of places) {
      const cell = boundCell(cells[position] ?? '');
      row[field] = toDay ? toDay(cell) : cell;
    }
    return isSimple ? row : Object.assign(row, readName(cells, columns));
  };
}
