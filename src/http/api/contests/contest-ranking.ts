import { rankAhead, teamCounts } from '../../../domain/contest.ts';
import type { Team } from '../../../domain/contest-teams.ts';
import type { RowsOf } from '../../../service/boards/leaderboard-rows.ts';
import { readState } from '../../../service/company/company-states.ts';
import { keptTeamsOf, sharesPlaces } from '../../../service/contests/contests.ts';
import {
  isRanked,
  livePage,
  livePlace,
  versionOf,
} from '../../../service/contests/show-contest.ts';
import {
  findPlace,
  type PageOptions,
  type StandingsPage,
  standingsPage,
} from '../../../service/months/standings.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import type { Reading } from '../../../store/reading.ts';
import type { Services } from '../../endpoint.ts';

type Rows<Row> = Reading<StandingsPage<Row>>;

/** Where somebody stands in a contest, and what is ahead of them unless it is closed. */
export type ContestPlace = {
  rank: number;
  /** Their rank, where several people share a place. */
  position: number;
  xp: number;
  ahead: ReturnType<typeof rankAhead>;
};

/** Who ranks in a contest: as it was closed, or as it was a moment ago. */
export type ContestRanking = {
  /** How many people rank. */
  size: number;
  /** When it was ranked, unless it is closed, in milliseconds UTC. */
  rankedAt: number | null;
  /** The ranking of departments; null where people rank. */
  teams(): Reading<Team[] | null>;
  page<Row>(options: PageOptions, rowsOf: RowsOf<Row>): Rows<Row>;
  /** The place of a person; undefined for somebody who does not rank. */
  placeOf(number: number): Reading<ContestPlace | undefined>;
};

const NOBODY: ContestRanking = {
  size: 0,
  rankedAt: null,
  teams: () => nothing(null),
  page: () => nothing({ rows: [], nextAfter: null }),
  placeOf: () => nothing(undefined),
};

// biome-ignore lint/correctness/useYield: it needs no rows.
function* nothing<T>(value: T): Reading<T> {
  return value;
}

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
      teams: () => nothing(keptTeamsOf(row)),
      page: (options, rowsOf) => standingsPage(version, options, rowsOf),
      placeOf: function* (number) {
        const place = yield* findPlace(version, number);
        return place && { ...place, ahead: null };
      },
    };
  }
  const noTeams = teamCounts(row.counts) === undefined ? null : [];
  if (!isRanked(row, now)) return { ...NOBODY, teams: () => nothing(noTeams) };
  const state = await revisions.of(companyId);
  const live = await liveContests.ranking(companyId, row.entry, { ...state, now });
  const { standings, rankedAt, teams } = live;
  const isShared = sharesPlaces(row);
  // After a sandbox reset the numbers are those of other people.
  const isValid = function* (): Reading<boolean> {
    return (yield* readState(db, companyId)).epoch === live.epoch;
  };
  return {
    size: standings.size,
    rankedAt,
    teams: function* () {
      return (yield* isValid()) ? teams : noTeams;
    },
    page: function* (options, rowsOf) {
      return (yield* isValid())
        ? yield* livePage(companyId, standings, { ...options, sharesPlaces: isShared }, rowsOf)
        : yield* NOBODY.page(options, rowsOf);
    },
    placeOf: function* (number) {
      const at = standings.numbers.subarray(0, standings.size).indexOf(number);
      if (at < 0 || !(yield* isValid())) return undefined;
      const xpAt = (rank: number): number => standings.xp[rank - 1] ?? 0;
      return {
        position: at + 1,
        rank: livePlace(standings.xp, at + 1, isShared),
        xp: xpAt(at + 1),
        ahead: rankAhead(at + 1, xpAt, isShared),
      };
    },
  };
}
