import type * as v from 'valibot';
import { failure, invalid } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { formatMonth, type Month, monthOf, monthStart, parseMonth } from '../../domain/period.ts';
import { define, flag, object, text, timestamp, whole } from '../../domain/schema.ts';
import { dueMonths, isReconstructed } from '../../domain/standings/due-months.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/months/closed-months.ts';
import { all, one, type Reading } from '../../store/reading.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';

/** A version of a closed month. */
export const closedMonth = define(
  'ClosedMonth',
  object('A closed month.', {
    month: text('The month, in UTC, such as `2026-10`.'),
    closed_at: timestamp('When its standings were kept.'),
    version: whole('Counts how often it was closed. A month that was reopened has another one.', 1),
    people: whole('How many people ranked, those who have left since included.', 0),
    reconstructed: flag(
      'True if it was closed more than 14 days after its end: departments, and who was active, are those of `closed_at`.',
    ),
  }),
);
export type ClosedMonth = v.InferOutput<typeof closedMonth>;

/** A version that an operator may look at, in force or not. */
export type MonthVersion = ClosedMonth & { reopened_at: string | null };

export const toClosedMonth = (row: store.ClosedMonthRow): ClosedMonth => ({
  month: formatMonth(row.month),
  closed_at: isoTime(row.closedAt),
  version: row.version,
  people: row.people,
  reconstructed: isReconstructed(row.month, row.closedAt),
});

export const toVersion = (row: store.ClosedMonthRow): MonthVersion => ({
  ...toClosedMonth(row),
  reopened_at: isoTime(row.reopenedAt),
});

/** @throws EngagedError `validation_failed` */
export function requireMonth(text: string): Month {
  const month = parseMonth(text);
  if (month === undefined) throw invalid('month must be a month such as 2026-10');
  return month;
}

/** Every version of every month, newest first. */
export const listMonths = (db: Database, companyId: number): MonthVersion[] =>
  db.all(store.list, { companyId }).map(toVersion);

/**
 * A version of a closed month; without a number the one in force.
 *
 * @throws EngagedError `not_found`
 */
export function* requireVersion(
  companyId: number,
  month: Month,
  version?: number,
): Reading<store.ClosedMonthRow> {
  if (version === undefined) {
    const inForce = yield* one(store.findInForce, { companyId, month });
    if (inForce) return inForce;
    throw failure('month_not_closed');
  }
  const versions = yield* all(store.listVersions, { companyId, month });
  const found = versions.find((one) => one.version === version);
  if (found) return found;
  throw failure('month_version_not_found');
}

/**
 * Takes a closed month out of force, so that it can be closed again. Its version stays on record.
 *
 * @param seen the version to take out of force; the one in force unless given
 * @throws EngagedError `not_found` for a month that is not closed; `conflict` where another version is in force
 */
export function reopenMonth(write: CompanyWrite, month: Month, seen?: number): MonthVersion {
  const { db, companyId, now } = write;
  const row = db.one(store.findInForce, { companyId, month });
  if (!row) throw failure(seen === undefined ? 'month_not_closed' : 'month_reopened');
  if (seen !== undefined && seen !== row.version) {
    throw failure('month_closed_again');
  }
  const { closed_at, ...closed } = toClosedMonth(row);
  const { version } = closed;
  db.run(store.reopen, { companyId, month, version, now });
  recordEvents(write, [{ type: 'month.reopened', data: closed }]);
  recordAuditEvent(write, 'month.reopen', ['month', closed.month], { after: { version } });
  return toVersion({ ...row, reopenedAt: now });
}

/** When a service closes months. Times are in milliseconds. */
export type Timing = { now: number; graceMs: number };

/** The months of a company that are to be closed, oldest first. */
export function listDueMonths(db: Database, companyId: number, { now, graceMs }: Timing): Month[] {
  const first = db.one(store.findFirstJoined, { companyId });
  if (!first) return [];
  // The list begins with the newest version of each month.
  const newest = new Map<Month, store.ClosedMonthRow>();
  for (const row of db.all(store.list, { companyId })) {
    if (!newest.has(row.month)) newest.set(row.month, row);
  }
  const months = [...newest.values()];
  return dueMonths({ firstJoinedAt: first.at, months }, now, graceMs);
}

/**
 * The months that somebody can close: those that are due, and those before anybody joined from the first with XP on, which the
 * service leaves open.
 */
export function listOpenMonths(db: Database, companyId: number, now: number): Month[] {
  const first = db.one(store.findFirstJoined, { companyId });
  if (!first) return [];
  const known = new Set(db.all(store.list, { companyId }).map(({ month }) => month));
  const joined = monthOf(first.at);
  const start = findFirstMonthWithXpBefore(db, companyId, joined) ?? joined;
  const early = Array.from({ length: joined - start }, (_, at) => start + at).filter(
    (month) => !known.has(month),
  );
  return [...early, ...listDueMonths(db, companyId, { now, graceMs: 0 })].sort((a, b) => a - b);
}

/** The first month before another one that holds XP of active people. Each month with XP is one search in an index. */
function findFirstMonthWithXpBefore(db: Database, companyId: number, end: Month): Month | null {
  let month: Month | null = null;
  for (;;) {
    const before = monthStart(month ?? end);
    const last = db.one(store.findLastXpBefore, { companyId, before });
    if (!last) return month;
    month = monthOf(last.at);
  }
}

/** A month of a company. `id` is the company's. */
export type CompanyMonth = { companyId: number; id: string; month: Month };

/** The months of all companies that are to be closed. */
export const listAllDueMonths = (db: Database, timing: Timing): CompanyMonth[] =>
  db.read(() =>
    db
      .all(companies.listIds, {})
      .flatMap(({ companyId, id }) =>
        listDueMonths(db, companyId, timing).map((month) => ({ companyId, id, month })),
      ),
  );
