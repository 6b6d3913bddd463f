import { LRUCache } from 'lru-cache';
import type { Board } from '../domain/board/board.ts';

/** Which answer is wanted: that to a URL, for a company at a revision. */
type CacheKey = { url: string; revision: number; credential: { companyId: number } };

/** What an answer was made from. A ranking that nobody else needs any more may go. */
type CacheVersion = { revision: number; board: WeakRef<Board> | undefined };

/**
 * The bodies of answers that were given. One is good for as long as nothing at all about its company has
 * changed since, names and departments show almost everywhere, and its ranking is the one in use. While an
 * answer is being made, whoever asks for it waits for that one.
 *
 * Bodies are kept from the second time on that a URL is asked for. Who walks through a list once would only
 * push out what others ask for again and again, and leave the garbage collector much to do.
 */
export class ResponseCache {
  readonly #cache: LRUCache<string, CacheVersion & { body: string | null }>;
  readonly #pending = new Map<string, CacheVersion & { body: Promise<string> }>();

  /** @param bytes how much all answers together may take */
  constructor(bytes: number) {
    this.#cache = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ body }, url) => (body ? sizeOf(body) : 0) + 2 * url.length + 256,
    });
  }

  /**
   * The body for a URL of a company's, made anew where the kept one no longer holds. Nothing else may decide
   * about it: not the time of day, nor who of the company asks.
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
