import { failure } from '../../domain/errors.ts';
import { formatMonth, type Month } from '../../domain/period.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/months/closed-months.ts';
import { type MonthVersion, toVersion } from './closed-months.ts';
import { type StandingsPage, standingsPage, type Version } from './standings.ts';

/** A leaderboard row of the API. */
export type LeaderboardRow = {
  rank: number;
  employee_id: string;
  external_id: string | null;
  name: string | null;
  department: { id: string; external_id: string | null; name: string } | null;
  level: number;
  xp: number;
};

/** A month that was closed, its versions, and who is first in the newest one. */
export type MonthView = { month: string; versions: MonthVersion[]; leaders: LeaderboardRow[] };

const LEADERS = 10;

const ROWS_PER_STEP = 1_000;

/** @throws EngagedError `not_found` for a month that was never closed */
export function showMonth(db: Database, companyId: number, month: Month): MonthView {
  const rows = db.all(store.listVersions, { companyId, month });
  const [newest] = rows;
  if (!newest) throw failure('month_not_closed');
  const leaders = standingsOf(db, { companyId, ...newest }, { departments: null, top: LEADERS });
  return { month: formatMonth(month), versions: rows.map(toVersion), leaders };
}

/** The first people of a version who are still active. */
export function standingsOf(
  db: Database,
  version: Version,
  { departments, top }: { departments: readonly number[] | null; top: number },
): LeaderboardRow[] {
  const rows: LeaderboardRow[] = [];
  let after: number | null = 0;
  while (after !== null && rows.length < top) {
    const limit = Math.min(ROWS_PER_STEP, top - rows.length);
    const page: StandingsPage = db.do(standingsPage(version, { departments, after, limit }));
    for (const row of page.rows) rows.push(JSON.parse(row));
    after = page.nextAfter;
  }
  return rows;
}
