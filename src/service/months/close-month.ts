import { conflict } from '../../domain/errors.ts';
import { levelOf } from '../../domain/level.ts';
import { formatMonth, type Month } from '../../domain/period.ts';
import { monthEnd } from '../../domain/standings/due-months.ts';
import {
  collectStandings,
  type Standing,
  type StandingsData,
  withChanges,
} from '../../domain/standings/standing.ts';
import { packStandings } from '../../domain/standings/standings-blocks.ts';
import * as store from '../../store/closed-months.ts';
import type { Database } from '../../store/database.ts';
import * as ranking from '../../store/ranking.ts';
import {
  type CompanyWrite,
  recordAuditEvent,
  requireCompany,
  writeCompany,
} from '../company-write.ts';
import { recordEvents } from '../events.ts';
import { type ClosedMonth, listDueMonths, type Timing, toClosedMonth } from './closed-months.ts';

/** A company's ranking by a month, and the state of the company that it shows. */
export type MonthRanking = {
  month: Month;
  revision: number;
  generation: number;
  standings: StandingsData;
};

/** Ranks all active people by the XP of a month, in one snapshot. It takes seconds for a million people. */
export const rankMonth = (db: Database, companyId: number, month: Month): MonthRanking =>
  db.read(() => {
    const { revision, generation } = requireCompany(db, companyId);
    const rows = db.each(store.rank, { companyId, month, end: monthEnd(month) });
    const standings = collectStandings(toStandings(rows), highestNumber(db, companyId));
    return { month, revision, generation, standings };
  });

/**
 * Closes a month: what is on record when this transaction commits is kept. The ranking may be older; who changed since is
 * ranked again.
 *
 * @throws EngagedError `conflict` for a month that has not ended or is closed already, and where the people were replaced
 *   since they were ranked
 */
export function closeMonth(write: CompanyWrite, ranking: MonthRanking): ClosedMonth {
  const { db, companyId, now } = write;
  const { month } = ranking;
  if (now < monthEnd(month)) throw conflict('This month has not ended yet');
  const [latest] = db.all(store.listVersions, { companyId, month });
  if (latest?.reopenedAt === null) {
    throw conflict(
      `This month is closed. To close it again: engaged month reopen ${formatMonth(month)}`,
    );
  }
  const closed = keepStandings(write, ranking, (latest?.version ?? 0) + 1);
  const { version, people, reconstructed } = closed;
  const after = { version, people, reconstructed };
  recordEvents(write, [{ type: 'month.closed', data: { month: closed.month, ...after } }]);
  recordAuditEvent(write, 'month.close', ['month', closed.month], { after });
  return closed;
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
  { month, revision, generation, standings }: MonthRanking,
  version: number,
): ClosedMonth {
  if (requireCompany(db, companyId).generation !== generation) {
    throw conflict('The people of this company were just replaced; try again', 1);
  }
  const changes = db
    .all(store.listChanges, { companyId, month, end: monthEnd(month), revision })
    .map((row) => ({ ...toStanding(row), active: row.active === 1 }));
  const { people, blocks } = packStandings(
    withChanges(standings, changes),
    highestNumber(db, companyId),
  );
  db.run(store.create, { companyId, month, version, now, people });
  for (const block of blocks) db.run(store.addBlock, { companyId, month, version, ...block });
  return toClosedMonth({ month, version, closedAt: now, reopenedAt: null, people });
}

function highestNumber(db: Database, companyId: number): number {
  return db.one(ranking.findCompany, { companyId })?.highestNumber ?? 0;
}

function* toStandings(rows: Iterable<store.StandingRow>): Generator<Standing> {
  for (const row of rows) yield toStanding(row);
}

const toStanding = ({ number, xp, totalXp, departmentNumber }: store.StandingRow): Standing => ({
  number,
  xp,
  level: levelOf(totalXp),
  departmentNumber,
});
