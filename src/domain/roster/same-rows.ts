import { ROSTER_FIELDS } from './fields.ts';

/** The values of a row's known fields, in the order of `NAMES`. */
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
 * Whether unchecked rows are those of the index, each of them once, in any order, with equal values; unknown
 * fields may differ.
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
