import type { Board, Ranked } from '../../domain/board/board.ts';
import { escapeFormula, toCsvLine } from '../../roster-file/write-csv.ts';
import type { Database } from '../../store/database.ts';
import { hasPeopleOf } from '../company/company-states.ts';
import type { LeaderboardRow } from '../months/show-month.ts';
import { type StandingsPage, standingsPage, type Version } from '../months/standings.ts';
import { leaderboardRows } from './leaderboard-rows.ts';

// Leaderboards as files for spreadsheets, a part at a time. They have the columns of `engaged leaderboard --csv`.

/** Rows of a part. */
const PART = 1_000;
/** Rows of a part that the main thread makes. */
const FOREGROUND_PART = 200;

const COLUMNS = [
  ...['rank', 'employee_id', 'external_id', 'name'],
  ...['department_id', 'department_external_id', 'department_name', 'level', 'xp'],
];

/** The beginning of the file. Without the byte order mark Excel would garble accents. */
export const LEADERBOARD_CSV_HEAD = `\uFEFF${toCsvLine(COLUMNS)}`;

/** Part of a live leaderboard. @param epoch of the company when it was ranked */
export type LeaderboardPart = { companyId: number; epoch: string; ranked: readonly Ranked[] };

/** The part of a file that shows these people; null where they have been replaced since they were ranked. */
export const leaderboardCsv = (
  db: Database,
  { companyId, epoch, ranked }: LeaderboardPart,
): string | null =>
  db.read(() => {
    if (!hasPeopleOf(db, companyId, epoch)) return null;
    return toLines([...db.do(leaderboardRows(companyId, ranked)).values()]);
  });

/** Part of the standings of a closed month: those after a rank. */
export type StandingsPart = {
  version: Version;
  departments: readonly number[] | null;
  after: number;
};

/** The part of a file, and the rank after which the next one begins; null after the last. */
export function standingsCsv(
  db: Database,
  { version, departments, after }: StandingsPart,
): { text: string; nextAfter: number | null } {
  const { rows, nextAfter } = db.do(standingsPage(version, { departments, after, limit: PART }));
  return { text: toLines(rows), nextAfter };
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

/** The file of a contest, made a part at a time from its pages. */
export async function* contestCsv(ranking: {
  page(options: { departments: null; after: number; limit: number }): Promise<StandingsPage>;
}): AsyncGenerator<string> {
  yield LEADERBOARD_CSV_HEAD;
  for (let after: number | null = 0; after !== null; ) {
    const options = { departments: null, after, limit: FOREGROUND_PART };
    const page: StandingsPage = await ranking.page(options);
    yield toLines(page.rows);
    after = page.nextAfter;
  }
}

const toLines = (rows: readonly string[]): string =>
  rows.map((row) => toLine(JSON.parse(row))).join('');

// Only texts are guarded: an apostrophe before a negative number would make it one.
const toLine = (row: LeaderboardRow): string => {
  const { id = '', external_id = '', name = '' } = row.department ?? {};
  const texts = [row.employee_id, row.external_id, row.name, id, external_id, name];
  const cells = texts.map((text) => escapeFormula(text ?? ''));
  return toCsvLine([String(row.rank), ...cells, String(row.level), String(row.xp)], {
    guard: false,
  });
};
