import type { Prize } from '../../domain/contest.ts';
import { type Team, teamFinder } from '../../domain/contest-teams.ts';
import type { Failure } from '../../domain/failures.ts';
import { TOTAL_MAXIMUM } from '../../domain/limits.ts';
import { NO_DEPARTMENT } from '../../domain/standings/standing.ts';
import * as badges from '../../store/badges/badges.ts';
import * as companies from '../../store/company/companies.ts';
import type { ContestRow } from '../../store/contests/contests.ts';
import * as store from '../../store/contests/contests.ts';
import type { Database } from '../../store/database.ts';
import { numberOfActor } from '../audit/actors.ts';
import { awardToPeople, listHolders } from '../badges/badges.ts';
import { type CompanyWrite, takeNumbers } from '../company/company-write.ts';
import { listTeamDepartments } from '../departments/departments.ts';
import { notify } from '../mail/notices.ts';
import { eachPlace, type Version } from '../months/standings.ts';
import { addEntries } from '../xp/ledger-entries.ts';
import { decidersOf, departmentNumbersOf, type KeptWithheldPrize, prizesOf } from './contests.ts';

/** Somebody who has a prize's rank. `coins` is the balance, with the prizes granted so far. */
type Winner = { rank: number; number: number; id: string; coins: number };

/** Those who do not get a prize, and why. */
type Refusal = { winners: readonly Winner[]; reason: Failure };

/** Most prizes of a contest: they are granted in one transaction, for which others wait. */
export const MAX_GRANTED = 2_000;

/**
 * Grants the prizes of a contest, those of a department to everybody who is in it now. One that cannot be granted does not
 * keep the contest from being closed. A place that so many people share that there would be more than `MAX_GRANTED` prizes
 * wins none. Whoever decided about the contest gets theirs from somebody else.
 *
 * @returns how many were granted and withheld, and what is kept of those
 */
export function grantPrizes(
  write: CompanyWrite,
  contest: ContestRow,
  version: Version,
  teams: readonly Team[] | null,
): { granted: number; withheld: number; kept: KeptWithheldPrize[] } {
  const prizes = prizesOf(contest);
  const places = teams
    ? teamPlaces(write.db, contest, version.companyId, { teams, prizes })
    : listPlaces(write.db, version, prizes);
  const { winners: all, crowded } = listWinners(write.db, version.companyId, places);
  const deciders = findDeciders(write, contest);
  const kept: KeptWithheldPrize[] = [];
  let granted = 0;
  let withheld = 0;
  for (const prize of prizes) {
    const { badge, coins } = prize;
    const [own, winners] = divide(
      all.filter(({ rank }) => isFor(prize, rank)),
      ({ number }) => deciders.has(number),
    );
    const refused =
      badge === null
        ? grantCoins(write, contest, coins ?? 0, winners)
        : grantBadge(write, badge, winners);
    granted += winners.length - refused.winners.length;
    const ofDeciders: Refusal = { winners: own, reason: { code: 'prize_of_decider' } };
    for (const { winners: without, reason } of [ofDeciders, refused]) {
      withheld += without.length;
      for (const { rank, number } of without) kept.push({ rank, badge, coins, reason, number });
    }
    for (const { rank, people } of crowded.filter(({ rank }) => isFor(prize, rank))) {
      const reason = { code: 'prize_shared_by_many', people, limit: MAX_GRANTED } as const;
      withheld += people;
      kept.push({ rank, badge, coins, reason });
    }
  }
  return { granted, withheld, kept };
}

/** The numbers of the people who made or changed a contest, or close it by hand. */
const findDeciders = ({ db, companyId, actor }: CompanyWrite, contest: ContestRow): Set<number> =>
  new Set(
    [...decidersOf(contest), actor].flatMap((one) => numberOfActor(db, companyId, one) ?? []),
  );

const isFor = ({ first_rank, last_rank }: Prize, rank: number): boolean =>
  first_rank <= rank && rank <= last_rank;

/** A place that wins, and who has it: of more people than can win only their number is kept. */
type Place = { rank: number; prizes: number; people: number; numbers: number[] };

/** Everybody who has the rank of a prize, in rank order, and the places of which nobody can win. */
function listWinners(
  db: Database,
  companyId: number,
  all: readonly Place[],
): { winners: Winner[]; crowded: Place[] } {
  const places: { rank: number; number: number }[] = [];
  const crowded: Place[] = [];
  let room = MAX_GRANTED;
  for (const place of all) {
    const { rank, numbers } = place;
    const count = place.prizes * place.people;
    if (count > room) {
      crowded.push(place);
      continue;
    }
    room -= count;
    for (const number of numbers) places.push({ rank, number });
  }
  const numbers = places.map(({ number }) => number);
  const people = db.all(store.listWinners, { companyId, numbers });
  const byNumber = new Map(people.map((person) => [person.number, person]));
  const winners = places.flatMap(({ rank, number }) => {
    const person = byNumber.get(number);
    return person ? { rank, ...person } : [];
  });
  return { winners, crowded };
}

function listPlaces(db: Database, version: Version, prizes: readonly Prize[]): Place[] {
  const last = Math.max(0, ...prizes.map(({ last_rank }) => last_rank));
  const places: Place[] = [];
  let place: Place | undefined;
  for (const { rank, number } of eachPlace(db, version)) {
    if (rank > last) break;
    if (place?.rank !== rank) {
      const count = prizes.filter((prize) => isFor(prize, rank)).length;
      place = { rank, prizes: count, people: 0, numbers: [] };
      if (count > 0) places.push(place);
    }
    place.people++;
    if (place.people <= MAX_GRANTED) place.numbers.push(number);
  }
  return places;
}

/** The places of departments, of which those where nobody gained XP win nothing. */
function teamPlaces(
  db: Database,
  contest: ContestRow,
  companyId: number,
  { teams, prizes }: { teams: readonly Team[]; prizes: readonly Prize[] },
): Place[] {
  const all = listTeamDepartments(db, companyId);
  const teamOf = teamFinder(all, departmentNumbersOf(contest));
  const byRank = Map.groupBy(
    teams.filter(({ participants }) => participants > 0),
    ({ rank }) => rank,
  );
  return [...byRank].flatMap(([rank, equals]) => {
    const count = prizes.filter((prize) => isFor(prize, rank)).length;
    if (count === 0) return [];
    const people = equals.reduce((sum, team) => sum + team.people, 0);
    const own = new Set(equals.flatMap(({ departments }) => departments));
    const departments = all.flatMap(({ number }) => {
      return own.has(teamOf(number) ?? NO_DEPARTMENT) ? [number] : [];
    });
    const members =
      people > MAX_GRANTED ? [] : db.all(store.listTeamMembers, { companyId, departments });
    return [{ rank, prizes: count, people, numbers: members.map(({ number }) => number) }];
  });
}

function grantBadge(write: CompanyWrite, code: string, winners: readonly Winner[]): Refusal {
  const { db, companyId, now } = write;
  if (!db.one(badges.find, { companyId, code }))
    return { winners, reason: { code: 'badge_not_found' } };
  const numbers = winners.map(({ number }) => number);
  const holders = listHolders(write, code, numbers);
  const [held, others] = divide(winners, ({ number }) => holders.has(number));
  awardToPeople(write, code, others, now);
  return { winners: held, reason: { code: 'badge_held' } };
}

function grantCoins(
  write: CompanyWrite,
  { name }: ContestRow,
  amount: number,
  winners: readonly Winner[],
): Refusal {
  const [full, others] = divide(winners, ({ coins }) => coins + amount > TOTAL_MAXIMUM);
  if (others.length > 0) {
    const reasonFor = ({ rank }: Winner) => `Contest: ${name}, rank ${rank}`;
    const first = takeNumbers(write, companies.takeEntries, others.length);
    const coins = others.map((winner, i) => {
      winner.coins += amount;
      return {
        ...{ employeeNumber: winner.number, entry: first + i, amount, reason: reasonFor(winner) },
        ...{ source: 'contest', actor: write.actor, recordedAt: write.now, idempotencyKey: null },
        total: winner.coins,
      };
    });
    addEntries(write, { coins });
    notify(
      write,
      coins.map(({ employeeNumber, entry }) => ({
        ...{ kind: 'prize', employeeNumber, subject: String(entry) },
      })),
    );
  }
  return { winners: full, reason: { code: 'prize_coins_too_many', limit: TOTAL_MAXIMUM } };
}

/** Those for whom it is true, and the others. */
function divide<T>(all: readonly T[], isFirst: (one: T) => boolean): [first: T[], others: T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
