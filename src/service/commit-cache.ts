import { LRUCache } from 'lru-cache';
import type { Database } from '../store/database.ts';

/** Maximum number of cached values. */
const CAPACITY = 10_000;

/** Caches values read from the data file until any process commits to it. */
export class CommitCache<K extends string | number, V extends NonNullable<unknown>> {
  readonly #db: Database;
  readonly #values = new LRUCache<K, V>({ max: CAPACITY });
  #dataVersion = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The value for a key, read if it is not cached. Undefined is never cached. */
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
