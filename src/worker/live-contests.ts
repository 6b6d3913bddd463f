import { LRUCache } from 'lru-cache';
import type { Team } from '../domain/contest-teams.ts';
import type { StandingsData } from '../domain/standings/standing.ts';
import type { CompanyState } from '../service/company/company-states.ts';
import type { Reads } from '../store/database.ts';
import type { ClosingRanker } from './ranker.ts';

/** The ranking of a contest that is not closed, and the time and the state of the company that it shows. */
export type LiveRanking = {
  standings: StandingsData;
  /** The ranking of departments; null where people rank. */
  teams: Team[] | null;
  revision: number;
  epoch: string;
  rankedAt: number;
};

/** What a request knows of its company, and when it was sent. */
export type KnownState = Pick<CompanyState, 'revision' | 'epoch'> & { now: number };

/** Memory limit of all rankings; the least recently used are evicted. A million people take 25 MB. */
const MAX_BYTES = 128 * 1024 * 1024;

/** The rankings of contests that are not closed, for a thread that responds to requests. The ranker thread makes them. */
export class LiveContests {
  readonly #db: Pick<Reads, 'endSnapshot' | 'refreshSnapshot'>;
  readonly #ranker: Pick<ClosingRanker, 'rankContest'>;
  readonly #cacheMs: number;
  readonly #cache = new LRUCache<string, LiveRanking>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ standings, teams }) =>
      1024 + 25 * standings.numbers.length + 200 * (teams?.length ?? 0),
  });
  readonly #pending = new Map<string, Promise<LiveRanking>>();

  /** @param options.cacheSeconds how old a ranking may be that lacks changes */
  constructor(options: {
    db: Pick<Reads, 'endSnapshot' | 'refreshSnapshot'>;
    ranker: Pick<ClosingRanker, 'rankContest'>;
    cacheSeconds: number;
  }) {
    this.#db = options.db;
    this.#ranker = options.ranker;
    this.#cacheMs = options.cacheSeconds * 1000;
  }

  /**
   * A ranking that shows the company's state, or one that lacks changes and is not older than allowed.
   *
   * @param state the company's, and the time in milliseconds UTC
   */
  async ranking(companyId: number, entry: number, state: KnownState): Promise<LiveRanking> {
    const key = `${companyId} ${entry}`;
    const cached = this.#cache.get(key);
    if (cached && this.#isServable(cached, state)) return cached;
    // A ranking in progress may have been read before the state that this request has seen.
    const joined = this.#pending.get(key);
    if (joined) {
      const ranking = await joined;
      if (this.#isServable(ranking, state)) return ranking;
    }
    // One that is in progress now began after this request, so it lacks nothing.
    return this.#pending.get(key) ?? this.#rank(key, companyId, entry, state);
  }

  #isServable(ranking: LiveRanking, { revision, epoch, now }: KnownState): boolean {
    if (ranking.epoch !== epoch) return false;
    const age = now - ranking.rankedAt;
    return ranking.revision >= revision || (age >= 0 && age < this.#cacheMs);
  }

  #rank(key: string, companyId: number, entry: number, state: KnownState): Promise<LiveRanking> {
    const done = this.#make(companyId, entry, state)
      .then((ranking) => {
        this.#cache.set(key, ranking);
        return ranking;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, done);
    return done;
  }

  async #make(companyId: number, entry: number, { epoch, now }: KnownState): Promise<LiveRanking> {
    const { standings, teams, revision } = await this.#ranker.rankContest(companyId, entry);
    // It may be newer than what is read now.
    this.#db.endSnapshot();
    await this.#db.refreshSnapshot();
    return { standings, teams, revision, epoch, rankedAt: now };
  }
}
