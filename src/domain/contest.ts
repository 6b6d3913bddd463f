import type * as v from 'valibot';
import { TEAM_COUNTS, type TeamCounts } from './contest-teams.ts';
import { DAY_MS } from './duration.ts';
import { failure, invalid } from './errors.ts';
import { dayOf, isDay, parseIsoTime } from './iso-time.ts';
import { define, object, orNull, text, whole } from './schema.ts';

/** A prize for everybody from one rank to another: a badge, by its code, or coins. */
export const prize = define(
  'Prize',
  object('What a range of ranks wins: a badge or coins.', {
    first_rank: whole('The first rank that wins it.', 1),
    last_rank: whole('The last rank that wins it.', 1),
    badge: orNull(text('The code of the badge.')),
    coins: orNull(whole('The coins for each winner.', 1)),
  }),
);
export type Prize = v.InferOutput<typeof prize>;

/** An ended contest waits to be closed. */
export type ContestState = 'upcoming' | 'running' | 'ended' | 'closed' | 'cancelled';

type Times = {
  startsAt: number;
  endsAt: number;
  cancelledAt: number | null;
  closedAt: number | null;
};

export function stateOf(contest: Times, now: number): ContestState {
  if (contest.cancelledAt !== null) return 'cancelled';
  if (contest.closedAt !== null) return 'closed';
  if (now < contest.startsAt) return 'upcoming';
  return now < contest.endsAt ? 'running' : 'ended';
}

/** What a contest ranks by: people by XP or badges, or departments. */
export const COUNTS = ['xp', 'badges', ...TEAM_COUNTS] as const;
export type Counts = (typeof COUNTS)[number];

/** The same in words. */
export const COUNTS_IN_WORDS: Readonly<Record<Counts, string>> = {
  xp: 'people by XP',
  badges: 'people by badges earned',
  participation: 'departments by the share of their people who gained XP',
  average: 'departments by XP per head',
};

/** What departments rank by; undefined where people rank. */
export const teamCounts = (counts: string): TeamCounts | undefined =>
  TEAM_COUNTS.find((one) => one === counts);

/** So many reasons or badges can be chosen. */
export const MAX_CHOSEN = 20;

/** How a contest can be told to place people with the same XP. */
export const CHOOSABLE_TIES = ['shared', 'first'] as const;
export type ChoosableTies = (typeof CHOOSABLE_TIES)[number];

/** How they are placed; `joined` only in contests that are older than the choice. */
export const TIES = [...CHOOSABLE_TIES, 'joined'] as const;
export type Ties = (typeof TIES)[number];

/** What becomes of people with the same XP. */
export const TIES_IN_WORDS: Readonly<Record<Ties, string>> = {
  shared: 'people share a place, and all who share it win',
  first: 'who reached it first is ahead',
  joined: 'who joined first is ahead',
};

/** Finds the place that somebody shares, the first rank with the same XP: it yields ranks and is given their XP. */
export function* findSharedPlace(rank: number): Generator<number, number, number> {
  const xp = yield rank;
  if (rank === 1 || (yield rank - 1) > xp) return rank;
  let low = 1;
  let high = rank;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((yield middle) > xp) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same where the XP of every rank is at hand, which falls with the ranks. */
export function sharedPlace(rank: number, xpAt: (rank: number) => number): number {
  const search = findSharedPlace(rank);
  let step = search.next();
  while (!step.done) step = search.next(xpAt(step.value));
  return step.value;
}

/** The rank that somebody reaches next, and the XP that are missing to it; null for who is first. */
export function rankAhead(
  rank: number,
  xpAt: (rank: number) => number,
  isShared: boolean,
): { rank: number; missing: number } | null {
  const first = isShared ? sharedPlace(rank, xpAt) : rank;
  if (first === 1) return null;
  const missing = xpAt(first - 1) - xpAt(rank) + (isShared ? 0 : 1);
  return { rank: sharedPlace(first - 1, xpAt), missing };
}

/** Prizes are granted in one transaction. */
export const MAX_PRIZES = 20;
const MAX_WINNERS = 1_000;
export const MAX_COINS = 1_000_000_000;

/** The first millisecond of a day such as `2026-12-01`. @throws EngagedError `validation_failed` */
export function requireDay(field: string, text: string): number {
  const time = isDay(text.trim()) ? parseIsoTime(text.trim()) : undefined;
  if (time !== undefined && time >= 0) return time;
  throw failure('field_no_day', { field });
}

export const firstDay = ({ startsAt }: Pick<Times, 'startsAt'>): string => dayOf(startsAt);
export const lastDay = ({ endsAt }: Pick<Times, 'endsAt'>): string => dayOf(endsAt - DAY_MS);

const PRIZE = /^(\d{1,4})(?:-(\d{1,4}))?=(?:badge:(\S.*)|coins:(\d{1,10}))$/;

/** A prize as the command line writes it: `1=badge:CODE`, `1-3=coins:100`. @throws EngagedError `validation_failed` */
export function parsePrize(text: string): Prize {
  const [, first, last = first, badge = null, coins] = PRIZE.exec(text.trim()) ?? [];
  if (first === undefined) {
    throw invalid('prize must be RANKS=badge:CODE or RANKS=coins:AMOUNT, such as 1-3=coins:100');
  }
  return {
    first_rank: Number(first),
    last_rank: Number(last),
    badge,
    coins: coins === undefined ? null : Number(coins),
  };
}

/** @throws EngagedError `validation_failed` */
export function requirePrizes(prizes: readonly Prize[]): void {
  if (prizes.length > MAX_PRIZES) throw failure('prize_limit', { limit: MAX_PRIZES });
  let winners = 0;
  for (const { first_rank, last_rank, coins } of prizes) {
    if (first_rank < 1 || last_rank < first_rank) {
      throw failure('prize_ranks');
    }
    if (coins !== null && (coins < 1 || coins > MAX_COINS)) {
      throw failure('prize_coins', { limit: MAX_COINS });
    }
    winners += last_rank - first_rank + 1;
  }
  if (winners > MAX_WINNERS) {
    throw failure('prize_rank_limit', { limit: MAX_WINNERS });
  }
}

/** The ranks of a prize: `1`, `1-3`. */
export const ranksOf = ({ first_rank, last_rank }: Prize): string =>
  first_rank === last_rank ? String(first_rank) : `${first_rank}-${last_rank}`;

/** A prize as `parsePrize` reads it. */
export const formatPrize = (prize: Prize): string =>
  `${ranksOf(prize)}=${prize.badge === null ? `coins:${prize.coins}` : `badge:${prize.badge}`}`;
