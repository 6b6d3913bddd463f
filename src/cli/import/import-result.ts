import type { SyncResult } from '../../domain/roster/sync-result.ts';

/** A row that failed or is worth a look. A service newer than this program may send codes it does not know. */
export type RowNote = {
  index: number;
  external_id: string | null;
  code: string;
  message: string;
};

/** The answer to a sync, whether this process ran it or a service. */
export type ImportResult = Omit<SyncResult, 'errors' | 'warnings'> & {
  errors: RowNote[];
  warnings: RowNote[];
};

/**
 * The answers to the parts of one roster as a single one; their indexes must already be those of the whole.
 * Whom a part does not name may be named by another, so nobody is a candidate and nobody counts as unlinked.
 */
export function sumResults(results: readonly ImportResult[]): ImportResult {
  const sum = (count: (result: ImportResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const inOrder = (notes: (result: ImportResult) => RowNote[]) =>
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
