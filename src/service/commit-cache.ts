import type { Awaitable, Reads } from '../store/database.ts';

/** Maximum number of cached values, unless another is given. */
const CAPACITY = 10_000;

/** Caches values read from the data until any process commits to it, or there are too many. */
export class CommitCache<
  K extends string | number,
  V extends NonNullable<unknown>,
  D extends Pick<Reads, 'snapshotVersion'> = Reads,
> {
  readonly #db: D;
  readonly #capacity: number;
  /** A value that is being read is shared already. */
  readonly #values = new Map<K, V | Promise<V | undefined>>();
  #snapshotVersion = -1;

  constructor(db: D, capacity = CAPACITY) {
    this.#db = db;
    this.#capacity = capacity;
  }

  /** The value for a key, read if it is not cached. Undefined is never cached. */
  get<R extends Awaitable<V | undefined>>(key: K, read: (db: D) => R): V | R {
    const snapshotVersion = this.#db.snapshotVersion();
    if (snapshotVersion !== this.#snapshotVersion) {
      this.#values.clear();
      this.#snapshotVersion = snapshotVersion;
    }
    const cached = this.#values.get(key);
    // What is being read is of the type that `read` gives.
    if (cached !== undefined) return cached as V | R;
    const value = read(this.#db);
    if (value === undefined) return value;
    if (this.#values.size >= this.#capacity) this.#values.clear();
    this.#values.set(key, value);
    if (value instanceof Promise) this.#keepResult(key, value);
    return value;
  }

  #keepResult(key: K, reading: Promise<V | undefined>): void {
    const keep = (value?: V) => {
      if (this.#values.get(key) !== reading) return;
      if (value === undefined) this.#values.delete(key);
      else this.#values.set(key, value);
    };
    reading.then(keep, () => keep());
  }
}
