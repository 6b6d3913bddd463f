import { countBy } from '../../domain/count-by.ts';
import { newId } from '../../domain/id.ts';
import type { SyncCounts, SyncResult } from '../../domain/roster/sync-result.ts';
import type { Database } from '../../store/database.ts';
import * as syncBudgets from '../../store/sync-budgets.ts';
import * as syncRuns from '../../store/sync-runs.ts';
import { type CompanyWrite, nextEntry } from '../company-write.ts';
import type { KeptPeople } from './kept-people.ts';
import { countOf, hasChanges, type PersonChange, type RunChanges } from './run-changes.ts';
import { followUpEvent, recordRunEvents } from './run-events.ts';
import type { RunContext, RunSource, SyncInput } from './sync-input.ts';

/** The part of a sync result that the history keeps: everything without personal data. */
type SyncSummary = SyncCounts & {
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

/** The error code of a run that failed and changed nothing, or `INTERRUPTED`. */
type FailureSummary = { rows: number; failure: string };

/** What a revert, or an approval, did. */
export type FollowUpSummary = {
  /** People whose fields changed or who were reactivated. */
  updated: number;
  /** Part of `updated`. */
  reactivated: number;
  deactivated: number;
  departments_restored: number;
  departments_archived: number;
  /** Departments whose external id or parent changed. */
  departments_updated: number;
  /** Number of fields not reverted, by reason. */
  skipped: Record<string, number>;
};

export type RunSummary = SyncSummary | FollowUpSummary | FailureSummary;

/** What the history keeps of how a sync ended. `result` and `changes` are JSON. */
export type RunResult = {
  outcome: 'applied' | 'deactivation_blocked' | 'failed';
  result: string;
  changes: string | null;
};

/** The result of an applied sync. */
export const toRunResult = (
  order: SyncInput,
  result: SyncResult,
  changes: RunChanges,
  found: { profiles: ProfileCounts; kept: KeptPeople },
): RunResult => ({
  outcome: result.deactivation_skipped_reason === null ? 'applied' : 'deactivation_blocked',
  result: JSON.stringify(summarizeSync(order, result, found)),
  changes: toJson(changes),
});

/** The result of a sync that failed and changed nothing. */
export function failedRunResult(order: SyncInput, failure: string): RunResult {
  const summary: FailureSummary = { rows: order.employees.length, failure };
  return { outcome: 'failed', result: JSON.stringify(summary), changes: null };
}

/** Charges a sync to its key, inside the caller's transaction. */
export function charge(db: Database, { companyId, budget }: RunContext): void {
  if (budget) db.run(syncBudgets.saveWindow, { companyId, ...budget });
}

/** Puts a sync into the company's history and charges it to its key, inside the caller's transaction. */
export function recordRun(
  db: Database,
  order: RunContext,
  run: { id: string; runResult: RunResult },
): void {
  const { companyId } = order;
  charge(db, order);
  db.run(syncRuns.record, {
    companyId,
    entry: nextEntry({ db, companyId }),
    id: run.id,
    kind: 'sync',
    subjectId: null,
    source: order.source,
    actor: order.actor,
    requestId: order.requestId,
    ...timesOf(order),
    ...run.runResult,
  });
}

/** Puts what an operator did about a run into the company's history, and gives the id of that new run. */
export function recordFollowUp(
  write: CompanyWrite,
  revision: {
    kind: 'revert' | 'approval';
    subjectId: string;
    summary: FollowUpSummary;
    changes: RunChanges;
    clock: () => number;
  },
): string {
  const { db, companyId, now, actor } = write;
  const { kind, subjectId, clock } = revision;
  const id = newId(now);
  db.run(syncRuns.record, {
    ...{ companyId, id, kind, subjectId, actor, requestId: null },
    ...{ entry: nextEntry(write), ...timesOf({ now, clock }) },
    source: followUpSource(actor),
    outcome: 'applied',
    result: JSON.stringify(revision.summary),
    changes: toJson(revision.changes),
  });
  recordRunEvents(write, revision.changes, (itemised) =>
    followUpEvent(kind, { id, subjectId }, revision.summary, itemised),
  );
  return id;
}

/** An approval or a revert is made by an operator, or by an account of the portal. */
const followUpSource = (actor: string): RunSource =>
  /^portal [0-9a-f-]{36}$/.test(actor) ? 'portal' : 'command_line';

/** A run never ends before it began, even if the clock was set back. */
const timesOf = ({ now, clock }: Pick<RunContext, 'now' | 'clock'>) => ({
  startedAt: now,
  finishedAt: Math.max(now, clock()),
});

const toJson = (changes: RunChanges): string | null =>
  hasChanges(changes) ? JSON.stringify(changes) : null;

/** People whose name or email differed from the roster. */
type ProfileCounts = { differing: number; updated: number };

function summarizeSync(
  order: SyncInput,
  result: SyncResult,
  { profiles, kept }: { profiles: ProfileCounts; kept: KeptPeople },
): SyncSummary {
  const { differing, updated } = profiles;
  const { deactivation_candidates: _, errors, warnings, ...counts } = result;
  return {
    rows: order.employees.length,
    deactivate_missing: order.deactivateMissing,
    ...counts,
    ...(differing > 0 && { profile_differences: differing }),
    ...(updated > 0 && { profiles_updated: updated }),
    ...(kept.renumbered > 0 && { kept_renumbered: kept.renumbered }),
    ...(kept.withRole > 0 && { kept_with_role: kept.withRole }),
    errors: countBy(errors.map(({ code }) => code)),
    warnings: countBy(warnings.map(({ code }) => code)),
  };
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
