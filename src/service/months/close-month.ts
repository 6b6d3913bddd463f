import { failure } from '../../domain/errors.ts';
import { formatMonth, type Month, monthOf } from '../../domain/period.ts';
import { monthEnd } from '../../domain/standings/due-months.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/months/closed-months.ts';
import { type CompanyWrite, recordAuditEvent, writeCompany } from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';
import { type ClosedMonth, listDueMonths, type Timing, toClosedMonth } from './closed-months.ts';
import { collectRanking, keepRanking, type Ranking } from './keep-ranking.ts';

/** A company's ranking by a month. */
export type MonthRanking = Ranking & { month: Month };

/** Ranks all active people by the XP of a month, in one snapshot. It takes seconds for a million people. */
export const rankMonth = (db: Database, companyId: number, month: Month): MonthRanking =>
  db.read(() => ({
    month,
    ...collectRanking(db, companyId, () =>
      db.each(store.rank, { companyId, month, end: monthEnd(month) }),
    ),
  }));

/**
 * Closes a month: what is on record when this transaction commits is kept. The ranking may be older; who changed since is
 * ranked again.
 *
 * @throws EngagedError `conflict` for a month that has not ended, is closed already or ended before anybody joined, and
 *   where the people were replaced since they were ranked
 */
export function closeMonth(write: CompanyWrite, ranking: MonthRanking): ClosedMonth {
  const { db, companyId, now } = write;
  const { month } = ranking;
  if (now < monthEnd(month)) throw failure('month_not_over');
  const [latest] = db.all(store.listVersions, { companyId, month });
  if (latest?.reopenedAt === null) {
    throw failure('month_closed', { month: formatMonth(month) });
  }
  if (!latest && ranking.standings.size === 0) requireJoined(write, month);
  const closed = keepStandings(write, ranking, (latest?.version ?? 0) + 1);
  const { version, people, reconstructed } = closed;
  const after = { version, people, reconstructed };
  recordEvents(write, [{ type: 'month.closed', data: { month: closed.month, ...after } }]);
  recordAuditEvent(write, 'month.close', ['month', closed.month], { after });
  return closed;
}

/** A month that ended before anybody joined, and before anybody has XP, is a mistyped one. */
function requireJoined({ db, companyId }: CompanyWrite, month: Month): void {
  const first = db.one(store.findFirstJoined, { companyId });
  if (!first) throw failure('month_without_people');
  if (first.at < monthEnd(month)) return;
  if (db.one(store.findLastXpBefore, { companyId, before: monthEnd(month) })) return;
  throw failure('month_before_people', { month: formatMonth(monthOf(first.at)) });
}

/** Closes a month as the service does: only if it is due. Another process may have closed it since it was ranked. */
export const closeDueMonth = (
  db: Database,
  { companyId, now, graceMs }: Timing & { companyId: number },
  ranking: MonthRanking,
): ClosedMonth | null =>
  writeCompany(db, { companyId, now, actor: 'service' }, (write) =>
    listDueMonths(db, companyId, { now, graceMs }).includes(ranking.month)
      ? closeMonth(write, ranking)
      : null,
  );

/** Keeps a ranking as a version of its month, brought up to date. */
export function keepStandings(
  { db, companyId, now }: Pick<CompanyWrite, 'db' | 'companyId' | 'now'>,
  { month, ...ranking }: MonthRanking,
  version: number,
): ClosedMonth {
  const { revision } = ranking;
  const since = { companyId, month, end: monthEnd(month), revision };
  const kept = keepRanking({ db, companyId }, ranking, db.all(store.listChanges, since));
  db.run(store.create, { companyId, month, version, now, ...kept });
  return toClosedMonth({ month, version, closedAt: now, reopenedAt: null, ...kept });
}
