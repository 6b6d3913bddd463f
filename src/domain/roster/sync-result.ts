import type { RowError, RowWarning } from './types.ts';

/** An active employee who could be deactivated: linked, not protected, and missing from the roster. */
export type DeactivationCandidate = {
  employee_id: string;
  external_id: string | null;
  email: string;
};

/** Why nobody was deactivated although it was requested. */
export const DEACTIVATION_SKIPPED_REASONS = ['rejected_rows', 'limit_exceeded'] as const;
export type DeactivationSkippedReason = (typeof DEACTIVATION_SKIPPED_REASONS)[number];

/** The result of a roster sync: names, meanings and order of the fields are the API contract's. */
export type SyncResult = {
  created: number;
  updated: number;
  unchanged: number;
  reactivated: number;
  deactivated: number;
  departments_created: number;
  departments_restored: number;
  /** By `employee_id`, at most `MAX_CANDIDATES_LISTED` of them. */
  deactivation_candidates: DeactivationCandidate[];
  deactivation_candidates_total: number;
  unlinked_members: number;
  deactivation_limit: number;
  deactivation_skipped_reason: DeactivationSkippedReason | null;
  errors: RowError[];
  warnings: RowWarning[];
};

/** The part of a result that is neither about rows nor about single people. */
export type SyncCounts = Omit<SyncResult, 'deactivation_candidates' | 'errors' | 'warnings'>;

/** Most candidates that a result lists; beyond them they are only counted. */
export const MAX_CANDIDATES_LISTED = 1_000;
