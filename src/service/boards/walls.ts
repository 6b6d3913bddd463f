import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { PERIODS, type Period } from '../../domain/period.ts';
import type { ShownWallRow, WallRow } from '../../store/boards/walls.ts';
import * as store from '../../store/boards/walls.ts';
import type { Database } from '../../store/database.ts';
import { type CompanyWrite, nextEntry, recordAuditEvent } from '../company/company-write.ts';
import { requireDepartment } from '../departments/departments.ts';
import { readLabel, requireChoice } from '../input.ts';
import { hashSecret, newSecret } from '../portal/sessions.ts';

/** Each can be open on any number of screens. */
const MAX_WALLS = 50;

/** How many people a wall can have: sizes that fill a screen. */
export const WALL_ROWS = [5, 10, 15, 20] as const;
export const DEFAULT_WALL_ROWS = 10;

const MAX_TITLE = 60;

/** What a wall can show: a leaderboard, or the thanks of this month. */
export const WALL_SHOWS = ['leaderboard', 'thanks'] as const;
export type WallShows = (typeof WALL_SHOWS)[number];

export type WallOptions = {
  /** Left out for a leaderboard. Thanks are those of the whole company, whatever else is chosen. */
  shows?: string | undefined;
  /** Empty for the name of what it shows. */
  title?: string | undefined;
  period: string;
  /** A reference; empty for the whole company. */
  department?: string | undefined;
  rows: number;
  /** Empty for that of the company. */
  language?: string | undefined;
};

/** A wall as commands print it. Its link is known only when it is made. */
export type Wall = ReturnType<typeof toWall>;

const toWall = (row: WallRow) => ({
  id: row.id,
  title: row.title,
  shows: row.shows as WallShows,
  period: row.period as Period,
  department: row.departmentName,
  rows: row.rowCount,
  language: row.language as Language | null,
  created_at: isoTime(row.createdAt),
});

/**
 * Creates a wall.
 *
 * @returns the wall, and the secret part of its link, which is not shown again
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where the company has too many walls
 */
export function createWall(write: CompanyWrite, options: WallOptions): Wall & { token: string } {
  const { db, companyId, now } = write;
  const title = readLabel('title', options.title || null, MAX_TITLE);
  const period = requireChoice('period', options.period, PERIODS);
  const rowCount = requireChoice('rows', options.rows, WALL_ROWS);
  const language = options.language ? requireChoice('language', options.language, LANGUAGES) : null;
  const shows = requireChoice('shows', options.shows ?? 'leaderboard', WALL_SHOWS);
  const department = options.department && requireDepartment(db, companyId, options.department);
  const isOfThanks = shows === 'thanks';
  if (db.all(store.list, { companyId }).length >= MAX_WALLS) {
    throw failure('wall_limit', { limit: MAX_WALLS });
  }
  const id = newId(now);
  const token = newSecret(16);
  db.run(store.create, {
    ...{ companyId, entry: nextEntry(write), id, tokenHash: hashSecret(token), now },
    ...{ title, shows, rowCount, language, period: isOfThanks ? 'this_month' : period },
    departmentNumber: department && !isOfThanks ? department.number : null,
  });
  const wall = toWall(requireWall(db, companyId, id));
  const { created_at, ...after } = wall;
  recordAuditEvent(write, 'wall.create', ['wall', id], { after });
  return { ...wall, token };
}

/** The walls of a company, oldest first. */
export const listWalls = (db: Database, companyId: number): Wall[] =>
  db.all(store.list, { companyId }).map(toWall);

/**
 * Deletes a wall; its link leads nowhere from then on.
 *
 * @throws EngagedError as `requireWall`
 */
export function revokeWall(write: CompanyWrite, reference: string): Wall {
  const { db, companyId } = write;
  const row = requireWall(db, companyId, reference);
  db.run(store.deleteOne, { companyId, entry: row.entry });
  const { created_at, ...before } = toWall(row);
  recordAuditEvent(write, 'wall.revoke', ['wall', row.id], { before });
  return toWall(row);
}

/**
 * The wall of an id or its beginning.
 *
 * @throws EngagedError `not_found`; `conflict` where several match
 */
function requireWall(db: Database, companyId: number, reference: string): WallRow {
  const id = reference.toLowerCase();
  const isIdBeginning = /^[\da-f-]{4,36}$/.test(id);
  const [wall, ...others] = db
    .all(store.list, { companyId })
    .filter((row) => isIdBeginning && row.id.startsWith(id));
  if (!wall) throw failure('wall_not_found');
  if (others.length > 0) throw failure('several_walls_match');
  return wall;
}

/** The wall of a link. */
export const findWall = (db: Database, token: string): ShownWallRow | undefined =>
  db.one(store.findByToken, { tokenHash: hashSecret(token) });
