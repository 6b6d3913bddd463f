import { LRUCache } from 'lru-cache';
import type { Board } from '../domain/board/board.ts';

/**
 * What a page is made from: the state of the data, and the ranking where it shows one. The data version is
 * to be read before the ranking is asked for: a board follows the data file by itself, and a version read
 * later could belong to changes that it does not show yet.
 */
type Source = { dataVersion: number; board?: Board };

/** The same as it is kept; a ranking nobody else needs any more may go. */
type Origin = { dataVersion: number; board: WeakRef<Board> | undefined };

/**
 * Finished pages of long lists. A page is good for as long as nothing at all has been committed to the data
 * file since, names and departments show on it too, and its ranking is the one in use. While a page is being
 * made, whoever asks for it waits for that one.
 */
export class FinishedPages {
  readonly #pages: LRUCache<string, Origin & { body: string }>;
  readonly #making = new Map<string, Origin & { body: Promise<string> }>();

  /** @param bytes how much all pages together may take */
  constructor(bytes: number) {
    this.#pages = new LRUCache({
      maxSize: bytes,
      sizeCalculation: (page, key) => sizeOf(page.body) + 2 * key.length + 256,
    });
  }

  /**
   * The page under a key, made anew where the kept one no longer holds. The key has to name the company and
   * everything that was asked for.
   */
  async get(key: string, source: Source, make: () => string | Promise<string>): Promise<string> {
    const holds = (origin: Origin | undefined) =>
      origin?.dataVersion === source.dataVersion && origin.board?.deref() === source.board;
    const kept = this.#pages.get(key);
    if (kept && holds(kept)) return kept.body;
    const making = this.#making.get(key);
    if (making && holds(making)) return making.body;

    const made = make();
    const board = source.board && new WeakRef(source.board);
    const origin = { dataVersion: source.dataVersion, board };
    if (typeof made === 'string') {
      this.#pages.set(key, { ...origin, body: made });
      return made;
    }
    const page = { ...origin, body: made };
    this.#making.set(key, page);
    try {
      const body = await made;
      this.#pages.set(key, { ...origin, body });
      return body;
    } finally {
      if (this.#making.get(key) === page) this.#making.delete(key);
    }
  }
}

/** V8 keeps plain ASCII in a byte a character. */
const sizeOf = (text: string): number =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
