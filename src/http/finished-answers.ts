import { LRUCache } from 'lru-cache';
import type { Board } from '../domain/board/board.ts';

/**
 * What an answer is made from: the state of the data, and the ranking where it shows one. The data version is
 * to be read before the ranking is asked for: a board follows the data file by itself, and a version read
 * later could belong to changes that it does not show yet.
 */
type Source = { dataVersion: number; board?: Board };

/** The same as it is kept; a ranking nobody else needs any more may go. */
type Origin = { dataVersion: number; board: WeakRef<Board> | undefined };

/**
 * The bodies of answers that were given. One is good for as long as nothing at all has been committed to the
 * data file since, names and departments show almost everywhere, and its ranking is the one in use. While an
 * answer is being made, whoever asks for it waits for that one.
 */
export class FinishedAnswers {
  readonly #kept: LRUCache<string, Origin & { body: string }>;
  readonly #making = new Map<string, Origin & { body: Promise<string> }>();

  /** @param bytes how much all answers together may take */
  constructor(bytes: number) {
    this.#kept = new LRUCache({
      maxSize: bytes,
      sizeCalculation: (answer, url) => sizeOf(answer.body) + 2 * url.length + 256,
    });
  }

  /**
   * The body for a URL of a company's, made anew where the kept one no longer holds. Nothing else may decide
   * about it: not the time of day, nor who of the company asks.
   */
  get(
    asked: { url: string; credential: { companyId: number } },
    source: Source,
    make: () => string | Promise<string>,
  ): string | Promise<string> {
    const key = `${asked.credential.companyId} ${asked.url}`;
    const kept = this.#kept.get(key);
    if (kept && holds(kept, source)) return kept.body;
    const making = this.#making.get(key);
    if (making && holds(making, source)) return making.body;

    const made = make();
    const board = source.board && new WeakRef(source.board);
    const origin = { dataVersion: source.dataVersion, board };
    if (typeof made !== 'string') return this.#finish(key, { ...origin, body: made });
    this.#kept.set(key, { ...origin, body: made });
    return made;
  }

  async #finish(key: string, answer: Origin & { body: Promise<string> }): Promise<string> {
    this.#making.set(key, answer);
    try {
      const body = await answer.body;
      this.#kept.set(key, { ...answer, body });
      return body;
    } finally {
      if (this.#making.get(key) === answer) this.#making.delete(key);
    }
  }
}

const holds = (origin: Origin, source: Source): boolean =>
  origin.dataVersion === source.dataVersion && origin.board?.deref() === source.board;

/** V8 keeps plain ASCII in a byte a character. */
const sizeOf = (text: string): number =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
