import { type Prize, sharedPlace, stateOf, teamCounts } from '../../domain/contest.ts';
import { type Team, teamFinder, teamValue } from '../../domain/contest-teams.ts';
import type { StandingsData } from '../../domain/standings/standing.ts';
import type { ContestRow } from '../../store/contests/contests.ts';
import type { Database } from '../../store/database.ts';
import * as departments from '../../store/departments/departments.ts';
import { all, type Reading } from '../../store/reading.ts';
import { type LeaderboardRow, operatorRows, type RowsOf } from '../boards/leaderboard-rows.ts';
import { toDepartmentReference } from '../departments/departments.ts';
import { standingsOf } from '../months/show-month.ts';
import type { PageOptions, StandingsPage, Version } from '../months/standings.ts';
import { requireEmployee } from '../people/employee-records.ts';
import { rankContest } from './close-contest.ts';
import type { Contest, ContestTeam } from './contest-schema.ts';
import {
  departmentNumbersOf,
  keptTeamsOf,
  prizesOf,
  requireContest,
  sharesPlaces,
  toContest,
  type WithheldPrize,
  withheldFrom,
  withheldOf,
} from './contests.ts';

/** Somebody in a contest, with the prizes of that rank. */
export type Contestant = LeaderboardRow & { prizes: Prize[] };

/** A department in a contest of departments, with the prizes of its place. */
export type TeamContestant = ContestTeam & { prizes: Prize[] };

/** A contest and who is first in it, people or departments: as it is now, or as it was closed. */
export type ContestView = Contest & {
  leaders: Contestant[];
  teams: TeamContestant[];
  withheld: WithheldPrize[];
};

/** @throws EngagedError as `requireContest` */
export const showContest = (
  db: Database,
  { companyId, now }: { companyId: number; now: number },
  { reference, top }: { reference: string; top: number },
): ContestView =>
  db.read(() => {
    const row = requireContest(db, companyId, reference);
    const shown = db.do(toContest({ companyId, now }, row));
    const withheld = withheldOf(row);
    const teams = teamsNow(db, { companyId, now }, row);
    if (teams !== null) {
      const ranked = db.do(toTeams(companyId, teams.slice(0, top)));
      const withPrizes = ranked.map((team, at) => {
        return { ...team, prizes: teamPrizes(row, teams[at]) };
      });
      return { ...shown, leaders: [], teams: withPrizes, withheld };
    }
    const leaders = contestRows(db, { companyId, now }, row, { departments: null, top });
    return {
      ...shown,
      leaders: leaders.map((one) => {
        const { number } = requireEmployee(db, companyId, one.employee_id);
        return { ...one, prizes: prizesAt(row, { rank: one.rank, number }) };
      }),
      teams: [],
      withheld,
    };
  });

/** The ranking of departments, as it was closed or is now; null where people rank. */
function teamsNow(
  db: Database,
  { companyId, now }: { companyId: number; now: number },
  row: ContestRow,
): Team[] | null {
  if (row.closedAt !== null || teamCounts(row.counts) === undefined) return keptTeamsOf(row);
  return isRanked(row, now) ? rankContest(db, companyId, row.entry).teams : [];
}

/** Departments of a ranking with their names of today. */
export function* toTeams(companyId: number, teams: readonly Team[]): Reading<ContestTeam[]> {
  const onRecord = yield* all(departments.listOnRecord, { companyId });
  const byNumber = new Map(onRecord.map((one) => [one.number, toDepartmentReference(one)]));
  return teams.map((team) => ({
    ...team,
    departments: team.departments.flatMap((number) => byNumber.get(number) ?? []),
    participation: teamValue(team, 'participation'),
    average: teamValue(team, 'average'),
  }));
}

/** What everybody of a department gets, or of one that is not closed would get. */
const teamPrizes = (row: ContestRow, team: Team | undefined): Prize[] =>
  team === undefined || team.participants === 0 ? [] : prizesOf(row).filter(isFor(team.rank));

/** The first people of a contest who are active, for operators: of one that runs by a ranking made now. */
export function contestRows(
  db: Database,
  { companyId, now }: { companyId: number; now: number },
  row: ContestRow,
  options: { departments: readonly number[] | null; top: number },
): LeaderboardRow[] {
  const version = versionOf(companyId, row);
  if (version) return standingsOf(db, version, options);
  if (!isRanked(row, now)) return [];
  const { standings } = rankContest(db, companyId, row.entry);
  const { departments, top: limit } = options;
  const page = { departments, after: 0, limit, sharesPlaces: sharesPlaces(row) };
  return db.do(livePage(companyId, standings, page, operatorRows)).rows;
}

/** The standings that are kept of a closed contest. */
export const versionOf = (companyId: number, row: ContestRow): Version | undefined =>
  row.standings === null || row.people === null
    ? undefined
    : {
        ...{ companyId, standings: row.standings, people: row.people },
        sharesPlaces: sharesPlaces(row),
      };

/** Whether a contest that is not closed has a ranking: while it runs, and until it is closed. */
export const isRanked = (row: ContestRow, now: number): boolean =>
  ['running', 'ended'].includes(stateOf(row, now));

/** What somebody with a rank gets; in a closed contest, what they got. */
function prizesAt(row: ContestRow, place: { rank: number; number: number }): Prize[] {
  const withheld = withheldFrom(row, place);
  return prizesOf(row)
    .filter(isFor(place.rank))
    .filter(
      ({ badge, coins }) => !withheld.some((one) => one.badge === badge && one.coins === coins),
    );
}

/** What somebody won in a closed contest, by themselves or with their department. */
export function prizesWon(
  db: Database,
  companyId: number,
  row: ContestRow,
  { departmentNumber, ...place }: { rank: number; number: number; departmentNumber: number },
): Prize[] {
  const teams = keptTeamsOf(row);
  if (teams === null) return prizesAt(row, place);
  const onRecord = db.all(departments.listOnRecord, { companyId });
  const own = teamFinder(onRecord, departmentNumbersOf(row))(departmentNumber);
  const team = teams.find((one) => own !== null && one.departments.includes(own));
  return team ? prizesAt(row, { ...place, rank: team.rank }) : [];
}

const isFor =
  (rank: number) =>
  ({ first_rank, last_rank }: Prize): boolean =>
    first_rank <= rank && rank <= last_rank;

/** The place of a rank in a ranking that is not kept. @param isShared whether people with the same XP share one */
export const livePlace = (xp: StandingsData['xp'], rank: number, isShared: boolean): number =>
  isShared ? sharedPlace(rank, (one) => xp[one - 1] ?? 0) : rank;

/** A page of a ranking that is not kept, as `standingsPage` makes it. */
export function* livePage<Row>(
  companyId: number,
  { size, numbers, xp, departments }: StandingsData,
  options: PageOptions & { sharesPlaces: boolean },
  rowsOf: RowsOf<Row>,
): Reading<StandingsPage<Row>> {
  const { after, limit, until = size, sharesPlaces: isShared } = options;
  const last = Math.min(size, until);
  const chosen = options.departments && new Set(options.departments);
  const ranked = [];
  let at = after;
  for (; at < last && ranked.length < limit; at++) {
    if (chosen && !chosen.has(departments[at] ?? 0)) continue;
    const rank = livePlace(xp, at + 1, isShared);
    ranked.push({ rank, position: at + 1, number: numbers[at] ?? 0, xp: xp[at] ?? 0 });
  }
  const rows = [...(yield* rowsOf(companyId, ranked)).values()];
  return { rows, nextAfter: at < last ? at : null };
}
