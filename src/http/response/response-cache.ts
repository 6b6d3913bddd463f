import { LRUCache } from 'lru-cache';
import type { Board } from '../../domain/board/board.ts';

/** The requested response: a URL, and a company at a revision, which counts in an epoch. */
type CacheKey = { url: string; revision: number; epoch: string };

/** A body and what it was made from: `board` is the ranking's id, so that an unused one can be freed. */
type Entry<Body> = { body: Body; revision: number; board: number | undefined };

/**
 * Caches response bodies. A body is valid while its company's revision is unchanged, because names and departments
 * appear almost everywhere, and while its ranking is in use. Concurrent requests share a body that is being made.
 *
 * A body is kept from the second request of its URL on. A client that pages through a list once would only evict what
 * others request repeatedly, and fill the heap with garbage: 180 MB more for a list of a million people.
 */
export class ResponseCache {
  /** The body is null while its URL was requested only once. */
  readonly #cache: LRUCache<string, Entry<string | null>>;
  readonly #pending = new Map<string, Entry<string | Promise<string>>>();

  /** @param bytes maximum size of all bodies */
  constructor(bytes: number) {
    this.#cache = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ body }, url) => sizeOf(body ?? '') + 2 * url.length + 256,
    });
  }

  /**
   * The body for a URL of a company, made again if the cached one is invalid. It must depend on nothing else, such as
   * the time or the key.
   *
   * @param board the ranking that the body shows. Read the revision before the ranking, which follows the data file: a
   *   revision read later could belong to changes that the ranking lacks
   */
  get(
    { url, revision, epoch }: CacheKey,
    make: () => string | Promise<string>,
    board?: Board,
  ): string | Promise<string> {
    const key = `${epoch} ${url}`;
    const isFresh = (entry: Entry<unknown>) =>
      entry.revision === revision && entry.board === board?.id;
    const cached = this.#cache.get(key);
    if (cached?.body && isFresh(cached)) return cached.body;
    const pending = this.#pending.get(key);
    if (pending && isFresh(pending)) return pending.body;
    return this.#add(key, { body: make(), revision, board: board?.id });
  }

  async #add(key: string, entry: Entry<string | Promise<string>>): Promise<string> {
    this.#pending.set(key, entry);
    try {
      const body = await entry.body;
      this.#cache.set(key, { ...entry, body: this.#cache.has(key) ? body : null });
      return body;
    } finally {
      if (this.#pending.get(key) === entry) this.#pending.delete(key);
    }
  }
}

/** V8 stores plain ASCII in one byte per character. */
const sizeOf = (text: string): number =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
