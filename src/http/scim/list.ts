import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonObject } from '../../domain/scim/attributes.ts';
import { listResponse } from '../../domain/scim/discovery.ts';
import { matches } from '../../domain/scim/evaluate.ts';
import { type Filter, termsOf } from '../../domain/scim/filter.ts';
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
  /** How long it is at most, in characters. */
  sizeOf(row: Row): number;
};

type Found<Row> = { total: number; rows: Row[] };

/** How many resources are looked at one by one for a filter that no index can answer. */
const MAX_SCANNED = 10_000;

/** Characters that the terms of a filter are compared with in all: half a second. */
const MAX_COMPARED = 50_000_000;

/** How many are read at once. */
const PART = 100;
const SKIPPED_AT_ONCE = 10_000;

/** Milliseconds after which other requests have their turn. */
const TURN_MS = 10;

/** A page of resources, of those that meet the filter. @throws ScimError `tooMany` */
export async function listResources<Row extends { entry: number }>(
  db: Reads,
  source: Source<Row>,
  { filter, startIndex, count }: { filter: Filter | null; startIndex: number; count: number },
): Promise<Found<Row>> {
  const skipped = startIndex - 1;
  if (filter === null)
    return { total: source.total, rows: await pageAt(db, source, skipped, count) };
  const select = selector(db, source, filter);
  const known = source.find(filter);
  const all = known ? await select(await known) : await scan(db, source, select);
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

const tooMany = (what: string): ScimError =>
  new ScimError(
    400,
    'tooMany',
    `${what} a filter must compare id, userName, externalId, emails or displayName by eq`,
  );

/** Gives those that meet a filter, of one part after another. @throws ScimError `tooMany` */
function selector<Row extends { entry: number }>(
  db: Reads,
  source: Source<Row>,
  filter: Filter,
): (rows: readonly Row[]) => Promise<Row[]> {
  const terms = termsOf(filter);
  const giveWay = givingWay(db);
  let left = MAX_COMPARED;
  return async (rows) => {
    const found: Row[] = [];
    for (const row of rows) {
      left -= terms * source.sizeOf(row);
      if (left < 0) throw tooMany('With so many terms and such long resources');
      if (matches(filter, source.toResource(row))) found.push(row);
      await giveWay();
    }
    return found;
  };
}

async function scan<Row extends { entry: number }>(
  db: Reads,
  source: Source<Row>,
  select: (rows: readonly Row[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (source.total > MAX_SCANNED) throw tooMany(`With more than ${MAX_SCANNED} resources`);
  const found: Row[] = [];
  for (let after = 0; ; ) {
    const rows = await source.page(after, PART);
    found.push(...(await select(rows)));
    const last = rows.at(-1);
    if (!last || rows.length < PART) return found;
    after = last.entry;
    await turn(db);
  }
}

/** A page as text in parts. @param textOf gives a resource in parts */
export async function* listText<Row>(
  db: Reads,
  { total, rows }: Found<Row>,
  startIndex: number,
  textOf: (row: Row) => AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  const empty = listResponse([], { total, startIndex });
  const head = JSON.stringify({ ...empty, itemsPerPage: rows.length });
  yield head.slice(0, -']}'.length);
  const giveWay = givingWay(db);
  for (const [at, row] of rows.entries()) {
    if (at > 0) yield ',';
    yield* textOf(row);
    await giveWay();
  }
  yield ']}';
}

/** Lets other requests have their turn, where the last time is long ago. */
function givingWay(db: Reads): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await turn(db);
    since = performance.now();
  };
}

async function turn(db: Reads): Promise<void> {
  await nextTurn();
  await db.refreshSnapshot();
}
