import { countBy } from '../../../domain/count-by.ts';
import type { SyncCounts } from '../../../domain/roster/sync-result.ts';
import { countOf, type PersonChange, type RunChanges } from './run-changes.ts';

/** Who started a run: a key over HTTP, the command line, an account of the portal, or a directory. */
export type RunSource = 'http' | 'command_line' | 'portal' | 'directory';

/** The part of a sync result that the history keeps: everything without personal data. */
export type SyncSummary = SyncCounts & {
  rows: number;
  deactivate_missing: boolean;
  /** People whose name or email differed from the roster and was left alone. Earlier versions did not count them. */
  profile_differences?: number;
  profiles_updated?: number;
  /** People missing from an import who were left active: their address had another number in it, or they have a role. */
  kept_renumbered?: number;
  kept_with_role?: number;
  /** How many rows got each code. */
  errors: Record<string, number>;
  warnings: Record<string, number>;
};

/** The failure of a run of which a part was applied. */
export const INTERRUPTED = 'interrupted';

/**
 * The error code of a run that failed and changed nothing; or `INTERRUPTED`, with what it changed until then. With the
 * rows of a sync.
 */
export type FailureSummary = { rows?: number; failure: string; changed?: ChangedPeople };

/** How many people an interrupted run changed. */
export type ChangedPeople = { created: number } & ChangedOnRecord;

type ChangedOnRecord = {
  /** People whose fields changed or who were reactivated. */
  updated: number;
  /** Part of `updated`. */
  reactivated: number;
  deactivated: number;
};

/** What a revert, or an approval, did. */
export type FollowUpSummary = ChangedOnRecord & {
  departments_restored: number;
  departments_archived: number;
  /** Departments whose external id or parent changed. */
  departments_updated: number;
  /** Number of fields not reverted, by reason. */
  skipped: Record<string, number>;
};

export type RunSummary = SyncSummary | FollowUpSummary | FailureSummary;

/** What the history keeps of how a sync ended. `result` is JSON. */
export type RunResult = {
  outcome: 'applied' | 'deactivation_blocked' | 'failed';
  result: string;
  changes: RunChanges;
};

/** The counts of what an interrupted run changed. */
export function countChangedPeople(changes: RunChanges): ChangedPeople {
  const { updated, reactivated, deactivated } = summarizeChanges(changes);
  return { created: countOf(changes.created), updated, reactivated, deactivated };
}

/** The counts of what a revert or an approval changed. */
export function summarizeChanges(changes: RunChanges): FollowUpSummary {
  const { updated, departmentsUpdated, skipped } = changes;
  const isActivated = ({ deactivatedAt }: PersonChange) => deactivatedAt?.[1] === null;
  const isDeactivated = ({ deactivatedAt }: PersonChange) => deactivatedAt?.[0] === null;
  const hasNewFields = ({ number: _, deactivatedAt, ...fields }: PersonChange) =>
    Object.keys(fields).length > 0;
  return {
    updated: updated.filter((one) => hasNewFields(one) || isActivated(one)).length,
    reactivated: updated.filter(isActivated).length,
    deactivated: updated.filter(isDeactivated).length + countOf(changes.deactivated),
    departments_restored: departmentsUpdated.filter((one) => one.archivedAt?.[1] === null).length,
    departments_archived: departmentsUpdated.filter((one) => one.archivedAt?.[0] === null).length,
    departments_updated: departmentsUpdated.filter((one) => one.externalId ?? one.parentNumber)
      .length,
    skipped: countBy(skipped.map(({ reason }) => reason)),
  };
}
