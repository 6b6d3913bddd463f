import { type Place, PlaceList } from './place-list.ts';
import { type CsvRecord, cellsAt } from './records.ts';

/**
 * Records of a text. Only the text and the places are kept: the cells of a record are read from the text each time the
 * record is asked for, because those of a million records would not fit into memory.
 */
export class RecordList implements Iterable<CsvRecord> {
  readonly #text: string;
  readonly #delimiter: string;
  readonly #places: PlaceList;
  readonly #toCells: (cells: string[]) => string[];

  /** @param toCells takes from the cells in the text those that belong to the record */
  constructor(
    text: string,
    delimiter: string,
    places: PlaceList,
    toCells: (cells: string[]) => string[],
  ) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#places = places;
    this.#toCells = toCells;
  }

  get length(): number {
    return this.#places.length;
  }

  at(index: number): CsvRecord | undefined {
    const place = this.#places.at(index);
    return place && this.#read(place);
  }

  *[Symbol.iterator](): Generator<CsvRecord> {
    for (let index = 0; index < this.length; index++) {
      const record = this.at(index);
      if (record) yield record;
    }
  }

  filter(passes: (record: CsvRecord) => boolean): RecordList {
    const kept = new PlaceList();
    for (let index = 0; index < this.length; index++) {
      const place = this.#places.at(index);
      if (place && passes(this.#read(place))) kept.push(place);
    }
    return new RecordList(this.#text, this.#delimiter, kept, this.#toCells);
  }

  /** The same records with other cells. */
  map(change: (cells: string[]) => string[]): RecordList {
    const toCells = (cells: string[]) => change(this.#toCells(cells));
    return new RecordList(this.#text, this.#delimiter, this.#places, toCells);
  }

  #read({ start, line }: Place): CsvRecord {
    return { line, cells: this.#toCells(cellsAt(this.#text, this.#delimiter, start)) };
  }
}
