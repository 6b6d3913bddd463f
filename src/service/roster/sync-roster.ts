import { EngagedError, notFound } from '../../domain/errors.ts';
import { planRoster } from '../../domain/roster/plan-roster.ts';
import { readRoster } from '../../domain/roster/read-roster.ts';
import type { SyncResult } from '../../domain/roster/sync-result.ts';
import type { Plan } from '../../domain/roster/types.ts';
import { standInFor } from '../../domain/sandbox-email.ts';
import * as companies from '../../store/companies.ts';
import { type Database, sqliteCode } from '../../store/database.ts';
import * as store from '../../store/roster.ts';
import { beginCompanyWrite } from '../company-write.ts';
import { applyPlan } from './apply-plan.ts';
import { type Deactivation, deactivateMissing } from './deactivation.ts';
import { loadRecord } from './load-record.ts';
import { recordRun } from './record-run.ts';
import { toRunChanges } from './run-changes.ts';
import type { SyncOrder } from './sync-order.ts';

/**
 * Brings a company in line with a roster, whole or not at all, and puts the run on record. A row that
 * cannot be applied is an entry in the result's `errors`, not an exception.
 *
 * @throws EngagedError `not_found` for an unknown company, `conflict` while another process is writing
 */
export function syncRoster(db: Database, order: SyncOrder): SyncResult {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  if (order.rehearse) return db.rehearse(() => runSync(db, order, elapsed));
  try {
    return db.write(() => runSync(db, order, elapsed));
  } catch (error) {
    if (!(error instanceof EngagedError)) recordFailure(db, order, error, elapsed());
    throw error;
  }
}

function runSync(db: Database, order: SyncOrder, elapsed: () => number): SyncResult {
  const { companyId, limits, onProgress } = order;
  const company = db.one(store.findCompany, { companyId });
  if (!company) throw notFound('Company not found');
  const isSandbox = company.mode === 'test';

  onProgress?.('reading');
  const ssoDomains = db.all(companies.listSsoDomains, { companyId }).map(({ domain }) => domain);
  const roster = readRoster(order.employees, {
    ssoDomains: isSandbox || ssoDomains.length === 0 ? null : new Set(ssoDomains),
    emailKeyOf: isSandbox ? standInFor : (folded) => folded,
  });

  onProgress?.('comparing');
  const record = loadRecord(db, companyId, company.employeesOnRecord, roster);
  const plan = planRoster(record.snapshot, roster, {
    departmentLimit: limits.departments,
    employeeLimit: isSandbox ? limits.sandboxEmployees : null,
  });

  onProgress?.('applying');
  const write = beginCompanyWrite(db, order);
  // In a sandbox the key is the stand-in itself: no real address is kept there.
  const applied = applyPlan(write, plan, (row) => (isSandbox ? row.emailKey : row.email));

  onProgress?.('deactivating');
  const deactivation = deactivateMissing(write, record, roster, plan, order);

  onProgress?.('recording');
  const result = toResult(plan, deactivation);
  const changes = toRunChanges(write.revision, record, plan, applied, deactivation);
  recordRun(db, order, { elapsed: elapsed(), result, changes });
  return result;
}

function toResult(plan: Plan, deactivation: Deactivation): SyncResult {
  return {
    created: plan.creates.length,
    updated: plan.updates.length,
    unchanged: plan.unchanged,
    reactivated: plan.updates.filter((update) => update.reactivate).length,
    deactivated: deactivation.deactivated.length,
    departments_created: plan.newDepartments.length,
    departments_restored: plan.restoredDepartments.length,
    deactivation_candidates: deactivation.candidates,
    deactivation_candidates_total: deactivation.total,
    unlinked_members: deactivation.unlinkedMembers,
    deactivation_limit: deactivation.limit,
    deactivation_skipped_reason: deactivation.skippedReason,
    errors: plan.errors,
    warnings: plan.warnings,
  };
}

/** A run that broke is part of the history too, where the file can still be written at all. */
function recordFailure(db: Database, order: SyncOrder, error: unknown, elapsed: number): void {
  const failure = sqliteCode(error) ?? (error instanceof Error ? error.name : 'unknown');
  try {
    db.write(() => recordRun(db, order, { elapsed, failure }));
  } catch {
    // The first error is the one that tells what is wrong.
  }
}
