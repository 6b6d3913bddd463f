import { countBy } from '../../../domain/count-by.ts';
import type { SyncResult } from '../../../domain/roster/sync-result.ts';
import { type KeptPeople, NO_CHANGES, type RunChanges } from '../runs/run-changes.ts';
import type { FailureSummary, RunResult, SyncSummary } from '../runs/run-summary.ts';
import type { SyncInput } from './sync-input.ts';

/** The result of an applied sync. */
export const toRunResult = (
  request: SyncInput,
  result: SyncResult,
  changes: RunChanges,
  found: { profiles: ProfileCounts; kept: KeptPeople },
): RunResult => ({
  outcome: result.deactivation_skipped_reason === null ? 'applied' : 'deactivation_blocked',
  result: JSON.stringify(summarizeSync(request, result, found)),
  changes,
});

/** The result of a sync that failed and changed nothing. */
export function failedRunResult(request: SyncInput, failure: string): RunResult {
  const summary: FailureSummary = { rows: request.employees.length, failure };
  return { outcome: 'failed', result: JSON.stringify(summary), changes: NO_CHANGES };
}

/** People whose name or email differed from the roster. */
type ProfileCounts = { differing: number; updated: number };

function summarizeSync(
  request: SyncInput,
  result: SyncResult,
  { profiles, kept }: { profiles: ProfileCounts; kept: KeptPeople },
): SyncSummary {
  const { differing, updated } = profiles;
  const { deactivation_candidates: _, errors, warnings, ...counts } = result;
  return {
    rows: request.employees.length,
    deactivate_missing: request.deactivateMissing,
    ...counts,
    ...(differing > 0 && { profile_differences: differing }),
    ...(updated > 0 && { profiles_updated: updated }),
    ...(kept.renumbered > 0 && { kept_renumbered: kept.renumbered }),
    ...(kept.withRole > 0 && { kept_with_role: kept.withRole }),
    errors: countBy(errors.map(({ code }) => code)),
    warnings: countBy(warnings.map(({ code }) => code)),
  };
}
