import { sharesPlaces } from '../service/contests/contests.ts';
import { isRanked, livePage, livePlace, versionOf } from '../service/contests/show-contest.ts';
import { findPlace, type StandingsPage, standingsPage } from '../service/months/standings.ts';
import type { ContestRow } from '../store/contests.ts';
import type { Services } from './endpoint.ts';

type PageOptions = { departments: readonly number[] | null; after: number; limit: number };

/** Who ranks in a contest: as it was closed, or as it was a moment ago. */
export type ContestRanking = {
  /** How many people rank. */
  size: number;
  /** When it was ranked, unless it is closed, in milliseconds UTC. */
  rankedAt: number | null;
  page(options: PageOptions): StandingsPage;
  /** The rank and XP of a person; undefined for somebody who does not rank. */
  placeOf(number: number): { rank: number; xp: number } | undefined;
};

const NOBODY: ContestRanking = {
  size: 0,
  rankedAt: null,
  page: () => ({ rows: [], nextAfter: null }),
  placeOf: () => undefined,
};

/** The ranking of a contest. One that is upcoming or cancelled has nobody. */
export async function rankingOf(
  { db, liveContests, revisions }: Pick<Services, 'db' | 'liveContests' | 'revisions'>,
  { companyId, now }: { companyId: number; now: number },
  row: ContestRow,
): Promise<ContestRanking> {
  const version = versionOf(companyId, row);
  if (version) {
    return {
      size: version.people,
      rankedAt: null,
      page: (options) => standingsPage(db, version, options),
      placeOf: (number) => findPlace(db, version, number),
    };
  }
  if (!isRanked(row, now)) return NOBODY;
  const live = await liveContests.ranking(companyId, row.entry, {
    ...revisions.of(companyId),
    now,
  });
  const { standings, rankedAt, generation } = live;
  const isShared = sharesPlaces(row);
  // After a sandbox reset the numbers are those of other people.
  const isValid = () => revisions.of(companyId).generation === generation;
  return {
    size: standings.size,
    rankedAt,
    page: (options) =>
      isValid()
        ? livePage(db, companyId, standings, { ...options, sharesPlaces: isShared })
        : NOBODY.page(options),
    placeOf: (number) => {
      const at = standings.numbers.subarray(0, standings.size).indexOf(number);
      if (at < 0 || !isValid()) return undefined;
      return { rank: livePlace(standings.xp, at + 1, isShared), xp: standings.xp[at] ?? 0 };
    },
  };
}
