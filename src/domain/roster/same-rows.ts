import { ROSTER_FIELDS } from './fields.ts';

/** What a row says in the fields that mean something here, in the order of `NAMES`. */
type Fields = readonly unknown[];

/** Rows by their external ids. */
export type RowIndex = ReadonlyMap<string, Fields>;

type SentRow = Readonly<Record<string, unknown>>;

const NAMES = Object.values(ROSTER_FIELDS).map(({ name }) => name);
const KEY = ROSTER_FIELDS.externalId.name;

/** The rows of a roster that was applied without an error; null where one of them sends its id as a number. */
export function indexRows(rows: readonly unknown[]): RowIndex | null {
  const index = new Map<string, Fields>();
  for (const row of rows as readonly SentRow[]) {
    const externalId = row[KEY];
    if (typeof externalId !== 'string') return null;
    index.set(
      externalId,
      NAMES.map((name) => row[name]),
    );
  }
  return index;
}

/**
 * Whether rows of which nothing is known yet are those of the index, each of them once, in whatever order, and
 * say the same word for word; fields that mean nothing here may differ.
 */
export function areSameRows(index: RowIndex, rows: readonly unknown[]): boolean {
  if (rows.length !== index.size) return false;
  const seen = new Set<Fields>();
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) return false;
    const sent = row as SentRow;
    const known = index.get(sent[KEY] as string);
    if (known === undefined || NAMES.some((name, at) => sent[name] !== known[at])) return false;
    seen.add(known);
  }
  return seen.size === index.size;
}
