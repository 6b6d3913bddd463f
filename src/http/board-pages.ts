import { LRUCache } from 'lru-cache';
import type { Board } from '../domain/board/board.ts';

/** A finished answer, and what it was made from. */
type Page = { body: string; board: WeakRef<Board>; dataVersion: number };

/**
 * Finished pages of leaderboards. A page is good for as long as its ranking is the one in use and nothing
 * at all has been committed to the data file since: names and departments show on it too.
 */
export class BoardPages {
  readonly #pages: LRUCache<string, Page>;

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
  get(key: string, board: Board, dataVersion: number, make: () => string): string {
    const kept = this.#pages.get(key);
    if (kept && kept.dataVersion === dataVersion && kept.board.deref() === board) return kept.body;
    const body = make();
    this.#pages.set(key, { body, board: new WeakRef(board), dataVersion });
    return body;
  }
}
