import { isDeepStrictEqual } from 'node:util';
import { teamCounts } from '../../domain/contest.ts';
import { rankTeams, type Team } from '../../domain/contest-teams.ts';
import { failure } from '../../domain/errors.ts';
import { NO_DEPARTMENT, type StandingsData } from '../../domain/standings/standing.ts';
import type { ContestRow } from '../../store/contests/contests.ts';
import * as store from '../../store/contests/contests.ts';
import type { Database } from '../../store/database.ts';
import { type CompanyWrite, recordAuditEvent, writeCompany } from '../company/company-write.ts';
import { privacyOf } from '../company/privacy.ts';
import { listNumbersBelow, listTeamDepartments } from '../departments/departments.ts';
import { recordEvents } from '../events/events.ts';
import type { Timing } from '../months/closed-months.ts';
import { collectRanking, keepRanking, type Ranking } from '../months/keep-ranking.ts';
import { eachStanding } from '../months/standings.ts';
import type { Contest } from './contest-schema.ts';
import { chosenOf, departmentNumbersOf, sharesPlaces, toContest } from './contests.ts';
import { grantPrizes } from './grant-prizes.ts';

/** Who takes part in a contest and has XP, ranked; and the departments, where these rank. */
export type ContestRanking = Ranking & {
  entry: number;
  scope: store.ContestScope;
  teams: Team[] | null;
};

/**
 * Ranks a contest in one snapshot. It takes seconds for a million people.
 *
 * @throws EngagedError `not_found`
 */
export const rankContest = (db: Database, companyId: number, entry: number): ContestRanking =>
  db.read(() => {
    const contest = find(db, companyId, entry);
    const scope = scopeOf(db, companyId, contest);
    const ranking = collectRanking(db, companyId, () => rank(db, scope));
    const teams = teamsOf(db, companyId, contest, () => eachRanked(ranking.standings));
    return { entry, scope, ...ranking, teams };
  });

function rank(db: Database, scope: store.ContestScope) {
  const { byTime, counts, reasons } = scope;
  if (counts === 'badges')
    return db.each(byTime ? store.rankBadgesInTurn : store.rankBadges, scope);
  return reasons.length === 0
    ? db.each(byTime ? store.rankXpInTurn : store.rankXp, scope)
    : db.each(byTime ? store.rankReasonsInTurn : store.rankReasons, scope);
}

function* eachRanked({ size, departments, xp }: StandingsData) {
  for (let at = 0; at < size; at++)
    yield { departmentNumber: departments[at] ?? NO_DEPARTMENT, xp: xp[at] ?? 0 };
}

/** The ranking of departments; null where people rank. */
function teamsOf(
  db: Database,
  companyId: number,
  contest: ContestRow,
  ranked: () => Iterable<{ departmentNumber: number; xp: number }>,
): Team[] | null {
  const counts = teamCounts(contest.counts);
  if (counts === undefined) return null;
  const chosen = departmentNumbersOf(contest);
  const { smallestGroup: smallest } = db.do(privacyOf(companyId));
  return rankTeams(listTeamDepartments(db, companyId), ranked(), { chosen, counts, smallest });
}

/**
 * Closes a contest: what is on record when this transaction commits is kept, and the prizes are granted. The ranking may
 * be older; who changed since is ranked again.
 *
 * @throws EngagedError `conflict` for a contest that has not ended, is closed already or was cancelled, and where its
 *   rules or people were replaced since they were ranked
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
  // A badge does not change the revision of its person; there are few enough to be counted again.
  const isBadges = contest.counts === 'badges';
  const current = isBadges ? rankContest(db, companyId, entry) : ranking;
  const anyReason = scope.reasons.length === 0 ? 1 : 0;
  const since = { ...scope, anyReason, revision } as const;
  const kept = keepRanking(write, current, isBadges ? [] : db.all(store.listChanges, since));
  const version = { companyId, ...kept, sharesPlaces: sharesPlaces(contest) };
  const teams = teamsOf(db, companyId, contest, () => eachStanding(db, version));
  const prizes = grantPrizes(write, contest, version, teams);
  db.run(store.close, {
    ...{ companyId, entry, now, ...kept },
    withheld: JSON.stringify(prizes.kept),
    teams: teams && JSON.stringify(teams),
  });
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
  const { reasons, badges } = chosenOf(contest);
  return {
    ...{ companyId, startsAt, endsAt, departments, byTime, counts: contest.counts },
    everybody: own.length === 0 ? 1 : 0,
    ...{ reasons, badges, anyBadge: badges.length === 0 ? 1 : 0 },
  };
}
