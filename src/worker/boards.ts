import { LRUCache } from 'lru-cache';
import { Board } from '../domain/board/board.ts';
import { monthsOf, type Period } from '../domain/period.ts';
import type { CompanyStates } from '../service/company/company-states.ts';
import { rankDepartments } from '../service/departments/department-groups.ts';
import * as boardChanges from '../store/boards/board-changes.ts';
import type { Awaitable, Reads } from '../store/database.ts';
import type { BoardRanker } from './ranker.ts';

/**
 * With more changed people than this, the ranker thread rebuilds the board. Moving one takes 8 µs, and a build the ranker
 * 3 µs for each person of the company, measured: so this is about how long other requests wait. The awards of one request
 * are moved.
 */
const MAX_CHANGES = 1_000;

/** Memory limit of all boards; the least recently used are evicted. A million people take about 20 MB per period. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A board and the state of the data that it shows. */
type CachedBoard = {
  board: Board;
  /** The last month that it includes; a board is not valid in the next month. */
  lastMonth: number;
  /** Of the company when its build began. */
  epoch: string;
  /** The company's revision that the board shows. */
  revision: number;
  /** The snapshot version at which board and file last agreed. */
  snapshotVersion: number;
  /** When they last agreed, in milliseconds UTC. */
  refreshedAt: number;
};

type Build = { number: number; done: Promise<CachedBoard> };

/**
 * How a board compares with the data file: it shows all changes, lacks some, or is unusable because it is for
 * another month or another epoch.
 */
type Freshness = 'exact' | 'behind' | 'none';

/**
 * The rankings of every company, for a thread that responds to requests. The ranker thread builds a board, which then
 * follows the data file: a few changed people are moved within it, many cause a rebuild.
 *
 * A board identifies people by number, and a sandbox reset reassigns numbers. They match the people that are read from the
 * snapshot that gave the board.
 */
export class Boards {
  readonly #db: Reads;
  readonly #states: CompanyStates;
  readonly #ranker: BoardRanker;
  readonly #cacheMs: number;
  readonly #cache = new LRUCache<string, CachedBoard>({
    maxSize: MAX_BYTES,
    sizeCalculation: (cached) => 1024 + 24 * cached.board.size,
  });
  readonly #builds = new Map<string, Build>();
  #lastBuild = 0;
  readonly #buildStats = { builds: 0, seconds: 0 };

  /** @param options.cacheSeconds how old a period's ranking may be, 0 to 30 by the API contract */
  constructor(options: {
    db: Reads;
    states: CompanyStates;
    ranker: BoardRanker;
    cacheSeconds: number;
  }) {
    this.#db = options.db;
    this.#states = options.states;
    this.#ranker = options.ranker;
    this.#cacheMs = options.cacheSeconds * 1000;
  }

  /** The current all-time ranking, for stats, which are never stale. */
  standing(companyId: number, now: number): Awaitable<Board> {
    return this.#get(companyId, 'all_time', now, 0);
  }

  /**
   * A period's ranking. It is exact unless very many people changed at once; then it may be as old as the cache
   * setting allows while it is rebuilt.
   */
  ranking(companyId: number, period: Period, now: number): Awaitable<Board> {
    return this.#get(companyId, period, now, this.#cacheMs);
  }

  /** @param maxAge how old the board may be that lacks changes, in milliseconds */
  #get(companyId: number, period: Period, now: number, maxAge: number): Awaitable<Board> {
    const cached = this.#cache.get(keyOf(companyId, period));
    if (!cached) return this.#buildAndWait(companyId, period, now);
    if (!this.#isExact(period, now, cached))
      return this.#follow(companyId, period, now, { cached, maxAge });
    cached.refreshedAt = now;
    return cached.board;
  }

  async #follow(
    companyId: number,
    period: Period,
    now: number,
    { cached, maxAge }: { cached: CachedBoard; maxAge: number },
  ): Promise<Board> {
    const freshness = await this.#refresh(companyId, period, now, cached);
    if (freshness === 'exact') return cached.board;
    const age = now - cached.refreshedAt;
    const isServable = freshness === 'behind' && age >= 0 && age < maxAge;
    if (!isServable) return this.#buildAndWait(companyId, period, now);
    // Rebuilding in the background from half the maximum age on avoids a wait when it is reached.
    if (age >= maxAge / 2) this.#build(companyId, period, now).done.catch(() => {});
    return cached.board;
  }

  /**
   * The by-department leaderboard of a ranking, with the best `limit` of each group, as JSON text.
   *
   * @param epoch the company's, in the turn that gave the ranking
   * @returns null where the people have been replaced since: then another ranking is needed
   */
  departmentGroups(
    company: { companyId: number; epoch: string },
    board: Board,
    limit: number,
  ): Promise<string | null> {
    const departmentRankings = rankDepartments(board, limit);
    return this.#ranker.departmentGroups({ ...company, departmentRankings });
  }

  /** How many boards are held, how many were made, and how long that took in all. */
  get stats(): { kept: number; builds: number; seconds: number } {
    return { kept: this.#cache.size, ...this.#buildStats };
  }

  /** Marks a company's rankings as too old to serve, after a roster sync. */
  invalidate(companyId: number): void {
    this.#db.endSnapshot();
    for (const [key, cached] of this.#cache.entries()) {
      if (key.startsWith(`${companyId} `)) cached.refreshedAt = Number.NEGATIVE_INFINITY;
    }
  }

  #isExact(period: Period, now: number, cached: CachedBoard): boolean {
    return (
      cached.lastMonth === lastMonthOf(period, now) &&
      cached.snapshotVersion === this.#db.snapshotVersion()
    );
  }

  /** Brings a board up to date if only a few people have changed. */
  async #refresh(
    companyId: number,
    period: Period,
    now: number,
    cached: CachedBoard,
  ): Promise<Freshness> {
    if (cached.lastMonth !== lastMonthOf(period, now)) return 'none';
    if (!this.#isExact(period, now, cached)) {
      const snapshotVersion = this.#db.snapshotVersion();
      const freshness = await this.#applyChanges(companyId, period, now, cached);
      if (freshness !== 'exact') return freshness;
      cached.snapshotVersion = snapshotVersion;
    }
    cached.refreshedAt = now;
    return 'exact';
  }

  async #applyChanges(
    companyId: number,
    period: Period,
    now: number,
    cached: CachedBoard,
  ): Promise<Freshness> {
    const { revision, epoch } = await this.#states.of(companyId);
    if (epoch !== cached.epoch) return 'none';
    if (revision === cached.revision) return 'exact';
    const since = { companyId, revision: cached.revision, most: MAX_CHANGES + 1 };
    const months = monthsOf(period, now);
    const changes = await (months
      ? this.#db.all(boardChanges.inMonths, { ...since, ...months })
      : this.#db.all(boardChanges.inAllTime, since));
    if (changes.length > MAX_CHANGES) return 'behind';
    // Requests that follow the same snapshot may all apply its changes.
    for (const change of changes) cached.board.apply({ ...change, active: change.active === 1 });
    cached.revision = revision;
    return 'exact';
  }

  /** A board from a build that began after this call, or one that has caught up with the file since. */
  async #buildAndWait(companyId: number, period: Period, now: number): Promise<Board> {
    const lastBuild = this.#lastBuild;
    for (;;) {
      const build = this.#build(companyId, period, now);
      const cached = await build.done;
      const freshness = await this.#refresh(companyId, period, now, cached);
      if (freshness === 'exact' || (freshness === 'behind' && build.number > lastBuild)) {
        return cached.board;
      }
    }
  }

  #build(companyId: number, period: Period, now: number): Build {
    const key = keyOf(companyId, period);
    const running = this.#builds.get(key);
    if (running) return running;
    const build = { number: ++this.#lastBuild, done: this.#rank(companyId, period, now) };
    this.#builds.set(key, build);
    const remove = () => this.#builds.delete(key);
    build.done.then(remove, remove);
    return build;
  }

  async #rank(companyId: number, period: Period, now: number): Promise<CachedBoard> {
    // Read before the build, so that commits during the build are noticed afterwards.
    const snapshotVersion = this.#db.snapshotVersion();
    const { epoch } = await this.#states.of(companyId);
    const startedAt = performance.now();
    const ranked = await this.#ranker.rank(companyId, period, now);
    // The board may be newer than what is read now.
    this.#db.endSnapshot();
    await this.#db.refreshSnapshot();
    this.#buildStats.builds++;
    this.#buildStats.seconds += (performance.now() - startedAt) / 1_000;
    const cached: CachedBoard = {
      board: new Board(ranked.data),
      lastMonth: lastMonthOf(period, now),
      epoch,
      revision: ranked.revision,
      snapshotVersion,
      refreshedAt: now,
    };
    this.#cache.set(keyOf(companyId, period), cached);
    return cached;
  }
}

const keyOf = (companyId: number, period: Period): string => `${companyId} ${period}`;

const lastMonthOf = (period: Period, now: number): number => monthsOf(period, now)?.last ?? 0;
