import { invalid } from '../../domain/errors.ts';
import { decodeText } from '../csv/decode.ts';
import { type Delimiter, findDialect } from '../csv/dialect.ts';
import type { ReadEncoding } from '../csv/encoding.ts';
import { quoteName } from '../csv/header.ts';
import { foldHeader } from '../csv/header-names.ts';
import { requireEqualLengths } from '../csv/read-rows.ts';
import { type CsvRecord, splitRecords } from '../csv/records.ts';
import { isRejectsHeader, stripReasons } from '../csv/rejects.ts';
import { looksLikeJson, readNdjson } from './ndjson.ts';

/** The fields that a file may have. */
export type BulkShape<Field extends string> = {
  fields: readonly Field[];
  required: readonly Field[];
  /** The field of a file that is a plain list, one value per line without column names; absent if not allowed. */
  listOf?: Field;
  /** Both are detected if left out. */
  delimiter?: Delimiter | undefined;
  encoding?: string | undefined;
};

/** A file with its rows. `header` and `cells` are as long as each other. */
export type BulkFile<Field extends string> = ReadEncoding & Rows<Field>;

type Rows<Field extends string> = {
  format: 'csv' | 'ndjson' | 'list';
  header: string[];
  columns: { [Name in Field]?: number };
  records: CsvRecord[];
  delimiter: Delimiter;
};

/** More rows are refused: they are kept in memory, and their one transaction blocks other writers. */
const MAX_ROWS = 1_000_000;

/**
 * Reads rows from a delimited file, from newline-delimited JSON, or from a list; the format is detected. A rejects
 * file of an earlier import is read as the original rows.
 *
 * @throws EngagedError `validation_failed` for a file that is unusable as a whole. An unknown column is such an
 * error: ignoring a misspelt one would change every row.
 */
export function readBulkFile<Field extends string>(
  bytes: Uint8Array,
  shape: BulkShape<Field>,
): BulkFile<Field> {
  const { text, encoding, isAssumed } = decodeText(bytes, shape.encoding);
  const file = looksLikeJson(text) ? readJson(text, shape) : readTable(text, shape);
  if (file.records.length === 0) throw invalid('The file has no rows.');
  if (file.records.length > MAX_ROWS) {
    throw invalid(`The file has more than ${MAX_ROWS} rows. Split it into several files.`);
  }
  return { encoding, isAssumed, ...file };
}

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
    throw invalid('The file is a JSON array. Put one object on each line instead.');
  }
  return {
    format: 'ndjson',
    header: [...shape.fields],
    columns: findPositions(shape.fields, shape.fields),
    records: readNdjson(text, shape.fields),
    delimiter: ',',
  };
}

function readTable<Field extends string>(text: string, shape: BulkShape<Field>): Rows<Field> {
  const { delimiter, start, firstLine } = findDialect(text, shape.delimiter);
  const records = splitRecords(text.slice(start), delimiter, firstLine);
  const top = records[0];
  if (!top) throw invalid('The file is empty.');
  const header = isRejectsHeader(top.cells) ? stripReasons(top.cells) : top.cells;
  const columns = findPositions(shape.fields, header);
  if (shape.listOf && Object.keys(columns).length === 0 && header.length === 1) {
    const list = { cells: [shape.listOf], line: 1 };
    requireEqualLengths(list, records);
    return {
      ...{ format: 'list', header: list.cells, records, delimiter },
      columns: findPositions(shape.fields, list.cells),
    };
  }
  records.shift();
  requireEqualLengths(top, records);
  requireColumns(header, columns, shape);
  if (header !== top.cells) {
    for (const record of records) record.cells = stripReasons(record.cells);
  }
  return { format: 'csv', header, columns, records, delimiter };
}

function findPositions<Field extends string>(
  fields: readonly Field[],
  header: readonly string[],
): { [Name in Field]?: number } {
  const columns: { [Name in Field]?: number } = {};
  header.forEach((name, position) => {
    const field = fields.find((one) => foldHeader(one) === foldHeader(name));
    if (field === undefined) return;
    if (columns[field] !== undefined) throw invalid(`Two columns are named ${field}.`);
    columns[field] = position;
  });
  return columns;
}

function requireColumns<Field extends string>(
  header: readonly string[],
  columns: { [Name in Field]?: number },
  { fields, required }: BulkShape<Field>,
): void {
  const optional = fields.filter((field) => !required.includes(field));
  const rule = `The first line must name the columns: ${required.join(', ')}, and where wanted ${optional.join(', ')}`;
  // Without any known name this line may be a row, and messages never repeat values.
  if (Object.keys(columns).length === 0) throw invalid(`${rule}.`);
  const missing = required.filter((field) => columns[field] === undefined);
  if (missing.length > 0) throw invalid(`${rule}. It lacks ${missing.join(', ')}.`);
  const used = new Set(Object.values(columns));
  const others = header.filter((_, position) => !used.has(position));
  if (others.length > 0) {
    const names = others.slice(0, 10).map((name) => quoteName(name.trim()));
    throw invalid(`${rule}. Rename or remove ${names.join(', ')}.`);
  }
}
