import { invalid } from '../domain/errors.ts';
import type { CsvRecord } from './records.ts';
import { COMMAND_LINE_WORDS, type Words } from './words.ts';

const MOST_LINES_NAMED = 5;

/** The records of a file that are longer or shorter than its header: the first of them, and how many there are. */
export class UnevenRecords {
  readonly #width: number;
  readonly #first: string[] = [];
  #count = 0;

  /** @param width the cells of the header */
  constructor(width: number) {
    this.#width = width;
  }

  get count(): number {
    return this.#count;
  }

  add({ line, cells }: CsvRecord): void {
    if (cells.length === this.#width) return;
    this.#count++;
    if (this.#first.length < MOST_LINES_NAMED) this.#first.push(`line ${line} has ${cells.length}`);
  }

  /** @throws EngagedError `validation_failed` with their lines, where there are any */
  refuse(words: Words = COMMAND_LINE_WORDS): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#first.length;
    const others = more > 0 ? `, and ${more} more lines` : '';
    throw invalid(
      `The header has ${this.#width} cells, but ${this.#first.join(', ')}${others}. Put cells that contain the delimiter in quotation marks, or ${words.delimiter}.`,
    );
  }
}

/** @throws EngagedError `validation_failed` for records of another length than their header */
export function requireEqualLengths(header: CsvRecord, records: readonly CsvRecord[]): void {
  const uneven = new UnevenRecords(header.cells.length);
  for (const record of records) uneven.add(record);
  uneven.refuse();
}
