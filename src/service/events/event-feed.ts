import { EngagedError, failure } from '../../domain/errors.ts';
import { EVENT_TYPES, type EventType } from '../../domain/event.ts';
import type { Awaitable, Database, Reads } from '../../store/database.ts';
import * as events from '../../store/events/events.ts';
import { all, one, type Reading } from '../../store/reading.ts';
import { CommitCache } from '../commit-cache.ts';

/** How many events one read looks at, so that a filter that few pass never makes it long. */
const MAX_SCANNED = 5_000;

export type FeedRequest = {
  companyId: number;
  /** Events after this number; `latest`: after the newest one; null: from the oldest one that is kept. */
  after: number | 'latest' | null;
  /** Events of these types; null for all. */
  types: readonly EventType[] | null;
  limit: number;
};

/** Events in their order, as JSON. */
export type FeedPage = {
  events: string[];
  /** Where to continue; every event up to it was looked at. */
  nextAfter: number;
  /** Whether there were events after `nextAfter`. */
  hasMore: boolean;
};

/**
 * Reads types of events, separated by commas, in the order of the documentation.
 *
 * @throws EngagedError `validation_failed`
 */
export function readEventTypes(text: string): EventType[] {
  const named = new Set(text.split(',').map((type) => type.trim()));
  const all = Object.keys(EVENT_TYPES) as EventType[];
  const types = all.filter((type) => named.delete(type));
  if (named.size > 0)
    throw failure('event_types_unknown', { field: 'types', types: all.join(', ') });
  return types;
}

/** How many pages are kept until the next commit: a few megabytes. */
const MAX_PAGES = 100;

/** Reads events. Clients that have read the same so far share a page until any process commits. */
export class EventFeed {
  readonly #pages: CommitCache<string, FeedPage>;

  constructor(db: Reads) {
    this.#pages = new CommitCache(db, MAX_PAGES);
  }

  /** As `readFeed`. */
  read(request: FeedRequest): Awaitable<FeedPage> {
    const { companyId, after, types, limit } = request;
    return this.#pages.get(`${companyId} ${after} ${limit} ${types}`, (db) =>
      db.do(readFeed(request)),
    );
  }
}

/**
 * Events of a company, oldest first. With a filter a page can be empty although `hasMore` is true.
 *
 * @throws EngagedError `not_found` for a company that was deleted; `gone` for a number whose next event is no longer
 *   kept, or that no event has yet
 */
function* readFeed({ companyId, after, types, limit }: FeedRequest): Reading<FeedPage> {
  const bounds = yield* one(events.findBounds, { companyId });
  if (!bounds) throw failure('company_not_found');
  const { first, last } = bounds;
  const from = after === 'latest' ? last : (after ?? first - 1);
  if (from < first - 1) throw gone('Events after this number are no longer kept');
  if (from > last) throw gone('There is no event with this number');
  const through = Math.min(last, from + MAX_SCANNED);
  const rows = yield* all(events.listJson, {
    ...{ companyId, after: from, through, count: limit },
    types: types && JSON.stringify(types),
  });
  const nextAfter = (rows.length === limit ? rows.at(-1)?.sequence : undefined) ?? through;
  return { events: rows.map(({ json }) => json), nextAfter, hasMore: nextAfter < last };
}

const gone = (problem: string) =>
  new EngagedError(
    'gone',
    `${problem}. Leave out after to start with the oldest event, or send after=latest to start with the next one`,
  );

/** An event as the API shows it. */
export type ShownEvent = {
  id: string;
  type: string;
  timestamp: string;
  sequence: number;
  mode: string;
  data: Readonly<Record<string, unknown>>;
};

/** The newest events that are kept, the newest first. */
export const listNewestEvents = (
  db: Database,
  companyId: number,
  { types, count }: { types: readonly EventType[] | null; count: number },
): ShownEvent[] =>
  db
    .all(events.listNewestJson, { companyId, types: types && JSON.stringify(types), count })
    .map(({ json }) => JSON.parse(json));
