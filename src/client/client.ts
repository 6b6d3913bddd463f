import { EngagedApiError, type OwnErrorCode } from './error.ts';
import { List } from './list.ts';
import { divideRoster, restoreIndexes, sumResults } from './roster-parts.ts';
import { type ApiRequest, Transport, type TransportOptions } from './transport.ts';
import type {
  Award,
  AwardsResult,
  Badge,
  CatalogueBadge,
  ClosedMonth,
  Contest,
  ContestTeam,
  Department,
  DepartmentGroup,
  Employee,
  EmployeeStats,
  Event,
  EventPage,
  EventType,
  Health,
  Kudos,
  KudosReceipt,
  KudosRequest,
  KudosValue,
  KudosValues,
  LeaderboardRow,
  Page,
  Participation,
  ParticipationReport,
  Period,
  Redemption,
  RedemptionReceipt,
  RedemptionRequest,
  RosterRow,
  ShopCategory,
  ShopItem,
  Status,
  SyncResult,
  XpEntry,
} from './types.ts';

export type * from './types.ts';
// Users import only this module.
export { EngagedApiError, List, type OwnErrorCode };

/** Times are in milliseconds. */
export type ClientOptions = TransportOptions & {
  /** How long one attempt may take, except for a sync; 30,000 by default. */
  timeout?: number;
  /** How long one attempt to sync may take; 120,000 by default. */
  syncTimeout?: number;
};

export type CallOptions = { signal?: AbortSignal };

/** `limit`: items per page, 1 to 100; 100 by default, which needs the fewest requests. */
export type ListOptions = CallOptions & { limit?: number };

/** `after`: the number of an event, or `latest` for those to come; left out, from the oldest event that is kept. */
export type EventOptions = CallOptions & {
  after?: number | 'latest' | undefined;
  types?: readonly EventType[];
};

export type SyncOptions = CallOptions & {
  /** Deactivate people with an `external_id` that the roster does not name. */
  deactivateMissing?: boolean;
  /** Deactivate nobody if it would be more people than this. */
  maxDeactivations?: number;
  /**
   * Respond as the sync would, and change nothing. Each part of a long roster is checked by itself and counts the
   * departments that it would create.
   */
  dryRun?: boolean;
  /** Called before each part of a long roster is sent. */
  onPart?: (part: number, parts: number) => void;
};

/** The API of one `engaged` service with one key. */
export class EngagedClient {
  readonly #transport: Transport;
  readonly #timeouts: { read: number; sync: number };

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
    this.#timeouts = { read: options.timeout ?? 30_000, sync: options.syncTimeout ?? 120_000 };
  }

  /** The key, its company and its limits. */
  status(options: CallOptions = {}): Promise<Status> {
    return this.#read('/v1/status', options);
  }

  /** Active people in the order of joining; filters combine. */
  employees(
    options: ListOptions & { email?: string; externalId?: string; departmentId?: string } = {},
  ): List<Employee> {
    const { email, externalId, departmentId } = options;
    return this.#list('/v1/employees', options, {
      email,
      external_id: externalId,
      department_id: departmentId,
    });
  }

  /** @throws EngagedApiError, before anything is sent, for an id that is not a UUID */
  async employee(id: string, options: CallOptions = {}): Promise<Employee> {
    return this.#read(toPath(id), options);
  }

  /**
   * Level, XP, coins, ranks and number of badges of one person.
   *
   * @throws EngagedApiError, before anything is sent, for an id that is not a UUID
   */
  async stats(id: string, options: CallOptions = {}): Promise<EmployeeStats> {
    return this.#read(`${toPath(id)}/stats`, options);
  }

  /**
   * Badges of one person, newest award first.
   *
   * @throws EngagedApiError for an id that is not a UUID
   */
  badges(id: string, options: ListOptions = {}): List<Badge> {
    return this.#list(`${toPath(id)}/badges`, options, {});
  }

  /**
   * Awards and corrections of one person's XP, newest first.
   *
   * @throws EngagedApiError for an id that is not a UUID
   */
  xpHistory(id: string, options: ListOptions = {}): List<XpEntry> {
    return this.#list(`${toPath(id)}/xp`, options, {});
  }

  /** The badges that people can earn, by code. */
  badgeCatalogue(options: ListOptions = {}): List<CatalogueBadge> {
    return this.#list('/v1/badges', options, {});
  }

  /** Employees by XP, of the company or one department, with company-wide ranks. Nobody appears twice. */
  leaderboard(
    options: ListOptions & { period?: Period; departmentId?: string } = {},
  ): List<LeaderboardRow> {
    const { period, departmentId } = options;
    const query = { period, department_id: departmentId };
    return this.#list('/v1/leaderboard', options, query, (row) => row.employee_id);
  }

  /** Every department with its best members, by name. */
  async leaderboardByDepartment(
    options: CallOptions & { period?: Period; limitPerDepartment?: number } = {},
  ): Promise<DepartmentGroup[]> {
    const { period, limitPerDepartment } = options;
    const query = { period, limit_per_department: limitPerDepartment };
    const { data } = await this.#read<Page<DepartmentGroup>>(
      '/v1/leaderboard/by-department',
      options,
      query,
    );
    return data;
  }

  /**
   * One person in the leaderboard, with up to `count` people on either side.
   *
   * @throws EngagedApiError, before anything is sent, for an id that is not a UUID
   */
  async leaderboardAround(
    id: string,
    options: CallOptions & { period?: Period; count?: number } = {},
  ): Promise<LeaderboardRow[]> {
    const { period, count } = options;
    const path = `/v1/leaderboard/around/${requireId(id)}`;
    const { data } = await this.#read<Page<LeaderboardRow>>(path, options, { period, count });
    return data;
  }

  /** Closed months, newest first. */
  closedMonths(options: ListOptions = {}): List<ClosedMonth> {
    return this.#list('/v1/standings', options, {});
  }

  /**
   * The standings of a closed month, such as `2026-10`: employees by the XP they had when it was closed, of the company or
   * of who was in one department then. Ranks have gaps where people have left.
   *
   * @throws EngagedApiError, before anything is sent, for a text that is no month
   */
  standings(
    month: string,
    options: ListOptions & { departmentId?: string } = {},
  ): List<LeaderboardRow> {
    const query = { department_id: options.departmentId };
    return this.#list(`/v1/standings/${requireMonth(month)}`, options, query);
  }

  /**
   * What people did in each month or ISO week, oldest first; left out, in the last twelve months. Numbers of fewer than five
   * people are null.
   */
  async participation(
    options: CallOptions & {
      from?: string;
      to?: string;
      by?: 'month' | 'week';
      departmentId?: string;
    } = {},
  ): Promise<Participation[]> {
    const { from, to, by, departmentId } = options;
    const query = { from, to, by, department_id: departmentId };
    const { data } = await this.#read<ParticipationReport>(
      '/v1/reports/participation',
      options,
      query,
    );
    return data;
  }

  /** Contests, the newest first. */
  contests(options: ListOptions = {}): List<Contest> {
    return this.#list('/v1/contests', options, {});
  }

  /** @throws EngagedApiError, before anything is sent, for an id that is not a UUID */
  async contest(id: string, options: CallOptions = {}): Promise<Contest> {
    return this.#read(`/v1/contests/${requireId(id, 'a contest')}`, options);
  }

  /**
   * The ranking of a contest: as it is now, or as it was closed.
   *
   * @throws EngagedApiError, before anything is sent, for an id that is not a UUID
   */
  contestStandings(
    id: string,
    options: ListOptions & { departmentId?: string } = {},
  ): List<LeaderboardRow> {
    const query = { department_id: options.departmentId };
    return this.#list(`/v1/contests/${requireId(id, 'a contest')}/standings`, options, query);
  }

  /**
   * The ranking of departments in a contest that counts participation or the average.
   *
   * @throws EngagedApiError, before anything is sent, for an id that is not a UUID
   */
  contestDepartments(id: string, options: ListOptions = {}): List<ContestTeam> {
    return this.#list(`/v1/contests/${requireId(id, 'a contest')}/departments`, options, {});
  }

  departments(options: ListOptions & { includeArchived?: boolean } = {}): List<Department> {
    return this.#list('/v1/departments', options, { include_archived: options.includeArchived });
  }

  /** Shop items in the order they were added. */
  shopItems(options: ListOptions & { category?: ShopCategory } = {}): List<ShopItem> {
    return this.#list('/v1/shop/items', options, { category: options.category });
  }

  /**
   * Awards XP and coins to up to 1,000 people. A `once` of a row makes it safe to call this again, also from another
   * process. Rows that could not be applied are in `errors`.
   *
   * @throws EngagedApiError if the request as a whole fails
   */
  awardXp(awards: readonly Award[], options: CallOptions = {}): Promise<AwardsResult> {
    return this.#write('POST', '/v1/xp/awards', { awards: awards.map(withOnce) }, options);
  }

  /**
   * Awards a badge to one person and returns it. A person who holds it keeps it as it is.
   *
   * @throws EngagedApiError, before anything is sent, for an id that is not a UUID
   */
  async awardBadge(id: string, code: string, options: CallOptions = {}): Promise<Badge> {
    return this.#write('PUT', toBadgePath(id, code), undefined, options);
  }

  /**
   * Revokes a badge, if the person holds it.
   *
   * @throws EngagedApiError, before anything is sent, for an id that is not a UUID
   */
  async revokeBadge(id: string, code: string, options: CallOptions = {}): Promise<void> {
    await this.#write('DELETE', toBadgePath(id, code), undefined, options);
  }

  /**
   * Spends a person's coins on a shop item. Called again with the same `once`, it gives the same redemption.
   *
   * @throws EngagedApiError `insufficient_coins`, `sold_out`, `not_found`
   */
  redeemShopItem(
    request: RedemptionRequest,
    options: CallOptions = {},
  ): Promise<RedemptionReceipt> {
    return this.#write('POST', '/v1/shop/redemptions', withOnce(request), options);
  }

  /** Redemptions of active people, newest first; filters combine. */
  redemptions(
    options: ListOptions & { employeeId?: string; status?: Redemption['status'] } = {},
  ): List<Redemption> {
    const { employeeId, status } = options;
    return this.#list('/v1/shop/redemptions', options, { employee_id: employeeId, status });
  }

  /**
   * Thanks people in the name of another one. Called again with the same `once`, it gives the same thanks.
   *
   * @throws EngagedApiError `allowance_exceeded`, `fair_play_limit`, `conflict`, `not_found`
   */
  giveKudos(request: KudosRequest, options: CallOptions = {}): Promise<KudosReceipt> {
    return this.#write('POST', '/v1/kudos', withOnce(request), options);
  }

  /** Thanks that everybody at the company may see, newest first; filters combine. */
  kudos(options: ListOptions & { employeeId?: string; value?: string } = {}): List<Kudos> {
    const { employeeId, value } = options;
    return this.#list('/v1/kudos', options, { employee_id: employeeId, value });
  }

  /** The values for which thanks can be given. */
  async kudosValues(options: CallOptions = {}): Promise<KudosValue[]> {
    const { data } = await this.#read<KudosValues>('/v1/kudos/values', options);
    return data;
  }

  /**
   * Events, oldest first. Continue with `next_after`.
   *
   * @param options.wait seconds to wait for an event if there is none yet, 0 to 25; 0 by default
   * @throws EngagedApiError `gone` where events after `after` are no longer kept
   */
  listEvents(options: EventOptions & { limit?: number; wait?: number } = {}): Promise<EventPage> {
    return this.#events(options);
  }

  /**
   * Every event, as it happens; it never ends by itself. After a failure it resumes where it was, however long the
   * service is away. To continue in another process, keep the `sequence` of the last event and send it as `after`.
   *
   * @throws EngagedApiError for what waiting does not resolve: `gone` where events after `after` are no longer kept,
   *   `unauthorized` for a key that was revoked
   */
  async *events(options: EventOptions = {}): AsyncGenerator<Event, void, undefined> {
    for (let after = options.after; ; ) {
      const page = await this.#events({ ...options, after, wait: 25, retries: Infinity });
      for (const event of page.data) {
        options.signal?.throwIfAborted();
        yield event;
      }
      after = page.next_after;
    }
  }

  #events({
    after,
    types,
    limit,
    wait = 0,
    signal,
    retries,
  }: EventOptions & { limit?: number; wait?: number; retries?: number }): Promise<EventPage> {
    return this.#transport.send({
      path: '/v1/events',
      query: { after, types: types?.join(), limit, wait },
      timeout: this.#timeouts.read + wait * 1_000,
      signal,
      retries,
    });
  }

  /**
   * Brings the company in line with a roster of any length. A roster that is too long for one request is sent in parts,
   * one after another, and the result is their sum; then nobody can be deactivated, because each part names only some
   * of the people. Rows that share an `external_id` or `email` are rejected across all parts. A roster that failed
   * half-way can be sent again as a whole.
   *
   * @throws EngagedApiError, before anything is sent, for `deactivateMissing` with a roster that needs several requests
   * @throws EngagedApiError if a part fails
   */
  async syncRoster(rows: readonly RosterRow[], options: SyncOptions = {}): Promise<SyncResult> {
    const { parts, withheld } = divideRoster(rows);
    const isWhole = parts[0]?.length === rows.length;
    if (!isWhole && options.deactivateMissing) {
      throw invalidRequest(
        'A roster that needs several requests cannot be sent with deactivateMissing',
      );
    }
    const results: SyncResult[] = [];
    for (const [at, part] of parts.entries()) {
      options.signal?.throwIfAborted();
      options.onPart?.(at + 1, parts.length);
      const employees = isWhole ? rows : part.map((index) => rows[index]);
      results.push(restoreIndexes(await this.#sync(employees, options), part));
    }
    return isWhole && results[0] ? results[0] : sumResults(results, withheld);
  }

  async #sync(
    employees: readonly (RosterRow | undefined)[],
    options: SyncOptions,
  ): Promise<SyncResult> {
    const { deactivateMissing = false, maxDeactivations, dryRun, signal } = options;
    const result = await this.#transport.send<Partial<SyncResult>>({
      method: 'PUT',
      path: '/v1/employees/sync',
      body: JSON.stringify({
        employees,
        deactivate_missing: deactivateMissing,
        max_deactivations: maxDeactivations,
        dry_run: dryRun,
      }),
      timeout: this.#timeouts.sync,
      signal,
    });
    if (isSyncResult(result)) return result;
    // Another program that responds with a 200 must not make a roster seem to be in sync.
    throw new EngagedApiError('The response is not a sync result', {
      code: 'unexpected_answer',
      status: 200,
    });
  }

  /** Whether the process responds. */
  health(options: CallOptions = {}): Promise<Health> {
    return this.#read('/healthz', options);
  }

  /** Whether the service can read and write its data. */
  readiness(options: CallOptions = {}): Promise<Health> {
    return this.#read('/readyz', options);
  }

  /** The description of the API, as an OpenAPI 3.1 document. */
  openapi(options: CallOptions = {}): Promise<{ openapi: string }> {
    return this.#read('/openapi.json', options);
  }

  #read<T>(path: string, options: CallOptions, query: ApiRequest['query'] = {}): Promise<T> {
    const { signal } = options;
    return this.#transport.send({ path, query, timeout: this.#timeouts.read, signal });
  }

  #write<T>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object | undefined,
    { signal }: CallOptions,
  ): Promise<T> {
    const { read: timeout } = this.#timeouts;
    const content = body && { body: JSON.stringify(body) };
    return this.#transport.send({ method, path, ...content, timeout, signal });
  }

  #list<T>(
    path: string,
    options: ListOptions,
    filters: ApiRequest['query'],
    idOf?: (item: T) => string,
  ): List<T> {
    const { limit = 100 } = options;
    return new List<T>((cursor) => this.#read(path, options, { ...filters, limit, cursor }), {
      idOf,
      signal: options.signal,
    });
  }
}

/** A request that would not reach what it is meant for; nothing is sent. Code and status are those of the service. */
const invalidRequest = (message: string) =>
  new EngagedApiError(message, { code: 'validation_failed', status: 400 });

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id for a path. With an empty one it would be another path. */
function requireId(id: string, what = 'an employee'): string {
  if (!UUID.test(id)) throw invalidRequest(`The id of ${what} must be a UUID`);
  return id;
}

/** The path of one employee. */
const toPath = (id: string): string => `/v1/employees/${requireId(id)}`;

function requireMonth(month: string): string {
  if (!/^\d{4}-\d\d$/.test(month)) throw invalidRequest('A month must be like 2026-10');
  return month;
}

function toBadgePath(id: string, code: string): string {
  if (code === '') throw invalidRequest('The code of a badge must not be empty');
  return `${toPath(id)}/badges/${encodeURIComponent(code)}`;
}

/** Made before the first attempt, so that all attempts have the same. */
const withOnce = <T extends { once?: string }>(row: T): T & { once: string } => ({
  ...row,
  once: row.once ?? crypto.randomUUID(),
});

const isSyncResult = (result: Partial<SyncResult> | null): result is SyncResult =>
  typeof result?.created === 'number' &&
  Array.isArray(result.errors) &&
  Array.isArray(result.warnings);
