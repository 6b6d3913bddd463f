import { writeXlsxStream } from 'hucre/xlsx';
import { parseIsoTime } from '../domain/iso-time.ts';
import type { Cell, SheetColumn } from './sheet-columns.ts';

/** The rows by which the widths of columns are chosen, because all others are still to come. */
const SAMPLE = 200;
/** Widths in characters. */
const [MIN_WIDTH, MAX_WIDTH] = [8, 60];
/** What Excel takes in a cell and in the name of a sheet. */
const [MAX_TEXT, MAX_NAME] = [32_767, 31];

/** What is earlier is no date in a workbook. */
const FIRST_DATE = Date.UTC(1900, 2, 1);

/** A workbook has no offsets: it shows what clocks showed. */
const OFFSET = /[+-]\d\d:\d\d$/;

const FORMATS = { day: 'yyyy-mm-dd', time: 'yyyy-mm-dd hh:mm:ss' };

/**
 * A workbook with one sheet, made while its rows come in: its memory does not grow with them. Every text stays a text,
 * so that nothing is run as a formula; days and times are dates, as they are written. The header stays in sight.
 */
export async function* toXlsx(
  { name, columns }: { name: string; columns: readonly SheetColumn[] },
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncGenerator<Uint8Array> {
  const source = values(rows);
  const sample: (readonly Cell[])[] = [];
  while (sample.length < SAMPLE) {
    const { value, done } = await source.next();
    if (done) break;
    sample.push(value);
  }
  const all = async function* () {
    for (const row of sample.splice(0)) yield toCells(row, columns);
    for await (const row of source) yield toCells(row, columns);
  };
  yield* writeXlsxStream(all(), {
    name: toSheetName(name),
    columns: columns.map(({ header, dates }, at) => ({
      ...{ header, width: widthOf(header, sample, at) },
      ...(dates && { numFmt: FORMATS[dates] }),
    })),
    freezePane: { rows: 1 },
  });
}

async function* values<T>(rows: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* rows;
}

const toCells = (row: readonly Cell[], columns: readonly SheetColumn[]) =>
  row.map((cell, at) => {
    if (typeof cell !== 'string') return cell;
    const time = columns[at]?.dates && parseIsoTime(cell.replace(OFFSET, 'Z'));
    return time === undefined || time < FIRST_DATE ? toText(cell) : new Date(time);
  });

/** What looks like the mark of a character, `_x0041_`, is marked itself: readers would put that character in its place. */
const toText = (text: string): string =>
  text.slice(0, MAX_TEXT).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

const widthOf = (header: string, rows: readonly (readonly Cell[])[], at: number): number => {
  const lengths = rows.map((row) => String(row[at] ?? '').length);
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, header.length, ...lengths) + 2);
};

/** Without what Excel refuses. */
function toSheetName(text: string): string {
  const name = text
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .trim();
  return name === '' || name.toLowerCase() === 'history' ? 'List' : name;
}
