import { LRUCache } from 'lru-cache';
import type { Board } from '../domain/board/board.ts';

/** The requested response: a URL, and a company at a revision. */
type CacheKey = { url: string; revision: number; credential: { companyId: number } };

/** What a response was made from. The reference is weak, so an unused ranking can be freed. */
type CacheVersion = { revision: number; board: WeakRef<Board> | undefined };

/**
 * Caches response bodies. A body is valid while its company's revision is unchanged, because names and departments
 * appear almost everywhere, and while its ranking is in use. Concurrent requests share a body that is being made.
 *
 * A body is cached from the second request of its URL on. Paging through a list once would only evict bodies that
 * are requested repeatedly.
 */
export class ResponseCache {
  readonly #cache: LRUCache<string, CacheVersion & { body: string | null }>;
  readonly #pending = new Map<string, CacheVersion & { body: Promise<string> }>();

  /** @param bytes maximum size of all bodies */
  constructor(bytes: number) {
    this.#cache = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ body }, url) => (body ? sizeOf(body) : 0) + 2 * url.length + 256,
    });
  }

  /**
   * The body for a URL of a company, made again if the cached one is invalid. It must depend on nothing else, such as
   * the time or the key.
   *
   * @param board the ranking that the answer shows. The revision is to be read before it is asked for: a board
   *   follows the data file by itself, and a revision read later could belong to changes that it lacks yet
   */
  get(
    { url, revision, credential }: CacheKey,
    make: () => string | Promise<string>,
    board?: Board,
  ): string | Promise<string> {
    const key = `${credential.companyId} ${url}`;
    const kept = this.#cache.get(key);
    if (kept?.body && isFresh(kept, revision, board)) return kept.body;
    const pending = this.#pending.get(key);
    if (pending && isFresh(pending, revision, board)) return pending.body;

    const produced = make();
    const origin = { revision, board: board && new WeakRef(board) };
    if (typeof produced !== 'string') return this.#finish(key, { ...origin, body: produced });
    this.#keep(key, origin, produced);
    return produced;
  }

  async #finish(key: string, answer: CacheVersion & { body: Promise<string> }): Promise<string> {
    this.#pending.set(key, answer);
    try {
      const body = await answer.body;
      this.#keep(key, answer, body);
      return body;
    } finally {
      if (this.#pending.get(key) === answer) this.#pending.delete(key);
    }
  }

  #keep(key: string, { revision, board }: CacheVersion, body: string): void {
    this.#cache.set(key, { revision, board, body: this.#cache.has(key) ? body : null });
  }
}

const isFresh = (origin: CacheVersion, revision: number, board: Board | undefined): boolean =>
  origin.revision === revision && origin.board?.deref() === board;

/** V8 keeps plain ASCII in a byte a character. */
const sizeOf = (text: string): number =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
