import { failure } from '../domain/errors.ts';
import type { CsvRecord } from './records.ts';

const MOST_LINES_NAMED = 5;

/** The records of a file that are longer or shorter than its header: the first of them, and how many there are. */
export class UnevenRecords {
  readonly #width: number;
  readonly #first: { line: number; cells: number }[] = [];
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
    if (this.#first.length < MOST_LINES_NAMED) this.#first.push({ line, cells: cells.length });
  }

  /** @throws EngagedError `validation_failed` with their lines, where there are any */
  refuse(): void {
    if (this.#count === 0) return;
    const [width, first] = [this.#width, this.#first];
    throw failure('file_records_uneven', { width, first, more: this.#count - first.length });
  }
}

/** @throws EngagedError `validation_failed` for records of another length than their header */
export function requireEqualLengths(header: CsvRecord, records: readonly CsvRecord[]): void {
  const uneven = new UnevenRecords(header.cells.length);
  for (const record of records) uneven.add(record);
  uneven.refuse();
}
