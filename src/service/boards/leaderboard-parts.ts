import type { Board, Ranked } from '../../domain/board/board.ts';
import type { Viewer } from '../../domain/board/shown.ts';
import type { Database } from '../../store/database.ts';
import { hasPeopleOf } from '../company/company-states.ts';
import { standingsPage, type Version } from '../months/standings.ts';
import { type BoardRow, boardRows } from './board-rows.ts';

// Leaderboards as files for spreadsheets, a part at a time.

/** Rows of a part. */
const PART = 1_000;

/** Part of a live leaderboard. @param epoch of the company when it was ranked */
export type LeaderboardPart = {
  companyId: number;
  epoch: string;
  ranked: readonly Ranked[];
  viewer: Viewer;
};

/** The rows of these people; null where they have been replaced since they were ranked. */
export const leaderboardPart = (
  db: Database,
  { companyId, epoch, ranked, viewer }: LeaderboardPart,
): BoardRow[] | null =>
  db.read(() => {
    if (!hasPeopleOf(db, companyId, epoch)) return null;
    return [...db.do(boardRows(viewer)(companyId, ranked)).values()];
  });

/** Part of the standings of a closed month: those after a rank. */
export type StandingsPart = {
  version: Version;
  departments: readonly number[] | null;
  after: number;
  viewer: Viewer;
};

/** The rows of a part, and the rank after which the next one begins; null after the last. */
export function standingsPart(
  db: Database,
  { version, departments, after, viewer }: StandingsPart,
): { rows: BoardRow[]; next: number | null } {
  const part = { departments, after, limit: PART };
  const { rows, nextAfter } = db.do(standingsPage(version, part, boardRows(viewer)));
  return { rows, next: nextAfter };
}

/** A ranking as it is now, in parts: a copy of 16 bytes a person. @param departments null for everybody */
export function partsOf(board: Board, departments: ReadonlySet<number> | null): Iterable<Ranked[]> {
  const ranks =
    departments === null
      ? Uint32Array.from({ length: board.size }, (_, at) => at + 1)
      : board.ranksIn(departments);
  const numbers = new Uint32Array(ranks.length);
  const xp = new Float64Array(ranks.length);
  for (const [at, rank] of ranks.entries()) {
    const row = board.at(rank);
    numbers[at] = row?.number ?? 0;
    xp[at] = row?.xp ?? 0;
  }
  return parts(ranks, numbers, xp);
}

function* parts(ranks: Uint32Array, numbers: Uint32Array, xp: Float64Array): Generator<Ranked[]> {
  for (let from = 0; from < ranks.length; from += PART) {
    yield Array.from(ranks.subarray(from, from + PART), (rank, at) => ({
      ...{ rank, number: numbers[from + at] ?? 0, xp: xp[from + at] ?? 0 },
    }));
  }
}
