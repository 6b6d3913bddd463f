import { LRUCache } from 'lru-cache';
import { Board } from '../domain/board/board.ts';
import type { Database } from '../store/database.ts';
import { rankCompany } from './rank-company.ts';

/** People whose ranks are kept at once: some 20 bytes each. */
const MAX_PEOPLE = 2_000_000;

/** The rankings of companies by the XP of a month, in a thread that only says where somebody stands. */
export class KeptBoards {
  readonly #db: Database;
  readonly #maxAgeMs: number;
  readonly #boards = new LRUCache<number, { board: Board; at: number }>({ maxSize: MAX_PEOPLE });

  /** @param maxAgeMs how long a ranking may lack changes, in milliseconds */
  constructor(db: Database, maxAgeMs: number) {
    this.#db = db;
    this.#maxAgeMs = maxAgeMs;
  }

  /** The ranking of the month that a time is in. */
  ofMonth(companyId: number, now: number): Board {
    const kept = this.#boards.get(companyId);
    const age = kept ? now - kept.at : this.#maxAgeMs;
    if (kept && age >= 0 && age < this.#maxAgeMs) return kept.board;
    const { data } = rankCompany(this.#db, { companyId, period: 'this_month', now });
    const board = new Board(data);
    this.#boards.set(companyId, { board, at: now }, { size: board.size + 1 });
    return board;
  }
}
