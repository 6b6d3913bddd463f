import type { RosterColumn } from './names/kinds.ts';
import { type PackedTexts, TextList, TextPacker } from './packed-texts.ts';
import { type RosterFile, type RosterFileRow, rowReader } from './read-rows.ts';

/** The rows of a file and where they stand in it, in little memory. */
export type PackedRows = {
  /** The fields that every row has. */
  fields: readonly RosterColumn[];
  /** The values of one row after another. */
  values: PackedTexts;
  /** The line on which each row starts. */
  lines: Uint32Array<ArrayBuffer>;
};

export function packRows(file: RosterFile): PackedRows {
  const { header, records } = file;
  const toRow = rowReader(file);
  const fields = Object.keys(toRow(header)) as RosterColumn[];
  const values = new TextPacker();
  const lines = new Uint32Array(records.length);
  let index = 0;
  for (const { cells, line } of records) {
    const row = toRow(cells);
    for (const field of fields) values.add(row[field] ?? '');
    lines[index++] = line;
  }
  return { fields, values: values.finish(), lines };
}

/** Reads packed rows, each when it is asked for. */
export class RowList implements Iterable<RosterFileRow> {
  readonly fields: readonly RosterColumn[];
  readonly #values: TextList;
  readonly #lines: Uint32Array;

  constructor({ fields, values, lines }: PackedRows) {
    this.fields = fields;
    this.#values = new TextList(values);
    this.#lines = lines;
  }

  get length(): number {
    return this.#lines.length;
  }

  at(index: number): RosterFileRow | undefined {
    return index < this.length ? this.#read(index) : undefined;
  }

  /** The line of the file on which a row starts. */
  lineOf(index: number): number | null {
    return this.#lines[index] ?? null;
  }

  *[Symbol.iterator](): Generator<RosterFileRow> {
    for (let index = 0; index < this.length; index++) yield this.#read(index);
  }

  #read(index: number): RosterFileRow {
    const row: RosterFileRow = {};
    let at = index * this.fields.length;
    for (const field of this.fields) row[field] = this.#values.at(at++);
    return row;
  }
}
