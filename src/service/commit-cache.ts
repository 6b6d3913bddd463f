import { LRUCache } from 'lru-cache';
import type { Database } from '../store/database.ts';

/** How many values are kept at once. */
const CAPACITY = 10_000;

/** Keeps what was read from the data file until anything is committed to it, by this process or another. */
export class CommitCache<K extends string | number, V extends NonNullable<unknown>> {
  readonly #db: Database;
  readonly #values = new LRUCache<K, V>({ max: CAPACITY });
  #dataVersion = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The value for a key, read where it is not kept. Undefined is never kept. */
  get(key: K, read: (db: Database) => V | undefined): V | undefined {
    const dataVersion = this.#db.dataVersion();
    if (dataVersion !== this.#dataVersion) {
      this.#values.clear();
      this.#dataVersion = dataVersion;
    }
    let value = this.#values.get(key);
    if (value === undefined) {
      value = read(this.#db);
      if (value !== undefined) this.#values.set(key, value);
    }
    return value;
  }
}
