import { LRUCache } from 'lru-cache';
import type { Database } from '../store/database.ts';

/** Maximum number of cached values, unless another is given. */
const CAPACITY = 10_000;

/** Caches values read from the data file until any process commits to it. */
export class CommitCache<K extends string | number, V extends NonNullable<unknown>> {
  readonly #db: Database;
  readonly #values: LRUCache<K, V>;
  #dataVersion = -1;
  #origin = -1;

  constructor(db: Database, capacity = CAPACITY) {
    this.#db = db;
    this.#values = new LRUCache({ max: capacity });
  }

  /** The value for a key, read if it is not cached. Undefined is never cached. */
  get<R extends V | undefined>(key: K, read: (db: Database) => R): V | R {
    const dataVersion = this.#db.dataVersion();
    const origin = this.#db.origin();
    if (dataVersion !== this.#dataVersion || origin !== this.#origin) {
      this.#values.clear();
      this.#dataVersion = dataVersion;
      this.#origin = origin;
    }
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    const value = read(this.#db);
    if (value !== undefined) this.#values.set(key, value);
    return value;
  }
}
