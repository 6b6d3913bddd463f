import type { RosterRow, SyncResult } from './types.ts';

/** Most rows of one roster sync. */
const MOST_ROWS = 5_000;

/** What the rows of one sync may take as JSON: 16 MB, less what goes around them. */
const MOST_BYTES = 16 * 1_048_576 - 1024;

const encoder = new TextEncoder();

/** Divides rows, given by their indexes, into as few runs as fit into one sync each, in their order. */
export function divideRows(rows: readonly object[], indexes: readonly number[]): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let bytes = 0;
  for (const index of indexes) {
    const size = encoder.encode(JSON.stringify(rows[index])).length + 1;
    if (part.length === MOST_ROWS || (part.length > 0 && bytes + size > MOST_BYTES)) {
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

/**
 * The rows' indexes, those that share an `external_id` or `email` with another row first and next to each
 * other. In one sync such rows fail together; in different ones each would be applied over the other.
 */
export function repeatsFirst(rows: readonly RosterRow[]): number[] {
  const firstOf = new Map<string, number>();
  const groups = new Map<number, number[]>();
  rows.forEach((row, index) => {
    const keys = [`id ${String(row.external_id).trim()}`, `email ${fold(row.email)}`];
    const first = keys.map((key) => firstOf.get(key)).find((found) => found !== undefined) ?? index;
    for (const key of keys) if (!firstOf.has(key)) firstOf.set(key, first);
    const group = groups.get(first);
    if (group) group.push(index);
    else groups.set(first, [index]);
  });
  const all = [...groups.values()];
  return [
    ...all.filter((group) => group.length > 1).flat(),
    ...all.filter((group) => group.length === 1).flat(),
  ];
}

const fold = (text: unknown): string => String(text).trim().normalize('NFC').toLowerCase();

/** A part's result with the indexes that its rows have in the whole roster. */
export function backToRoster(result: SyncResult, part: readonly number[]): SyncResult {
  const back = <N extends { index: number }>(note: N): N => ({
    ...note,
    index: part[note.index] ?? note.index,
  });
  return { ...result, errors: result.errors.map(back), warnings: result.warnings.map(back) };
}

/**
 * The results of the parts of one roster as a single one; their indexes must already be those of the whole.
 * Whom a part does not name may be named by another, so nobody is a candidate and nobody counts as unlinked.
 */
export function sumResults(results: readonly SyncResult[]): SyncResult {
  const sum = (count: (result: SyncResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const inOrder = <N extends { index: number }>(notes: (result: SyncResult) => N[]) =>
    results.flatMap(notes).sort((a, b) => a.index - b.index);
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
    errors: inOrder((result) => result.errors),
    warnings: inOrder((result) => result.warnings),
  };
}
