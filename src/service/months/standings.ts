import { sharedPlace } from '../../domain/contest.ts';
import type { Standing } from '../../domain/standings/standing.ts';
import {
  BLOCK_SIZE,
  blockStart,
  memberRanksAfter,
  rankIn,
  StandingsBlock,
  withoutRank,
} from '../../domain/standings/standings-blocks.ts';
import * as closedMonths from '../../store/closed-months.ts';
import * as contests from '../../store/contests.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/standings.ts';
import { leaderboardRows } from '../leaderboard-rows.ts';

/** Standings that are kept: of a version of a closed month, or of a contest. */
export type Version = {
  companyId: number;
  standings: number;
  people: number;
  /** Whether people with the same XP share a place. */
  sharesPlaces?: boolean;
};

/** Somebody's place in them. */
export type Ranked = Standing & { rank: number };

/** Most ranks that a page looks at: the places of people who left stay empty. */
const MAX_RANKS_PER_PAGE = 1_000;

/** Leaderboard rows as JSON texts, and the rank after which the next page begins; null on the last page. */
export type StandingsPage = { rows: string[]; nextAfter: number | null };

/**
 * The people after a rank who are still active, with the names of today.
 *
 * @param options.departments only those who were directly in one of these departments; null for everybody
 */
export function standingsPage(
  db: Database,
  version: Version,
  options: { departments: readonly number[] | null; after: number; limit: number },
): StandingsPage {
  const { departments, limit } = options;
  const rows: string[] = [];
  let after = options.after;
  for (let seen = 0; ; ) {
    const ranks =
      departments === null
        ? ranksAfter(after, Math.min(limit, version.people - after))
        : memberRanks(db, version, departments, { rank: after, count: limit });
    if (ranks.length === 0) return { rows, nextAfter: null };
    if (rows.length === limit || seen >= MAX_RANKS_PER_PAGE) return { rows, nextAfter: after };
    seen += ranks.length;
    const ranked = findStandings(db, version, ranks);
    const places = placesOf(db, version);
    const placed = ranked.map((one) => ({ ...one, rank: places(one.rank) }));
    const found = leaderboardRows(db, version.companyId, placed);
    const byRank = new Map(ranked.map(({ rank, number }) => [rank, found.get(number)]));
    for (const rank of ranks) {
      if (rows.length === limit) break;
      after = rank;
      const row = byRank.get(rank);
      if (row !== undefined) rows.push(row);
    }
  }
}

const ranksAfter = (rank: number, count: number): number[] =>
  Array.from({ length: Math.max(0, count) }, (_, i) => rank + 1 + i);

function memberRanks(
  db: Database,
  { companyId, standings }: Version,
  departments: readonly number[],
  { rank, count }: { rank: number; count: number },
): number[] {
  return departments
    .flatMap((departmentNumber) =>
      db
        .all(store.listMemberBlocks, { companyId, standings, departmentNumber, rank })
        .flatMap(({ data }) => memberRanksAfter(data, rank, count)),
    )
    .sort((a, b) => a - b)
    .slice(0, count);
}

/** Who has these ranks, except for erased people. @param ranks ascending */
function findStandings(db: Database, version: Version, ranks: readonly number[]): Ranked[] {
  let start = 0;
  let block: StandingsBlock | undefined;
  return ranks.flatMap((rank) => {
    if (!block || blockStart(rank) !== start) {
      start = blockStart(rank);
      block = findStandingsBlock(db, version, start);
    }
    const standing = block.at(rank);
    return standing ? { rank, ...standing } : [];
  });
}

/** Everybody of a version in rank order, except for erased people. */
export function* eachStanding(db: Database, version: Version): Generator<Ranked> {
  for (let first = 1; first <= version.people; first += BLOCK_SIZE) {
    const block = findStandingsBlock(db, version, first);
    for (let rank = first; rank < first + block.size; rank++) {
      const standing = block.at(rank);
      if (standing) yield { rank, ...standing };
    }
  }
}

/** A function that gives the place of a rank: the rank itself, unless places are shared. */
function placesOf(db: Database, version: Version): (rank: number) => number {
  if (!version.sharesPlaces) return (rank) => rank;
  let start = 0;
  let block: StandingsBlock | undefined;
  const xpAt = (rank: number): number => {
    if (!block || blockStart(rank) !== start) {
      start = blockStart(rank);
      block = findStandingsBlock(db, version, start);
    }
    return block.xpAt(rank);
  };
  let last = { xp: Number.NaN, place: 0 };
  return (rank) => {
    const xp = xpAt(rank);
    if (xp !== last.xp) last = { xp, place: sharedPlace(rank, xpAt) };
    return last.place;
  };
}

/** Everybody of a version with their places, in rank order. */
export function* eachPlace(db: Database, version: Version): Generator<Ranked> {
  let last = { xp: Number.NaN, place: 0 };
  for (const one of eachStanding(db, version)) {
    if (!version.sharesPlaces || one.xp !== last.xp) last = { xp: one.xp, place: one.rank };
    yield { ...one, rank: last.place };
  }
}

/** A person's place in a version; undefined for somebody who does not rank. */
export function findPlace(db: Database, version: Version, number: number): Ranked | undefined {
  const rank = findRank(db, version, number);
  const [found] = rank === null ? [] : findStandings(db, version, [rank]);
  return found && { ...found, rank: placesOf(db, version)(found.rank) };
}

/** Removes the link between a person and their place in all standings. The place keeps its numbers. */
export function forgetPerson(db: Database, companyId: number, number: number): void {
  const closed = [
    ...db.all(closedMonths.list, { companyId }),
    ...db.all(contests.listClosed, { companyId }),
  ];
  for (const { standings, people } of closed) {
    const kept = { companyId, standings, people };
    const rank = findRank(db, kept, number);
    if (rank === null) continue;
    const place = { companyId, standings, list: 'standings', first: blockStart(rank) };
    const block = findStandingsBlock(db, kept, place.first);
    db.run(store.setBlock, { ...place, data: block.withoutPersonAt(rank) });
    const ranks = { companyId, standings, list: 'ranks', first: blockStart(number) };
    const data = db.one(store.findBlock, ranks)?.data;
    if (data) db.run(store.setBlock, { ...ranks, data: withoutRank(data, ranks.first, number) });
  }
}

function findRank(db: Database, { companyId, standings }: Version, number: number): number | null {
  const first = blockStart(number);
  const found = db.one(store.findBlock, { companyId, standings, list: 'ranks', first });
  return found ? rankIn(found.data, first, number) : null;
}

function findStandingsBlock(
  db: Database,
  { companyId, standings }: Version,
  first: number,
): StandingsBlock {
  const found = db.one(store.findBlock, { companyId, standings, list: 'standings', first });
  if (!found) throw new Error('closed standings have lost a block');
  return new StandingsBlock(found.data, first);
}
