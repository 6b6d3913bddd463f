import { failure, misuse } from '../../domain/errors.ts';
import { type Delimiter, findDialect } from '../dialect.ts';
import { type FileText, readFileText, SHEET_DELIMITER, type TextOptions } from '../file-text.ts';
import { type CsvRecord, splitRecords } from '../records.ts';
import { isRejectsHeader, stripReasons } from '../rejects.ts';
import { requireEqualLengths } from '../uneven-records.ts';
import {
  type BulkColumns,
  type BulkFields,
  findBulkColumns,
  requireBulkColumns,
} from './bulk-columns.ts';
import { looksLikeJson, readNdjson } from './ndjson.ts';

/** The fields that a file may have. */
type BulkShape<Field extends string> = BulkFields<Field> &
  TextOptions & {
    /** The field of a file that is a plain list, one value per line without column names; absent if not allowed. */
    listOf?: Field;
    /** Detected if left out. */
    delimiter?: Delimiter | undefined;
  };

/** A file with its rows. `header` and `cells` are as long as each other. */
export type BulkFile<Field extends string> = Omit<FileText, 'text'> & Rows<Field>;

type Rows<Field extends string> = {
  format: 'csv' | 'ndjson' | 'list';
  header: string[];
  columns: BulkColumns<Field>;
  /** Columns that are known to be something else, such as a name. */
  ignored: string[];
  records: CsvRecord[];
  delimiter: Delimiter;
};

/** More rows are refused: they are kept in memory, and their one transaction blocks other writers. */
const MAX_ROWS = 1_000_000;

/**
 * Reads rows from a delimited file, a sheet of a workbook, newline-delimited JSON, or a list; the format is detected. A rejects
 * file of an earlier import is read as the original rows.
 *
 * @throws EngagedError `validation_failed` for a file that is unusable as a whole. An unknown column is such an
 * error: ignoring a misspelt one would change every row.
 */
export async function readBulkFile<Field extends string>(
  bytes: Uint8Array,
  shape: BulkShape<Field>,
): Promise<BulkFile<Field>> {
  const { text, ...read } = await readFileText(bytes, shape, (rows) => holdsFields(rows, shape));
  const delimiter = read.sheet ? SHEET_DELIMITER : shape.delimiter;
  const file = looksLikeJson(text)
    ? readJson(text, shape)
    : readTable(text, { ...shape, delimiter });
  if (file.records.length === 0) throw failure('list_empty');
  if (file.records.length > MAX_ROWS) throw failure('list_too_long', { limit: MAX_ROWS });
  return { ...read, ...file };
}

/** Whether the first line of a sheet names a field; a plain list has one column. */
const holdsFields = <Field extends string>([header]: string[][], shape: BulkShape<Field>) =>
  header !== undefined &&
  (Object.keys(findBulkColumns(header, { ...shape, maps: [] })).length > 0 ||
    (shape.listOf !== undefined && header.length === 1));

/** The rows in order; a field without a column is absent, an empty cell is ''. */
export function* rowsOf<Field extends string>(
  file: BulkFile<Field>,
): Generator<{ [Name in Field]?: string }> {
  const positions = Object.entries(file.columns) as [Field, number][];
  for (const { cells } of file.records) {
    const row: { [Name in Field]?: string } = {};
    for (const [field, position] of positions) row[field] = cells[position] ?? '';
    yield row;
  }
}

function readJson<Field extends string>(text: string, shape: BulkShape<Field>): Rows<Field> {
  if (/^\s*\[/.test(text)) {
    throw failure('list_json_array');
  }
  if (shape.maps.length > 0) {
    throw misuse('map_of_json');
  }
  return {
    format: 'ndjson',
    header: [...shape.fields],
    columns: findBulkColumns(shape.fields, shape),
    ignored: [],
    records: readNdjson(text, shape.fields),
    delimiter: ',',
  };
}

function readTable<Field extends string>(text: string, shape: BulkShape<Field>): Rows<Field> {
  const { delimiter, start, firstLine } = findDialect(text, shape.delimiter);
  const records = splitRecords(text.slice(start), { delimiter, firstLine }, MAX_ROWS);
  const top = records[0];
  if (!top) throw failure('file_empty');
  const header = isRejectsHeader(top.cells) ? stripReasons(top.cells) : top.cells;
  const columns = findBulkColumns(header, shape);
  if (shape.listOf && Object.keys(columns).length === 0 && header.length === 1) {
    const list = { cells: [shape.listOf], line: 1 };
    requireEqualLengths(list, records);
    return {
      ...{ format: 'list', header: list.cells, records, delimiter, ignored: [] },
      columns: findBulkColumns(list.cells, shape),
    };
  }
  records.shift();
  requireEqualLengths(top, records);
  const ignored = requireBulkColumns(header, columns, shape);
  if (header !== top.cells) {
    for (const record of records) record.cells = stripReasons(record.cells);
  }
  return { format: 'csv', header, columns, ignored, records, delimiter };
}
