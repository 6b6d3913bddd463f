import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonObject } from '../../domain/scim/attributes.ts';
import { matches } from '../../domain/scim/evaluate.ts';
import type { Filter } from '../../domain/scim/filter.ts';
import { ScimError } from '../../domain/scim/scim-error.ts';
import type { Awaitable, Reads } from '../../store/database.ts';

/** How resources of one kind are read. */
export type Source<Row extends { entry: number }> = {
  /** How many there are. */
  total: number;
  /** The next ones after an entry. */
  page(after: number, count: number): Awaitable<Row[]>;
  /** How many of the next ones there are, and the entry of the last of them. */
  skip(after: number, count: number): Awaitable<{ count: number; last: number } | undefined>;
  /** Those that an index finds for a filter; undefined where none is of use. */
  find(filter: Filter): Awaitable<Row[]> | undefined;
  /** As filters see it. */
  toResource(row: Row): JsonObject;
};

type Found<Row> = { total: number; rows: Row[] };

/** How many resources are looked at one by one for a filter that no index can answer. */
const MAX_SCANNED = 10_000;

/** How many at once: between them other requests have their turn. */
const PART = 500;
const SKIPPED_AT_ONCE = 10_000;

/** A page of resources, of those that meet the filter. @throws ScimError `tooMany` */
export async function listResources<Row extends { entry: number }>(
  db: Reads,
  source: Source<Row>,
  { filter, startIndex, count }: { filter: Filter | null; startIndex: number; count: number },
): Promise<Found<Row>> {
  const skipped = startIndex - 1;
  if (filter === null)
    return { total: source.total, rows: await pageAt(db, source, skipped, count) };
  const meets = (row: Row) => matches(filter, source.toResource(row));
  const known = source.find(filter);
  const all = known ? (await known).filter(meets) : await scan(db, source, meets);
  return { total: all.length, rows: all.slice(skipped, skipped + count) };
}

async function pageAt<Row extends { entry: number }>(
  db: Reads,
  source: Source<Row>,
  skipped: number,
  count: number,
): Promise<Row[]> {
  let after = 0;
  for (let left = Math.min(skipped, source.total); left > 0; ) {
    const passed = await source.skip(after, Math.min(left, SKIPPED_AT_ONCE));
    if (!passed || passed.count === 0) break;
    after = passed.last;
    left -= passed.count;
    await turn(db);
  }
  return skipped >= source.total || count === 0 ? [] : source.page(after, count);
}

async function scan<Row extends { entry: number }>(
  db: Reads,
  source: Source<Row>,
  meets: (row: Row) => boolean,
): Promise<Row[]> {
  if (source.total > MAX_SCANNED)
    throw new ScimError(
      400,
      'tooMany',
      `With more than ${MAX_SCANNED} resources a filter must compare id, userName, externalId, emails or displayName by eq`,
    );
  const found: Row[] = [];
  for (let after = 0; ; ) {
    const rows = await source.page(after, PART);
    found.push(...rows.filter(meets));
    const last = rows.at(-1);
    if (!last || rows.length < PART) return found;
    after = last.entry;
    await turn(db);
  }
}

async function turn(db: Reads): Promise<void> {
  await nextTurn();
  await db.refreshSnapshot();
}
