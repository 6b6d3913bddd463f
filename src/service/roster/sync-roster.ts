import { isDeepStrictEqual } from 'node:util';
import { EngagedError, notFound } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { readRoster } from '../../domain/roster/read-roster.ts';
import { RosterPlanner } from '../../domain/roster/roster-planner.ts';
import type { SyncResult } from '../../domain/roster/sync-result.ts';
import type { PlanPart, PlanSummary, Roster } from '../../domain/roster/types.ts';
import { placeholderFor } from '../../domain/sandbox-email.ts';
import * as companies from '../../store/companies.ts';
import type { Database } from '../../store/database.ts';
import { databaseCode } from '../../store/error-code.ts';
import * as store from '../../store/roster.ts';
import * as syncRuns from '../../store/sync-runs.ts';
import { beginCompanyWrite, type CompanyWrite, recordAuditEvent } from '../company-write.ts';
import { emailChanges, PlanWriter, type StoredEmail } from './apply-plan.ts';
import { type Deactivation, deactivateMissing } from './deactivation.ts';
import { type LoadedPart, loadByExternalId, loadDepartments, loadParts } from './load-record.ts';
import { NamedPeople } from './named-people.ts';
import { ProfileReview } from './profile-review.ts';
import { charge, failedRunResult, recordRun, toRunResult } from './record-run.ts';
import { type Review, Reviewer } from './review.ts';
import { hasChanges, type PersonChange, toPersonChange, toRunChanges } from './run-changes.ts';
import { recordRunEvents, syncEvent } from './run-events.ts';
import { findSuperseded } from './superseded.ts';
import type { SyncInput, SyncStage } from './sync-input.ts';
import type { UnchangedRun } from './unchanged-run.ts';

/** The result of a sync, and the id of its run; null for a dry run. */
export type SyncOutcome = {
  runId: string | null;
  result: SyncResult;
  /** If the sync changed nothing, what `recordUnchangedRun` needs when it is repeated. */
  settled: UnchangedRun | null;
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
export function syncRoster(db: Database, order: SyncInput): SyncOutcome {
  try {
    order.onProgress?.('reading', 0);
    // Before the write lock is taken: validating a long roster takes longer than other writers should wait.
    const read = readInCompany(db, order, null);
    const run = () => runSync(db, order, read);
    if (!order.dryRun) return db.write(run);
    const { result, review } = db.dryRun(run);
    if (order.budget) db.write(() => charge(db, order));
    return { runId: null, result, settled: null, review };
  } catch (error) {
    if (!(error instanceof EngagedError)) recordFailure(db, order, error);
    throw error;
  }
}

/** A roster validated by the rules of its company. */
type ReadRoster = {
  roster: Roster;
  rules: { isSandbox: boolean; ssoDomains: readonly string[] };
  employeesOnRecord: number;
};

/** Validates the rows, or reuses the earlier result if the company's rules are still the same. */
function readInCompany(db: Database, order: SyncInput, before: ReadRoster | null): ReadRoster {
  const { companyId } = order;
  const company = db.one(store.findCompany, { companyId });
  if (!company) throw notFound('Company not found');
  const { employeesOnRecord } = company;
  const isSandbox = company.mode === 'test';
  const ssoDomains = db.all(companies.listSsoDomains, { companyId }).map(({ domain }) => domain);
  const rules = { isSandbox, ssoDomains };
  if (before && isDeepStrictEqual(before.rules, rules)) return { ...before, employeesOnRecord };
  const roster = readRoster(
    order.employees,
    {
      ssoDomains: isSandbox || ssoDomains.length === 0 ? null : new Set(ssoDomains),
      emailKeyOf: isSandbox ? placeholderFor : (folded) => folded,
    },
    order.maxRowsKept,
  );
  return { roster, rules, employeesOnRecord };
}

function runSync(db: Database, order: SyncInput, before: ReadRoster): SyncOutcome {
  const { companyId, limits, onProgress, operator } = order;
  const { roster, rules, employeesOnRecord } = readInCompany(db, order, before);
  const { isSandbox } = rules;

  onProgress?.('comparing', 0);
  const record = loadDepartments(db, companyId);
  const planner = new RosterPlanner({ ...record, employeesOnRecord }, roster.size, {
    departmentLimit: limits.departments,
    employeeLimit: isSandbox ? limits.sandboxEmployees : null,
    updateProfiles: operator?.updateProfiles ?? false,
  });
  const parts = loadParts(db, companyId, roster);
  const named = new NamedPeople(employeesOnRecord);
  const reviewer = operator && new Reviewer();
  forEachPart(parts, roster, 'comparing', onProgress, (part) => {
    planner.survey(part);
    named.add(part);
    reviewer?.survey(part);
  });
  for (const part of loadByExternalId(db, companyId, operator?.alsoNamed ?? [])) named.add(part);
  reviewer?.refuseShiftedIds(db, companyId, named);
  const superseded = findSuperseded(db, order, named);

  onProgress?.('applying', 0);
  const write = beginCompanyWrite(db, order);
  // In a sandbox the key is the placeholder address: no real address is stored.
  const storedEmail: StoredEmail = (row) => (isSandbox ? row.emailKey : row.email);
  const writer = new PlanWriter(write, storedEmail);
  const updated: PersonChange[] = [];
  const profiles = new ProfileReview(operator?.lineOf);
  const apply = (plan: PlanPart, deactivatedAt: ReadonlyMap<number, number>): void => {
    const emails = emailChanges(write, plan.updates, storedEmail);
    writer.writePart(plan);
    named.update(plan.updates);
    profiles.add(plan.differences);
    for (const update of plan.updates)
      updated.push(toPersonChange(update, writer, { deactivatedAt }, emails));
  };
  forEachPart(parts, roster, 'applying', onProgress, (part) =>
    apply(planner.plan(part), part.deactivatedAt),
  );
  apply(planner.planHeld(), new Map());
  const summary = planner.finish();
  writer.finish(summary);

  onProgress?.('deactivating', 0);
  const deactivation = deactivateMissing(write, { employeesOnRecord, named, summary }, order);

  onProgress?.('recording', 0);
  const result = toResult(summary, deactivation);
  const runId = newId(order.now);
  if (superseded) db.run(syncRuns.supersede, { companyId, id: superseded.id, by: runId });
  const changes = toRunChanges({
    ...{ record, updated, summary, writer, deactivation },
    named: superseded?.named ?? [],
    profileDifferences: profiles.listed,
  });
  const runResult = toRunResult(order, result, changes, profiles);
  recordRun(db, order, { id: runId, runResult });
  recordRunEvents(write, changes, (itemised) => syncEvent(runId, result, itemised));
  if (order.source !== 'http') recordImport(write, runId, result, profiles.updated);
  const isUnchanged = !hasChanges({ ...changes, profileDifferences: [] });
  const settled = isUnchanged
    ? { revision: write.revision, origin: db.origin(), runResult, result }
    : null;
  const { departmentNames } = planner;
  const done = { profiles, deactivation, summary, named, changes, departmentNames };
  const review = reviewer?.finish(write, done, order) ?? null;
  if (review) operator?.inspect?.({ write, runId, result, review, changes });
  return { runId, result, settled, review };
}

/** Handles the parts of a roster in their order, and reports how much of it is done after each. */
function forEachPart(
  parts: Iterable<LoadedPart>,
  roster: Roster,
  stage: SyncStage,
  onProgress: SyncInput['onProgress'],
  handle: (part: LoadedPart) => void,
): void {
  let done = 0;
  for (const part of parts) {
    handle(part);
    done += part.rows;
    onProgress?.(stage, done / roster.size);
  }
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
function recordFailure(db: Database, order: SyncInput, error: unknown): void {
  const failure = databaseCode(error) ?? (error instanceof Error ? error.name : 'unknown');
  try {
    const runResult = failedRunResult(order, failure);
    db.write(() => {
      if (order.dryRun) charge(db, order);
      else recordRun(db, order, { id: newId(order.now), runResult });
    });
  } catch {
    // The first error is the one to report.
  }
}
