import { failure } from '../../domain/errors.ts';
import { formatMonth, type Month } from '../../domain/period.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/months/closed-months.ts';
import { type LeaderboardRow, operatorRows } from '../boards/leaderboard-rows.ts';
import { type MonthVersion, toVersion } from './closed-months.ts';
import { type StandingsPage, standingsPage, type Version } from './standings.ts';

/** A month that was closed, its versions, and who is first in the newest one. */
export type MonthView = { month: string; versions: MonthVersion[]; leaders: LeaderboardRow[] };

const LEADERS = 10;

const ROWS_PER_STEP = 1_000;

/** @throws EngagedError `not_found` for a month that was never closed */
export function showMonth(db: Database, companyId: number, month: Month): MonthView {
  const rows = db.all(store.listVersions, { companyId, month });
  const [newest] = rows;
  if (!newest) throw failure('month_not_closed');
  const first = { departments: null, top: LEADERS };
  const leaders = standingsOf(db, { companyId, ...newest }, first);
  return { month: formatMonth(month), versions: rows.map(toVersion), leaders };
}

/** The first people of a version who are still active, for operators. */
export function standingsOf(
  db: Database,
  version: Version,
  { departments, top }: { departments: readonly number[] | null; top: number },
): LeaderboardRow[] {
  const rows: LeaderboardRow[] = [];
  let after: number | null = 0;
  while (after !== null && rows.length < top) {
    const limit = Math.min(ROWS_PER_STEP, top - rows.length);
    const part = { departments, after, limit };
    const page: StandingsPage<LeaderboardRow> = db.do(standingsPage(version, part, operatorRows));
    rows.push(...page.rows);
    after = page.nextAfter;
  }
  return rows;
}
