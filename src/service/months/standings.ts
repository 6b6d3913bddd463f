import { findSharedPlace } from '../../domain/contest.ts';
import type { Standing } from '../../domain/standings/standing.ts';
import {
  BLOCK_SIZE,
  blockStart,
  memberRanksAfter,
  rankIn,
  StandingsBlock,
  withoutRank,
} from '../../domain/standings/standings-blocks.ts';
import * as contests from '../../store/contests/contests.ts';
import type { Database } from '../../store/database.ts';
import * as closedMonths from '../../store/months/closed-months.ts';
import * as store from '../../store/months/standings.ts';
import { all, one, type Reading } from '../../store/reading.ts';
import type { RankedRow, RowsOf } from '../boards/leaderboard-rows.ts';

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

/** Somebody with the place that they may share; `position` is their rank. */
type Placed = Ranked & Required<Pick<RankedRow, 'position'>>;

/** Most ranks that a page looks at: the places of people who left stay empty. */
const MAX_RANKS_PER_PAGE = 1_000;

/** Which rows a page has. */
export type PageOptions = {
  /** Only those who were directly in one of these departments; null for everybody. */
  departments: readonly number[] | null;
  /** The rank before the first one, and the last one, if there are more. */
  after: number;
  until?: number;
  limit: number;
};

/** Rows of people, and the rank after which the next page begins; null on the last page. */
export type StandingsPage<Row> = { rows: Row[]; nextAfter: number | null };

/** The people after a rank who are still active, with the names of today. */
export function* standingsPage<Row>(
  version: Version,
  options: PageOptions,
  rowsOf: RowsOf<Row>,
): Reading<StandingsPage<Row>> {
  const { departments, limit } = options;
  const last = Math.min(version.people, options.until ?? version.people);
  const rows: Row[] = [];
  let after = options.after;
  for (let seen = 0; ; ) {
    const ranks =
      departments === null
        ? ranksAfter(after, Math.min(limit, last - after))
        : (yield* memberRanks(version, departments, { rank: after, count: limit })).filter(
            (rank) => rank <= last,
          );
    if (ranks.length === 0) return { rows, nextAfter: null };
    if (rows.length === limit || seen >= MAX_RANKS_PER_PAGE) return { rows, nextAfter: after };
    seen += ranks.length;
    const ranked = yield* findStandings(version, ranks);
    const placed = yield* withPlaces(version, ranked);
    const found = yield* rowsOf(version.companyId, placed);
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

function* memberRanks(
  { companyId, standings }: Version,
  departments: readonly number[],
  { rank, count }: { rank: number; count: number },
): Reading<number[]> {
  const ranks: number[] = [];
  for (const departmentNumber of departments) {
    const members = { companyId, standings, departmentNumber, rank };
    const blocks = yield* all(store.listMemberBlocks, members);
    ranks.push(...blocks.flatMap(({ data }) => memberRanksAfter(data, rank, count)));
  }
  return ranks.sort((a, b) => a - b).slice(0, count);
}

/** Who has these ranks, except for erased people. @param ranks ascending */
function* findStandings(version: Version, ranks: readonly number[]): Reading<Ranked[]> {
  const blocks = new Blocks(version);
  const found: Ranked[] = [];
  for (const rank of ranks) {
    const standing = (yield* blocks.of(rank)).at(rank);
    if (standing) found.push({ rank, ...standing });
  }
  return found;
}

/** The blocks of a version, of which the last one is kept. */
class Blocks {
  readonly #version: Version;
  #start = 0;
  #block: StandingsBlock | undefined;

  constructor(version: Version) {
    this.#version = version;
  }

  /** The block that has a rank. */
  *of(rank: number): Reading<StandingsBlock> {
    if (!this.#block || blockStart(rank) !== this.#start) {
      this.#start = blockStart(rank);
      this.#block = yield* findStandingsBlock(this.#version, this.#start);
    }
    return this.#block;
  }
}

/** Everybody of a version in rank order, except for erased people. */
export function* eachStanding(db: Database, version: Version): Generator<Ranked> {
  for (let first = 1; first <= version.people; first += BLOCK_SIZE) {
    const block = db.do(findStandingsBlock(version, first));
    for (let rank = first; rank < first + block.size; rank++) {
      const standing = block.at(rank);
      if (standing) yield { rank, ...standing };
    }
  }
}

/** The same people with their places: their ranks, unless places are shared. @param ranked in rank order */
function* withPlaces(version: Version, ranked: readonly Ranked[]): Reading<Placed[]> {
  if (!version.sharesPlaces) return ranked.map((one) => ({ ...one, position: one.rank }));
  const blocks = new Blocks(version);
  const placed: Placed[] = [];
  let last = { xp: Number.NaN, place: 0 };
  for (const one of ranked) {
    if (one.xp !== last.xp) last = { xp: one.xp, place: yield* placeOf(blocks, one.rank) };
    placed.push({ ...one, rank: last.place, position: one.rank });
  }
  return placed;
}

function* placeOf(blocks: Blocks, rank: number): Reading<number> {
  const search = findSharedPlace(rank);
  let step = search.next();
  while (!step.done) step = search.next((yield* blocks.of(step.value)).xpAt(step.value));
  return step.value;
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
export function* findPlace(version: Version, number: number): Reading<Placed | undefined> {
  const rank = yield* findRank(version, number);
  if (rank === null) return undefined;
  const [place] = yield* withPlaces(version, yield* findStandings(version, [rank]));
  return place;
}

/** Removes the link between a person and their place in all standings. The place keeps its numbers. */
export function forgetPerson(db: Database, companyId: number, number: number): void {
  const closed = [
    ...db.all(closedMonths.list, { companyId }),
    ...db.all(contests.listClosed, { companyId }),
  ];
  for (const { standings, people } of closed) {
    const kept = { companyId, standings, people };
    const rank = db.do(findRank(kept, number));
    if (rank === null) continue;
    const place = { companyId, standings, list: 'standings', first: blockStart(rank) };
    const block = db.do(findStandingsBlock(kept, place.first));
    db.run(store.setBlock, { ...place, data: block.withoutPersonAt(rank) });
    const ranks = { companyId, standings, list: 'ranks', first: blockStart(number) };
    const data = db.one(store.findBlock, ranks)?.data;
    if (data) db.run(store.setBlock, { ...ranks, data: withoutRank(data, ranks.first, number) });
  }
}

function* findRank({ companyId, standings }: Version, number: number): Reading<number | null> {
  const first = blockStart(number);
  const found = yield* one(store.findBlock, { companyId, standings, list: 'ranks', first });
  return found ? rankIn(found.data, first, number) : null;
}

function* findStandingsBlock(
  { companyId, standings }: Version,
  first: number,
): Reading<StandingsBlock> {
  const found = yield* one(store.findBlock, { companyId, standings, list: 'standings', first });
  if (!found) throw new Error('closed standings have lost a block');
  return new StandingsBlock(found.data, first);
}
