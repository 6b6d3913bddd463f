import type { Board } from '../domain/board/board.ts';
import type { Period } from '../domain/period.ts';

/** The rankings of every company, kept in the main thread and built in a worker. */
export type Boards = {
  /** The all-time ranking as the data file has it at this moment; for stats, which are never stale. */
  standing(companyId: number, now: number): Promise<Board>;
  /** A period's ranking, at most the configured seconds old (30 at most by the API contract). */
  ranking(companyId: number, period: Period, now: number): Promise<Board>;
  /** Forgets a company's rankings, so that the next request sees a roster sync at once. */
  drop(companyId: number): void;
};
