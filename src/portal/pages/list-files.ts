import { setImmediate } from 'node:timers/promises';
import type { Role } from '../../domain/portal-role.ts';
import type { Cell, SheetColumn } from '../../roster-file/sheet-columns.ts';
import { toListLine } from '../../roster-file/write-csv.ts';
import type { Messages } from '../languages/en.ts';
import type { Call } from '../request/call.ts';
import type { ParamsOf } from '../request/paths.ts';
import { FILE_TYPES, type FileEnding } from '../view/file-links.ts';
import { definePage, type Page } from './page.ts';

/** A column of a list in a file: its name in the catalogue, and its value for a row. */
export type FileColumn<Row> = Pick<SheetColumn, 'dates'> & {
  name(t: Messages): string;
  value(row: Row, call: Call): Cell;
};

/** A list that can be downloaded as CSV and as an Excel workbook. */
type ListFiles<Path extends string, Row> = {
  /** That of the files, without `.csv` and `.xlsx`. */
  path: Path;
  roles: readonly Role[];
  mayOpen?: Page['mayOpen'];
  columns: readonly FileColumn<Row>[];
  /** What the address asks for: the name of the file without its end, that of the sheet, and the rows in parts. */
  open(call: Call<ParamsOf<Path>>): Opened<Row> | Promise<Opened<Row>>;
};

type Opened<Row> = { file: string; sheet: string; parts: AsyncIterable<readonly Row[]> };

/** Rows that are read for a file at a time in the thread of the pages. */
export const FILE_PART = 200;

/** The pages that are the files of a list, made a part at a time while they are sent. */
export const listFiles = <const Path extends string, Row>(list: ListFiles<Path, Row>): Page[] =>
  (['csv', 'xlsx'] as const).map((ending) =>
    definePage({
      path: `${list.path}.${ending}` as string,
      roles: list.roles,
      ...(list.mayOpen && { mayOpen: list.mayOpen }),
      isOfCompany: true,
      type: FILE_TYPES[ending],
      show: async (call) => {
        const { file, sheet, parts } = await list.open(call as Call<ParamsOf<Path>>);
        const columns = list.columns.map(({ name, dates }) => ({ header: name(call.t), dates }));
        const rows = toCells(parts, (row) => list.columns.map(({ value }) => value(row, call)));
        return {
          file: `${file}.${ending}`,
          chunks: WRITERS[ending]({ name: sheet, columns }, rows),
        };
      },
    }),
  );

type Sheet = { name: string; columns: readonly SheetColumn[] };

const WRITERS: Record<
  FileEnding,
  (sheet: Sheet, parts: AsyncIterable<Cell[][]>) => AsyncGenerator<string | Uint8Array>
> = {
  async *csv({ columns }, parts) {
    // Without the byte order mark Excel would garble accents.
    yield `\uFEFF${toListLine(columns.map(({ header }) => header))}`;
    for await (const rows of parts) yield rows.map(toListLine).join('');
  },
  async *xlsx(sheet, parts) {
    // Few downloads are workbooks.
    const { toXlsx } = await import('../../roster-file/write-xlsx.ts');
    const rows = async function* () {
      for await (const part of parts) yield* part;
    };
    yield* toXlsx(sheet, rows());
  },
};

async function* toCells<Row>(
  parts: AsyncIterable<readonly Row[]>,
  toRow: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const rows of parts) {
    yield rows.map(toRow);
    // Other pages are made between the parts.
    await setImmediate();
  }
}

/**
 * A list that is read in parts, from `first` on.
 *
 * @param read gives the rows from a place on, and where the next ones begin; null after the last
 */
export async function* inParts<Row, Place>(
  first: Place,
  read: (
    place: Place,
  ) =>
    | { rows: readonly Row[]; next: Place | null }
    | Promise<{ rows: readonly Row[]; next: Place | null }>,
): AsyncGenerator<readonly Row[]> {
  for (let place: Place | null = first; place !== null; ) {
    const part: { rows: readonly Row[]; next: Place | null } = await read(place);
    yield part.rows;
    place = part.next;
  }
}

/** A part of a list of which `FILE_PART` rows were asked for. @param placeOf a row, from which the next part goes on */
export const partOf = <Row, Place>(
  rows: readonly Row[],
  placeOf: (last: Row) => Place,
): { rows: readonly Row[]; next: Place | null } => {
  const last = rows.at(-1);
  return { rows, next: last === undefined || rows.length < FILE_PART ? null : placeOf(last) };
};
