import { EngagedError } from '../../../domain/errors.ts';
import { newId } from '../../../domain/id.ts';
import type { SyncResult } from '../../../domain/roster/sync-result.ts';
import type { PlanSummary } from '../../../domain/roster/types.ts';
import { WorkingCopy } from '../../../store/copy/working-copy.ts';
import type { Database } from '../../../store/database.ts';
import { databaseCode } from '../../../store/error-code.ts';
import * as syncRuns from '../../../store/roster/sync-runs.ts';
import { readState } from '../../company/company-states.ts';
import {
  beginCompanyWrite,
  type CompanyWrite,
  recordAuditEvent,
} from '../../company/company-write.ts';
import { useNoEmailDomain } from '../../people/no-email.ts';
import { giveAccountsToEmployees } from '../../portal/accounts.ts';
import { isDirectoryInCharge } from '../../scim/directory.ts';
import type { Review } from '../review/review.ts';
import { charge, recordRun } from '../runs/record-run.ts';
import { hasChanges, type KeptPeople } from '../runs/run-changes.ts';
import { recordRunEvents, syncEvent } from '../runs/run-events.ts';
import { type AppliedRoster, applyRoster } from './apply-roster.ts';
import {
  type ComparedRoster,
  compareRoster,
  type ReadRoster,
  readInCompany,
} from './compare-roster.ts';
import { type Deactivation, deactivateMissing } from './deactivation.ts';
import { findKept, recordKept } from './kept-people.ts';
import { findSuperseded, type SupersededRun } from './superseded.ts';
import { toRunChanges } from './sync-changes.ts';
import type { SyncInput } from './sync-input.ts';
import { failedRunResult, toRunResult } from './sync-record.ts';
import type { UnchangedRun } from './unchanged-run.ts';

/** The result of a sync, and the id of its run; null for a dry run. */
export type SyncOutcome = {
  runId: string | null;
  result: SyncResult;
  /** If the sync changed nothing, what `recordUnchangedRun` needs when it is repeated. */
  unchanged: UnchangedRun | null;
  /** What the contract's result does not tell; only for an operator. */
  review: Review | null;
};

/**
 * Brings a company in line with a roster as one transaction, and records the run. An invalid row is an entry in
 * the result's `errors`, not an exception.
 *
 * @throws EngagedError `not_found` for an unknown company, `conflict` while another process is writing; for an operator
 *   also `validation_failed` for a file whose ids have lost their zeros, and `UnconfirmedMajority`
 */
export function syncRoster(db: Database, request: SyncInput): SyncOutcome {
  try {
    request.onProgress?.('reading', 0);
    // Before the write lock is taken: validating a long roster takes longer than other writers should wait.
    const read = readInCompany(db, request, null);
    const run = () => runSync(db, request, read);
    if (!request.dryRun) return db.write(run);
    const { result, review } = db.dryRun(run);
    if (request.budget) db.write(() => charge(db, request));
    return { runId: null, result, unchanged: null, review };
  } catch (error) {
    if (!(error instanceof EngagedError)) recordFailure(db, request, error);
    throw error;
  }
}

function runSync(db: Database, request: SyncInput, before: ReadRoster): SyncOutcome {
  const { onProgress } = request;
  const compared = compareRoster(db, request, readInCompany(db, request, before));
  const { employeesOnRecord, named } = compared;
  const superseded = findSuperseded(db, request, named);
  const write = beginCompanyWrite(db, request);
  const { noEmailDomain = null } = request.operator ?? {};
  if (noEmailDomain !== null) useNoEmailDomain(write, noEmailDomain);
  const applied = applyRoster(write, request, compared);
  const { summary } = applied;
  onProgress?.('deactivating', 0);
  const kept = findKept(write, request, named);
  const missing = { employeesOnRecord, named, summary, kept };
  const deactivation = deactivateMissing(write, missing, {
    ...request,
    deactivateMissing: request.deactivateMissing && !isDirectoryInCharge(db, request.companyId),
  });
  recordKept(write, request, { named, kept });
  // A working copy has no accounts; its last step does this.
  if (!(db instanceof WorkingCopy)) giveAccountsToEmployees(write);
  onProgress?.('recording', 0);
  const done = { ...compared, ...applied, deactivation, kept, superseded };
  // A transaction within that of the sync: an import that is applied in several steps is recorded by the last one.
  return db.write(() => recordSync(write, request, done));
}

/** A sync of which everything is written but its run. */
type WrittenRoster = ComparedRoster &
  AppliedRoster & {
    deactivation: Deactivation;
    kept: KeptPeople;
    superseded: SupersededRun | null;
  };

function recordSync(write: CompanyWrite, request: SyncInput, done: WrittenRoster): SyncOutcome {
  const { db, companyId } = write;
  const { deactivation, superseded, profiles } = done;
  const result = toResult(done.summary, deactivation);
  const runId = newId(request.now);
  if (superseded) db.run(syncRuns.supersede, { companyId, id: superseded.id, by: runId });
  const changes = toRunChanges({
    ...done,
    named: superseded?.named ?? [],
    profileDifferences: profiles.listed,
  });
  const runResult = toRunResult(request, result, changes, { profiles, kept: done.kept });
  recordRun(db, request, { id: runId, runResult });
  recordRunEvents(write, changes, (itemised) => syncEvent(runId, result, itemised));
  if (request.source !== 'http') recordImport(write, runId, result, profiles.updated);
  const isUnchanged = !hasChanges({ ...changes, profileDifferences: [] });
  const unchanged = isUnchanged
    ? { state: db.do(readState(db, write.companyId)), runResult, result }
    : null;
  const { departmentNames } = done.planner;
  const review =
    done.reviewer?.finish(write, { ...done, changes, departmentNames }, request) ?? null;
  if (review) request.operator?.inspect?.({ write, runId, result, review, changes });
  return { runId, result, unchanged, review };
}

/** An import by an operator is also an audit entry; a sync over HTTP is only a run. */
function recordImport(
  write: CompanyWrite,
  runId: string,
  { created, updated, deactivated, errors }: SyncResult,
  profilesUpdated: number,
): void {
  recordAuditEvent(write, 'sync.import', ['sync_run', runId], {
    after: {
      ...{ created, updated, deactivated, errors: errors.length },
      ...(profilesUpdated > 0 && { profiles_updated: profilesUpdated }),
    },
  });
}

const toResult = (summary: PlanSummary, deactivation: Deactivation): SyncResult => ({
  created: summary.created,
  updated: summary.updated,
  unchanged: summary.unchanged,
  reactivated: summary.reactivated,
  deactivated: deactivation.deactivated.length,
  departments_created: summary.departmentsCreated,
  departments_restored: summary.restoredDepartments.length,
  deactivation_candidates: deactivation.candidates,
  deactivation_candidates_total: deactivation.total,
  unlinked_members: deactivation.unlinkedMembers,
  deactivation_limit: deactivation.limit,
  deactivation_skipped_reason: deactivation.skippedReason,
  errors: summary.errors,
  warnings: summary.warnings,
});

/** Records a failed run in the history, if the file can still be written. A dry run is never recorded. */
function recordFailure(db: Database, request: SyncInput, error: unknown): void {
  const failure = databaseCode(error) ?? (error instanceof Error ? error.name : 'unknown');
  try {
    const runResult = failedRunResult(request, failure);
    db.write(() => {
      if (request.dryRun) charge(db, request);
      else recordRun(db, request, { id: newId(request.now), runResult });
    });
  } catch {
    // The first error is the one to report.
  }
}
