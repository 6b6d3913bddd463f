import { failure } from '../../domain/errors.ts';
import { type NumberFormat, plain } from './number-formats.ts';
import type { WorkbookParts } from './parts.ts';
import { isTrue } from './sheets.ts';
import { readXml } from './xml.ts';

/** The cells of a row that is not empty. `number` is that of Excel, from 1; hidden columns are left out. */
export type SheetRow = { number: number; cells: readonly string[] };

/** What the cells of all sheets refer to. */
export type CellTexts = { strings: readonly string[]; formats: readonly NumberFormat[] };

/** Limits of a sheet: a header and 500,000 rows. A table that is longer comes as a text file. */
const MAX_ROWS = 500_001;
const MAX_COLUMNS = 2_000;

/** The rows and columns that there are in Excel. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;

/** Excel's limit; what is longer is cut where cells are bounded. */
const MAX_CELL = 100_000;

/**
 * Reads the rows of a sheet as texts: formulas as their values, days as `2026-11-16`, and numbers with the leading zeros
 * that they are shown with.
 *
 * @param take gets each row that is not empty, until it returns false
 * @throws EngagedError `validation_failed` for a sheet that is damaged or has too many rows or columns
 */
export async function readRows(
  parts: WorkbookParts,
  path: string,
  texts: CellTexts,
  take: (row: SheetRow) => boolean,
): Promise<void> {
  const reading = new RowReading(texts);
  let taken = 0;
  let isOver = false;
  await readXml(parts, path, {
    open(name, attributes) {
      if (isOver) return;
      const { hidden, min, max, r, t, s } = attributes;
      if (name === 'col' && isTrue(hidden)) reading.columns.hide(min, max);
      if (name === 'row') reading.openRow(r);
      if (name === 'c') reading.openCell(r, t, s);
    },
    close(name, content) {
      // What follows, such as controls, has rows of its own. It is read so that the part is known to be undamaged.
      if (name === 'sheetData') isOver = true;
      if (isOver) return true;
      if (name === 'v' || name === 't') reading.addText(name, content);
      if (name === 'c') reading.closeCell();
      if (name !== 'row' || reading.cells.length === 0) return true;
      if (taken++ === MAX_ROWS) throw failure('workbook_too_large');
      return take({ number: reading.row, cells: reading.cells });
    },
  });
}

/** The row that is being read, and its last cell. */
class RowReading {
  readonly columns = new ColumnPlaces();
  readonly #texts: CellTexts;
  row = 0;
  cells: string[] = [];
  #column = -1;
  #type = '';
  #style = -1;
  #text = '';

  constructor(texts: CellTexts) {
    this.#texts = texts;
  }

  /** @param number what the sheet calls it; the next one where it says nothing */
  openRow(number: string | undefined): void {
    this.row = number === undefined ? this.row + 1 : Number(number);
    if (!(this.row >= 1 && this.row <= LAST_ROW)) throw failure('workbook_damaged');
    this.cells = [];
    this.#column = -1;
  }

  openCell(reference: string | undefined, type = 'n', style = '-1'): void {
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (!(this.#column >= 0 && this.#column < LAST_COLUMN)) throw failure('workbook_damaged');
    this.#type = type;
    this.#style = Number(style);
    this.#text = '';
  }

  /** The value of a cell, or a part of a text that stands in the cell itself. */
  addText(name: 'v' | 't', text: string): void {
    if (name === 'v' || this.#type === 'inlineStr') this.#text += text;
  }

  closeCell(): void {
    const place = this.columns.placeOf(this.#column);
    const cell = place === -1 ? '' : toText(this.#type, this.#text, this.#style, this.#texts);
    if (cell === '') return;
    const { row, cells } = this;
    if (place >= MAX_COLUMNS) throw failure('workbook_too_wide', { row, max: MAX_COLUMNS });
    while (cells.length < place) cells.push('');
    cells[place] = cell;
  }
}

function toText(
  type: string,
  text: string,
  style: number,
  { strings, formats }: CellTexts,
): string {
  if (text === '') return '';
  switch (type) {
    case 's':
      return oneLine(strings[Number(text)] ?? '');
    case 'b':
      return text === '1' ? 'TRUE' : 'FALSE';
    case 'n': {
      const value = Number(text);
      return Number.isFinite(value) ? (formats[style] ?? plain)(value) : '';
    }
    // A day of the strict form, a text, the text of a formula, or an error such as #N/A.
    default:
      return oneLine(text);
  }
}

/** A cell of one line, so that lines are numbered as rows are. Characters are escaped as in _x000D_. */
const oneLine = (text: string): string =>
  text
    .slice(0, MAX_CELL)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/[\r\n]+/g, ' ');

/** The column of a reference such as `AB12`, from 0; -1 for none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = (reference.charCodeAt(i) | 32) - 96;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > LAST_COLUMN) break;
  }
  return column - 1;
}

/** Where columns stand once the hidden ones are left out. */
class ColumnPlaces {
  readonly #isHidden = new Uint8Array(LAST_COLUMN);
  #ranges = 0;
  #places: Int32Array | undefined;

  /** Leaves out the columns from one to another, counted from 1. */
  hide(first = '', last = first): void {
    if (this.#ranges++ === LAST_COLUMN) throw failure('workbook_damaged');
    this.#isHidden.fill(1, Math.max(Number(first) - 1, 0), Number(last));
  }

  /** @returns -1 for a hidden one */
  placeOf(column: number): number {
    if (this.#ranges === 0) return column;
    this.#places ??= this.#count();
    return this.#places[column] ?? -1;
  }

  #count(): Int32Array {
    let place = 0;
    return Int32Array.from(this.#isHidden, (isHidden) => (isHidden === 1 ? -1 : place++));
  }
}
