import { readRoster } from '../domain/roster/read-roster.ts';
import type { RosterRow, RowError, SyncResult } from './types.ts';

/** Most rows of one roster sync. */
const MAX_ROWS = 5_000;

/** What the rows of one sync may take as JSON: 16 MB, less what goes around them. */
const MAX_BYTES = 16 * 1_048_576 - 1024;

/** A roster as it goes to the service. */
export type DividedRoster = {
  /** For each request, the indexes of its rows. */
  parts: number[][];
  /** Rows that are not sent. */
  withheld: RowError[];
};

/**
 * Divides a roster into as few requests as it takes. In one request the service rejects rows that share an
 * `external_id` or `email`; in several it could not see that they do, and would apply each over the other.
 * So in front of several requests they are found by the service's own rule, and withheld.
 */
export function divideRoster(rows: readonly RosterRow[], mostRows = MAX_ROWS): DividedRoster {
  if (isOneRequest(rows, mostRows)) return { parts: [[...rows.keys()]], withheld: [] };
  const withheld = findDuplicates(rows);
  const isWithheld = new Set(withheld.map(({ index }) => index));
  const indexes = [...rows.keys()].filter((index) => !isWithheld.has(index));
  return { parts: splitRows(rows, indexes, mostRows), withheld };
}

/** Whether a roster goes to the service whole; only then can it be asked to deactivate who is missing. */
export const isOneRequest = (rows: readonly object[], mostRows = MAX_ROWS): boolean =>
  splitRows(rows, [...rows.keys()], mostRows).length <= 1;

/** Divides rows, given by their indexes, into as few runs as fit into one sync each, in their order. */
export function splitRows(
  rows: readonly object[],
  indexes: readonly number[],
  mostRows = MAX_ROWS,
): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let bytes = 0;
  for (const index of indexes) {
    const size = encoder.encode(JSON.stringify(rows[index])).length + 1;
    if (part.length === mostRows || (part.length > 0 && bytes + size > MAX_BYTES)) {
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
 * The rows that a service would reject as duplicates, were they all in one request. It would tell addresses of a
 * sandbox by their stand-ins, too; but no sandbox takes as many people as would make a second request.
 */
function findDuplicates(rows: readonly RosterRow[]): RowError[] {
  const received = {
    length: rows.length,
    // As the service will see them: JSON knows no dates, no NaN and nothing undefined.
    *[Symbol.iterator]() {
      for (const row of rows) yield (JSON.parse(JSON.stringify([row])) as unknown[])[0];
    },
  };
  const duplicates: RowError[] = [];
  const anyAddress = { ssoDomains: null, emailKeyOf: (email: string) => email };
  for (const reading of readRoster(received, anyAddress).readings) {
    if (!('error' in reading)) continue;
    const { error } = reading;
    if (error.code === 'duplicate_external_id' || error.code === 'duplicate_email')
      duplicates.push(error);
  }
  return duplicates;
}

/** A part's result with the indexes that its rows have in the whole roster. */
export function restoreIndexes(result: SyncResult, part: readonly number[]): SyncResult {
  const back = <N extends { index: number }>(note: N): N => ({
    ...note,
    index: part[note.index] ?? note.index,
  });
  return { ...result, errors: result.errors.map(back), warnings: result.warnings.map(back) };
}

/**
 * The results of the parts of one roster, and the rows withheld from them, as a single one; indexes must already
 * be those of the whole. A person missing from one part may be in another, so there are no candidates and no
 * unlinked people.
 */
export function sumResults(
  results: readonly SyncResult[],
  withheld: readonly RowError[],
): SyncResult {
  const sum = (count: (result: SyncResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const inOrder = <N extends { index: number }>(notes: readonly N[]) =>
    notes.toSorted((a, b) => a.index - b.index);
  return {
    created: sum((result) => result.created),
    updated: sum((result) => result.updated),
    unchanged: sum((result) => result.unchanged),
    reactivated: sum((result) => result.reactivated),
    deactivated: 0,
    departments_created: sum((result) => result.departments_created),
    departments_restored: sum((result) => result.departments_restored),
    deactivation_candidates: [],
    deactivation_candidates_total: 0,
    unlinked_members: 0,
    deactivation_limit: results.at(-1)?.deactivation_limit ?? 0,
    deactivation_skipped_reason: null,
    errors: inOrder([...withheld, ...results.flatMap((result) => result.errors)]),
    warnings: inOrder(results.flatMap((result) => result.warnings)),
  };
}
