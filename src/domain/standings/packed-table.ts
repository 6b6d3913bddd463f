/** A column is stored as its lowest value, and what each value has beyond it in as few bytes as the highest needs. */
const COLUMN_HEADER = 9;

/** Stands for plain doubles, where values lie too far apart. */
const DOUBLE = 8;
const WIDEST = 6;

/**
 * Packs columns of whole numbers, which all have the same length of at most 65,535. Any row can be read without unpacking
 * the rows before it.
 */
export function packTable(columns: readonly ArrayLike<number>[]): Uint8Array {
  const size = columns[0]?.length ?? 0;
  const packed = columns.map((values) => ({ values, ...measure(values) }));
  const length = packed.reduce((sum, { width }) => sum + COLUMN_HEADER + size * width, 2);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, size, true);
  let at = 2;
  for (const { values, lowest, width } of packed) {
    bytes[at] = width;
    view.setFloat64(at + 1, lowest, true);
    at += COLUMN_HEADER;
    for (let row = 0; row < size; row++, at += width) {
      const value = values[row] ?? Number.NaN;
      if (width === DOUBLE) view.setFloat64(at, value, true);
      else writeBytes(bytes, at, value - lowest, width);
    }
  }
  return bytes;
}

/** Reads what `packTable` made. */
export class PackedTable {
  readonly size: number;
  /** Whether the bytes end where the last column does. */
  readonly isComplete: boolean;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #offsets: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.size = this.#view.getUint16(0, true);
    let at = 2;
    for (; at < bytes.length; at += COLUMN_HEADER + this.size * this.#widthAt(at)) {
      this.#offsets.push(at);
    }
    this.isComplete = at === bytes.length;
  }

  /** The value in a column of a row; NaN where there is no such row or column. */
  at(column: number, row: number): number {
    const offset = this.#offsets[column];
    if (offset === undefined || !(row >= 0 && row < this.size)) return Number.NaN;
    const width = this.#widthAt(offset);
    const at = offset + COLUMN_HEADER + row * width;
    if (width === DOUBLE) return this.#view.getFloat64(at, true);
    return this.#view.getFloat64(offset + 1, true) + readBytes(this.#bytes, at, width);
  }

  /** All values of a column. */
  column(column: number): number[] {
    return Array.from({ length: this.size }, (_, row) => this.at(column, row));
  }

  #widthAt(offset: number): number {
    return this.#bytes[offset] ?? 0;
  }
}

function measure(values: ArrayLike<number>): { lowest: number; width: number } {
  let lowest = values[0] ?? 0;
  let highest = lowest;
  for (let row = 1; row < values.length; row++) {
    const value = values[row] ?? Number.NaN;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  let width = 0;
  for (let rest = highest - lowest; rest >= 1; rest /= 256) width++;
  return { lowest, width: width > WIDEST ? DOUBLE : width };
}

/** Little-endian; bit operators would cut a number to 32 bits. */
function writeBytes(bytes: Uint8Array, at: number, value: number, width: number): void {
  let rest = value;
  for (let i = 0; i < width; i++) {
    // An array of bytes keeps the lowest eight bits.
    bytes[at + i] = rest;
    rest = Math.floor(rest / 256);
  }
}

function readBytes(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = width - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
