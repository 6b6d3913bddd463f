import { isDeepStrictEqual } from 'node:util';
import { failure } from '../../domain/errors.ts';
import type { ContestRow } from '../../store/contests/contests.ts';
import * as store from '../../store/contests/contests.ts';
import type { Database } from '../../store/database.ts';
import { type CompanyWrite, recordAuditEvent, writeCompany } from '../company/company-write.ts';
import { listNumbersBelow } from '../departments/departments.ts';
import { recordEvents } from '../events/events.ts';
import type { Timing } from '../months/closed-months.ts';
import { collectRanking, keepRanking, type Ranking } from '../months/keep-ranking.ts';
import type { Contest } from './contest-schema.ts';
import { departmentNumbersOf, sharesPlaces, toContest } from './contests.ts';
import { grantPrizes } from './grant-prizes.ts';

/** Who takes part in a contest and has XP, ranked. */
export type ContestRanking = Ranking & { entry: number; scope: store.ContestScope };

/**
 * Ranks a contest in one snapshot. It takes seconds for a million people.
 *
 * @throws EngagedError `not_found`
 */
export const rankContest = (db: Database, companyId: number, entry: number): ContestRanking =>
  db.read(() => {
    const scope = scopeOf(db, companyId, find(db, companyId, entry));
    const { byTime, ...who } = scope;
    return {
      ...{ entry, scope },
      ...collectRanking(db, companyId, () => db.each(byTime ? store.rankByTime : store.rank, who)),
    };
  });

/**
 * Closes a contest: what is on record when this transaction commits is kept, and the prizes are granted. The ranking may
 * be older; who changed since is ranked again.
 *
 * @throws EngagedError `conflict` for a contest that has not ended, is closed already or was cancelled, and where its
 *   days, departments or people were replaced since they were ranked
 */
export function closeContest(write: CompanyWrite, ranking: ContestRanking): ClosedContest {
  const { db, companyId, now } = write;
  const { entry, revision } = ranking;
  const contest = find(db, companyId, entry);
  if (contest.closedAt !== null) throw failure('contest_closed');
  if (contest.cancelledAt !== null) throw failure('contest_cancelled');
  if (now < contest.endsAt) throw failure('contest_not_over');
  const scope = scopeOf(db, companyId, contest);
  if (!isDeepStrictEqual(scope, ranking.scope)) {
    throw failure('contest_scope_changed');
  }
  const kept = keepRanking(write, ranking, db.all(store.listChanges, { ...scope, revision }));
  const prizes = grantPrizes(write, contest, {
    ...{ companyId, ...kept },
    sharesPlaces: sharesPlaces(contest),
  });
  db.run(store.close, { companyId, entry, now, ...kept, withheld: JSON.stringify(prizes.kept) });
  const { granted: prizes_granted, withheld: prizes_withheld } = prizes;
  const result = { people: kept.people, prizes_granted, prizes_withheld };
  recordEvents(write, [{ type: 'contest.closed', data: { contest_id: contest.id, ...result } }]);
  recordAuditEvent(write, 'contest.close', ['contest', contest.id], {
    after: { name: contest.name, ...result },
  });
  return { ...db.do(toContest(write, find(db, companyId, entry))), ...result };
}

/** A contest that was just closed, and how many of its prizes were granted. */
export type ClosedContest = Contest & { prizes_granted: number; prizes_withheld: number };

/** Closes a contest as the service does: only if it is due. Another process may have closed it since it was ranked. */
export const closeDueContest = (
  db: Database,
  { companyId, now, graceMs }: Timing & { companyId: number },
  ranking: ContestRanking,
): ClosedContest | null =>
  writeCompany(db, { companyId, now, actor: 'service' }, (write) => {
    const { closedAt, cancelledAt, endsAt } = find(db, companyId, ranking.entry);
    const isDue = closedAt === null && cancelledAt === null && endsAt + graceMs <= now;
    return isDue ? closeContest(write, ranking) : null;
  });

function find(db: Database, companyId: number, entry: number): ContestRow {
  const row = db.one(store.find, { companyId, entry });
  if (!row) throw failure('contest_not_found');
  return row;
}

function scopeOf(db: Database, companyId: number, contest: ContestRow): store.ContestScope {
  const { startsAt, endsAt } = contest;
  const own = departmentNumbersOf(contest);
  const all = own.flatMap((number) => [...listNumbersBelow(db, companyId, number)]);
  const departments = [...new Set(all)].sort((a, b) => a - b);
  const byTime = contest.ties === 'first' ? 1 : 0;
  return { companyId, startsAt, endsAt, departments, byTime, everybody: own.length === 0 ? 1 : 0 };
}
