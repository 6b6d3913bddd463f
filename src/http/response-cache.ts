import { LRUCache } from 'lru-cache';
import type { Board } from '../domain/board/board.ts';

/** Which answer is wanted: that to a URL, for a company at a revision. */
type Asked = { url: string; revision: number; credential: { companyId: number } };

/** What an answer was made from. A ranking that nobody else needs any more may go. */
type Origin = { revision: number; board: WeakRef<Board> | undefined };

/**
 * The bodies of answers that were given. One is good for as long as nothing at all about its company has
 * changed since, names and departments show almost everywhere, and its ranking is the one in use. While an
 * answer is being made, whoever asks for it waits for that one.
 *
 * Bodies are kept from the second time on that a URL is asked for. Who walks through a list once would only
 * push out what others ask for again and again, and leave the garbage collector much to do.
 */
export class ResponseCache {
  readonly #kept: LRUCache<string, Origin & { body: string | null }>;
  readonly #making = new Map<string, Origin & { body: Promise<string> }>();

  /** @param bytes how much all answers together may take */
  constructor(bytes: number) {
    this.#kept = new LRUCache({
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
    { url, revision, credential }: Asked,
    make: () => string | Promise<string>,
    board?: Board,
  ): string | Promise<string> {
    const key = `${credential.companyId} ${url}`;
    const kept = this.#kept.get(key);
    if (kept?.body && holds(kept, revision, board)) return kept.body;
    const making = this.#making.get(key);
    if (making && holds(making, revision, board)) return making.body;

    const made = make();
    const origin = { revision, board: board && new WeakRef(board) };
    if (typeof made !== 'string') return this.#finish(key, { ...origin, body: made });
    this.#keep(key, origin, made);
    return made;
  }

  async #finish(key: string, answer: Origin & { body: Promise<string> }): Promise<string> {
    this.#making.set(key, answer);
    try {
      const body = await answer.body;
      this.#keep(key, answer, body);
      return body;
    } finally {
      if (this.#making.get(key) === answer) this.#making.delete(key);
    }
  }

  #keep(key: string, { revision, board }: Origin, body: string): void {
    this.#kept.set(key, { revision, board, body: this.#kept.has(key) ? body : null });
  }
}

const holds = (origin: Origin, revision: number, board: Board | undefined): boolean =>
  origin.revision === revision && origin.board?.deref() === board;

/** V8 keeps plain ASCII in a byte a character. */
const sizeOf = (text: string): number =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
