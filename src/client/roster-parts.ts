import { readRoster } from '../domain/roster/read-roster.ts';
import type { RosterRow, RowError, SyncResult } from './types.ts';

/** Maximum rows of one roster sync. */
const MAX_ROWS = 5_000;

/** Maximum size of the rows of one sync as JSON: 16 MB without the envelope. */
const MAX_BYTES = 16 * 1_048_576 - 1024;

/** A roster divided into requests. */
export type DividedRoster = {
  /** For each request, the indexes of its rows. */
  parts: number[][];
  /** Rows that are not sent. */
  withheld: RowError[];
};

/**
 * Divides a roster into as few requests as possible. The service rejects rows of one request that share an
 * `external_id` or `email`, but would apply them one after another from several. So before several requests they are
 * found by the service's own rule and withheld.
 */
export function divideRoster(rows: readonly RosterRow[], maxRows = MAX_ROWS): DividedRoster {
  if (isOneRequest(rows, maxRows)) return { parts: [[...rows.keys()]], withheld: [] };
  const withheld = findDuplicates(rows);
  const isWithheld = new Set(withheld.map(({ index }) => index));
  const indexes = [...rows.keys()].filter((index) => !isWithheld.has(index));
  return { parts: splitRows(rows, indexes, maxRows), withheld };
}

/** Whether a roster fits in one request; only then can missing people be deactivated. */
export const isOneRequest = (rows: readonly object[], maxRows = MAX_ROWS): boolean =>
  splitRows(rows, [...rows.keys()], maxRows).length <= 1;

/** Divides rows, given by their indexes, into as few syncs as possible, in their order. */
export function splitRows(
  rows: readonly object[],
  indexes: readonly number[],
  maxRows = MAX_ROWS,
): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let bytes = 0;
  for (const index of indexes) {
    const size = encoder.encode(JSON.stringify(rows[index])).length + 1;
    if (part.length === maxRows || (part.length > 0 && bytes + size > MAX_BYTES)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(index);
    bytes += size;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

const encoder = new TextEncoder();

/**
 * The rows that the service would reject as duplicates in one request. It would also compare the placeholder addresses
 * of a sandbox, but no sandbox takes enough people for a second request.
 */
function findDuplicates(rows: readonly RosterRow[]): RowError[] {
  // As the service parses them: JSON has no dates, no NaN and no undefined.
  const received = rows.map((row) => (JSON.parse(JSON.stringify([row])) as unknown[])[0]);
  const { rejected } = readRoster(received, { ssoDomains: null, emailKeyOf: (email) => email });
  return rejected.filter(
    ({ code }) => code === 'duplicate_external_id' || code === 'duplicate_email',
  );
}

type NumberField = {
  [Field in keyof SyncResult]: SyncResult[Field] extends number ? Field : never;
}[keyof SyncResult];

/** A part's result with the indexes of the whole roster. */
export function restoreIndexes(result: SyncResult, part: readonly number[]): SyncResult {
  const restore = <N extends { index: number }>(note: N): N => ({
    ...note,
    index: part[note.index] ?? note.index,
  });
  return { ...result, errors: result.errors.map(restore), warnings: result.warnings.map(restore) };
}

/**
 * Adds up the results of the parts of one roster and the withheld rows. Indexes must be those of the whole roster. A
 * person missing from one part may be in another, so there are no candidates and no unlinked people.
 */
export function sumResults(
  results: readonly SyncResult[],
  withheld: readonly RowError[],
): SyncResult {
  const sum = (count: NumberField) => results.reduce((total, result) => total + result[count], 0);
  const inOrder = <N extends { index: number }>(notes: readonly N[]) =>
    notes.toSorted((a, b) => a.index - b.index);
  return {
    created: sum('created'),
    updated: sum('updated'),
    unchanged: sum('unchanged'),
    reactivated: sum('reactivated'),
    deactivated: 0,
    departments_created: sum('departments_created'),
    departments_restored: sum('departments_restored'),
    deactivation_candidates: [],
    deactivation_candidates_total: 0,
    unlinked_members: 0,
    deactivation_limit: results.at(-1)?.deactivation_limit ?? 0,
    deactivation_skipped_reason: null,
    errors: inOrder([...withheld, ...results.flatMap((result) => result.errors)]),
    warnings: inOrder(results.flatMap((result) => result.warnings)),
  };
}
