import type { BoardData } from '../domain/board/board-data.ts';
import type { Period } from '../domain/period.ts';
import type { ContestRanking } from '../service/contests/close-contest.ts';
import type { DueContest } from '../service/contests/contests.ts';
import type { MonthRanking } from '../service/months/close-month.ts';
import type { CompanyMonth, Timing } from '../service/months/closed-months.ts';
import type { RosterLimits } from '../service/roster/sync/sync-input.ts';
import type { DataFilePlace } from '../store/files/data-file-place.ts';

/** The start data of a thread. Its presence distinguishes a worker thread from the main program. */
export type ThreadData = ThreadRole & {
  file: string;
  /** The location of the open data file; threads never use another one. */
  place: DataFilePlace | null;
};

type ThreadRole =
  | { engagedRole: 'writer'; limits: RosterLimits }
  | { engagedRole: 'ranker' }
  | { engagedRole: 'copier' };

/** `now` in milliseconds UTC. */
export type RankTask = { companyId: number; period: Period; now: number };

/** A ranking, and the state of the company that it shows. */
export type Ranking = { data: BoardData; revision: number };

/** A ranked month to close. */
export type CloseMonthTask = Timing & { companyId: number; ranking: MonthRanking };

/** A ranked contest to close. */
export type CloseContestTask = Timing & { companyId: number; ranking: ContestRanking };

/** What is to be closed, of all companies. */
export type Due = { months: readonly CompanyMonth[]; contests: readonly DueContest[] };
