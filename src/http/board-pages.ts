import { LRUCache } from 'lru-cache';
import type { Board } from '../domain/board/board.ts';

/** What an answer is made from: a ranking, and the state of the data behind the names on it. */
type Source = { board: WeakRef<Board>; dataVersion: number };

/**
 * Finished pages of leaderboards. A page is good for as long as its ranking is the one in use and nothing
 * at all has been committed to the data file since: names and departments show on it too. While a page
 * is being made, whoever asks for it waits for that one.
 */
export class BoardPages {
  readonly #pages: LRUCache<string, Source & { body: string }>;
  readonly #making = new Map<string, Source & { body: Promise<string> }>();

  /** @param bytes how much all pages together may take */
  constructor(bytes: number) {
    this.#pages = new LRUCache({
      maxSize: bytes,
      sizeCalculation: (page, key) => 2 * (page.body.length + key.length) + 256,
    });
  }

  /**
   * The page under a key, made anew where the kept one no longer holds.
   *
   * @param dataVersion read before the ranking was asked for: a board follows the data file by itself,
   *   and a version read later could belong to changes that it does not show yet
   */
  async get(
    key: string,
    board: Board,
    dataVersion: number,
    make: () => string | Promise<string>,
  ): Promise<string> {
    const holds = (source: Source | undefined) =>
      source?.dataVersion === dataVersion && source.board.deref() === board;
    const kept = this.#pages.get(key);
    if (kept && holds(kept)) return kept.body;
    const making = this.#making.get(key);
    if (making && holds(making)) return making.body;

    const made = make();
    const source = { board: new WeakRef(board), dataVersion };
    if (typeof made === 'string') {
      this.#pages.set(key, { ...source, body: made });
      return made;
    }
    const page = { ...source, body: made };
    this.#making.set(key, page);
    try {
      const body = await made;
      this.#pages.set(key, { ...source, body });
      return body;
    } finally {
      if (this.#making.get(key) === page) this.#making.delete(key);
    }
  }
}
