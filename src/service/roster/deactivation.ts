import {
  type DeactivationCandidate,
  type DeactivationSkippedReason,
  MAX_CANDIDATES_LISTED,
} from '../../domain/roster/sync-result.ts';
import type { Plan, Roster, RowErrorCode } from '../../domain/roster/types.ts';
import * as store from '../../store/roster.ts';
import { chunksOf } from '../chunks.ts';
import type { CompanyWrite } from '../company-write.ts';
import type { CompanyRecord } from './load-record.ts';
import type { DeactivationOptions } from './sync-input.ts';

export type Deactivation = {
  candidates: DeactivationCandidate[];
  total: number;
  unlinkedMembers: number;
  limit: number;
  skippedReason: DeactivationSkippedReason | null;
  /** Numbers of the deactivated people. */
  deactivated: number[];
  /** The people held back by the limit. */
  spared: [number: number, externalId: string][];
};

/** With one of these errors, a roster may contain people who could not be identified. */
const REJECTING_CODES: ReadonlySet<RowErrorCode> = new Set([
  'validation_failed',
  'duplicate_external_id',
  'duplicate_email',
  'email_domain_not_allowed',
  'batch_aborted',
]);

/**
 * Finds who is missing from a roster after its plan was applied, and deactivates all of them or nobody, if that
 * was requested and nothing blocks it.
 */
export function deactivateMissing(
  write: CompanyWrite,
  record: CompanyRecord,
  roster: Roster,
  plan: Plan,
  options: DeactivationOptions,
): Deactivation {
  const { total, linkedMembers, unlinkedMembers } = countMissing(write, record, roster, plan);
  const limit = options.maxDeactivations ?? Math.max(10, Math.floor(linkedMembers / 5));
  const skippedReason = reasonAgainst(options, plan, total, limit);
  const needsNumbers =
    options.deactivateMissing && (skippedReason === null || skippedReason === 'limit_exceeded');
  const { candidates, missing } = listMissing(
    write,
    roster,
    needsNumbers ? total : Math.min(total, MAX_CANDIDATES_LISTED),
  );
  const common = { candidates, total, unlinkedMembers, limit, skippedReason };
  if (!needsNumbers) return { ...common, deactivated: [], spared: [] };
  if (skippedReason !== null) return { ...common, deactivated: [], spared: missing };
  const numbers = missing.map(([number]) => number);
  deactivate(write, numbers);
  return { ...common, deactivated: numbers, spared: [] };
}

/** Deactivates people as a sync does, so that a roster that contains them reactivates them. */
export function deactivate(
  { db, companyId, now, revision }: CompanyWrite,
  numbers: readonly number[],
): void {
  for (const chunk of chunksOf(numbers)) {
    db.run(store.deactivate, { companyId, numbers: chunk, now, revision });
  }
}

function reasonAgainst(
  wish: DeactivationOptions,
  plan: Plan,
  total: number,
  limit: number,
): DeactivationSkippedReason | null {
  if (!wish.deactivateMissing) return null;
  if (plan.errors.some(({ code }) => REJECTING_CODES.has(code))) return 'rejected_rows';
  return total > limit ? 'limit_exceeded' : null;
}

/** How many people are not named; found without reading the company, by taking the few from the whole. */
function countMissing(
  { db, companyId }: CompanyWrite,
  { snapshot }: CompanyRecord,
  roster: Roster,
  plan: Plan,
): { total: number; linkedMembers: number; unlinkedMembers: number } {
  const exceptions = db.one(store.countExceptions, { companyId });
  if (!exceptions) throw new Error('a count gave no row');
  const deactivatable = snapshot.employeesOnRecord + plan.creates.length - exceptions.everybody;

  const updates = new Map(plan.updates.map((update) => [update.employee.number, update]));
  let namedDeactivatable = plan.creates.length;
  let namedUnlinked = 0;
  for (const employee of snapshot.employees) {
    const update = updates.get(employee.number);
    if (employee.deactivatedBy !== null && !update) continue;
    const externalId = update ? update.externalId : employee.externalId;
    if (externalId === null) namedUnlinked++;
    else if (
      !employee.isAdmin &&
      employee.portalRole === null &&
      roster.namedExternalIds.has(externalId)
    )
      namedDeactivatable++;
  }
  return {
    total: deactivatable - namedDeactivatable,
    linkedMembers: deactivatable + exceptions.linkedMembers,
    unlinkedMembers: exceptions.unlinkedMembers - namedUnlinked,
  };
}

/** The first `count` people who are not named, by id. Reads no further than the last of them. */
function listMissing(
  { db, companyId }: CompanyWrite,
  roster: Roster,
  count: number,
): { candidates: DeactivationCandidate[]; missing: [number: number, externalId: string][] } {
  const candidates: DeactivationCandidate[] = [];
  const missing: [number: number, externalId: string][] = [];
  if (count === 0) return { candidates, missing };
  for (const { number, id, externalId, email } of db.each(store.listDeactivatable, { companyId })) {
    if (roster.namedExternalIds.has(externalId)) continue;
    if (candidates.length < MAX_CANDIDATES_LISTED)
      candidates.push({ employee_id: id, external_id: externalId, email });
    if (missing.push([number, externalId]) === count) break;
  }
  if (missing.length !== count) throw new Error('the head count does not add up');
  return { candidates, missing };
}
