import {
  type DeactivationCandidate,
  type DeactivationSkippedReason,
  MAX_CANDIDATES_LISTED,
} from '../../../domain/roster/sync-result.ts';
import type { PlanSummary, RowErrorCode } from '../../../domain/roster/types.ts';
import * as store from '../../../store/roster/roster.ts';
import { chunksOf } from '../../chunks.ts';
import type { CompanyWrite } from '../../company/company-write.ts';
import type { KeptPeople } from '../runs/run-changes.ts';
import type { NamedPeople } from './named-people.ts';

/** What to do about people who are missing from the roster. */
export type DeactivationOptions = { deactivateMissing: boolean; maxDeactivations: number | null };

export type Deactivation = {
  candidates: DeactivationCandidate[];
  total: number;
  unlinkedMembers: number;
  limit: number;
  skippedReason: DeactivationSkippedReason | null;
  /** Numbers of the deactivated people. */
  deactivated: number[];
  /** How many could be missing: active, with external id and not admins before the sync. */
  of: number;
  /** Numbers of the first people who are missing. */
  firstMissing: number[];
  /** The people held back by the limit. */
  heldBack: [number: number, externalId: string][];
};

/** The people after a sync's plan was applied. `kept` stay although they are missing. */
type SyncedPeople = {
  kept: KeptPeople;
  /** Before the sync; people with a greater number were created by it. */
  employeesOnRecord: number;
  named: NamedPeople;
  summary: PlanSummary;
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
  { employeesOnRecord, named, summary, kept }: SyncedPeople,
  options: DeactivationOptions,
): Deactivation {
  const onRecord = employeesOnRecord + summary.created;
  const counted = countMissing(write, onRecord, named, summary);
  const { linkedMembers, unlinkedMembers } = counted;
  const total = counted.total - kept.renumbered;
  const isKept = (number: number) => kept.renumbered > 0 && named.isRenumbered(number);
  const limit = options.maxDeactivations ?? Math.max(10, Math.floor(linkedMembers / 5));
  const skippedReason = reasonAgainst(options, summary, total, limit);
  const needsNumbers =
    options.deactivateMissing && (skippedReason === null || skippedReason === 'limit_exceeded');
  const { candidates, missing } = listMissing(
    write,
    (number) => number > employeesOnRecord || named.has(number) || isKept(number),
    needsNumbers ? total : Math.min(total, MAX_CANDIDATES_LISTED),
  );
  const common = {
    ...{ candidates, total, unlinkedMembers, limit, skippedReason },
    of: linkedMembers - summary.created - summary.reactivated,
    firstMissing: missing.slice(0, MAX_CANDIDATES_LISTED).map(([number]) => number),
  };
  if (!needsNumbers) return { ...common, deactivated: [], heldBack: [] };
  if (skippedReason !== null) return { ...common, deactivated: [], heldBack: missing };
  const numbers = missing.map(([number]) => number);
  deactivate(write, numbers);
  return { ...common, deactivated: numbers, heldBack: [] };
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
  options: DeactivationOptions,
  { errors }: PlanSummary,
  total: number,
  limit: number,
): DeactivationSkippedReason | null {
  if (!options.deactivateMissing) return null;
  if (errors.some(({ code }) => REJECTING_CODES.has(code))) return 'rejected_rows';
  return total > limit ? 'limit_exceeded' : null;
}

/** How many people are not named; found without reading the company, by taking the few from the whole. */
function countMissing(
  { db, companyId }: CompanyWrite,
  onRecord: number,
  named: NamedPeople,
  { created }: PlanSummary,
): { total: number; linkedMembers: number; unlinkedMembers: number } {
  const exceptions = db.one(store.countExceptions, { companyId });
  if (!exceptions) throw new Error('a count gave no row');
  const deactivatable = onRecord - exceptions.everybody;
  return {
    total: deactivatable - named.deactivatable - created,
    linkedMembers: deactivatable + exceptions.linkedMembers,
    unlinkedMembers: exceptions.unlinkedMembers - named.unlinked,
  };
}

/** The first `count` people who are not named, by id. Reads no further than the last of them. */
function listMissing(
  { db, companyId }: CompanyWrite,
  isNamed: (number: number) => boolean,
  count: number,
): { candidates: DeactivationCandidate[]; missing: [number: number, externalId: string][] } {
  const candidates: DeactivationCandidate[] = [];
  const missing: [number: number, externalId: string][] = [];
  if (count === 0) return { candidates, missing };
  for (const { number, id, externalId, email } of db.each(store.listDeactivatable, { companyId })) {
    if (isNamed(number)) continue;
    if (candidates.length < MAX_CANDIDATES_LISTED)
      candidates.push({ employee_id: id, external_id: externalId, email });
    if (missing.push([number, externalId]) === count) break;
  }
  if (missing.length !== count) throw new Error('the head count does not add up');
  return { candidates, missing };
}
