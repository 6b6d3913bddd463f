import { failure } from '../../../domain/errors.ts';
import type { Database } from '../../../store/database.ts';
import type * as store from '../../../store/roster/roster.ts';
import { type CompanyWrite, recordAuditEvent } from '../../company/company-write.ts';
import { peopleByNumber } from '../runs/people.ts';
import { recordFollowUp } from '../runs/record-run.ts';
import { changesOf } from '../runs/recorded-changes.ts';
import { NO_CHANGES, numbersOf, toRanges } from '../runs/run-changes.ts';
import { summarizeChanges } from '../runs/run-summary.ts';
import { type RunWithFollowUps, requireRun } from '../runs/runs.ts';
import { deactivate } from '../sync/deactivation.ts';

/** Why a person, or the whole set, can no longer be approved. */
export type Objection = {
  /** Null where it is about the set as a whole. */
  employee_id: string | null;
  external_id: string | null;
  name: string | null;
  reason:
    | 'deactivated_since'
    | 'external_id_changed'
    | 'is_admin'
    | 'has_portal_role'
    | 'named_since'
    | 'missing_since'
    | 'rows_rejected_since'
    | 'interrupted_since';
  /** The later sync that is the reason, if any. */
  run_id: string | null;
};

/** An approval with the id of its run, or the objections to it; with the field names that the command line prints. */
export type Approval = {
  approved: boolean;
  subject_id: string;
  run_id: string | null;
  deactivated: number;
  objections: Objection[];
};

/** How a run is approved. */
type ApprovalOptions = { clock: () => number; history?: Database | undefined };

type Candidate = { number: number; externalId: string };

/**
 * Deactivates exactly the people whom a run held back because of its limit, or nobody if anything about them has
 * changed. The approval is a run too, so it can be reverted.
 *
 * @param options.clock in milliseconds UTC, for the end of the approval
 * @param options.history where runs are read, if the write goes to a working copy
 * @throws EngagedError `not_found`; `conflict` where the run was not stopped by its limit or is approved already
 */
export function approveRun(
  write: CompanyWrite,
  reference: string,
  { clock, history = write.db }: ApprovalOptions,
): Approval {
  const { db, companyId } = write;
  const run = requireRun(history, companyId, reference);
  const candidates = requireCandidates(history, companyId, run);
  const later = objectionsOfLaterSyncs(history, companyId, run, candidates);
  const reported = new Set(later.map((objection) => objection.employee_id));
  const objections = [
    ...later,
    ...objectionsOfPeople(db, companyId, candidates).filter(
      (one) => !reported.has(one.employee_id),
    ),
  ];
  const refused = { approved: false, subject_id: run.id, run_id: null, deactivated: 0, objections };
  if (objections.length > 0) return refused;

  const numbers = candidates.map(({ number }) => number);
  deactivate(write, numbers);
  const changes = { ...NO_CHANGES, deactivated: toRanges(numbers) };
  // A transaction within that of the approval: one that is made in several steps is recorded by the last one.
  return db.write(() => {
    const run_id = recordFollowUp(write, {
      kind: 'approval',
      subjectId: run.id,
      summary: summarizeChanges(changes),
      changes,
      clock,
    });
    const after = { run_id, deactivated: numbers.length };
    recordAuditEvent(write, 'sync.approve', ['sync_run', run.id], { after });
    return { ...refused, approved: true, ...after };
  });
}

function requireCandidates(db: Database, companyId: number, run: RunWithFollowUps): Candidate[] {
  const { heldBack } = changesOf(db, companyId, run.id);
  if (heldBack.length === 0) {
    throw failure(
      'deactivation_skipped_reason' in run.result &&
        run.result.deactivation_skipped_reason === 'rejected_rows'
        ? 'run_with_rejects'
        : 'run_not_blocked',
    );
  }
  const approvals = run.follow_ups.filter(({ kind }) => kind === 'approval');
  const whole = approvals.find(({ outcome }) => outcome === 'applied');
  if (whole) throw failure('run_approved', { id: whole.id });
  const done = new Set(approvals.flatMap(({ id }) => deactivatedBy(db, companyId, id)));
  // Those who were erased since have no external id.
  return heldBack.flatMap(([number, externalId]) =>
    externalId === null || done.has(number) ? [] : { number, externalId },
  );
}

/** Whom an interrupted approval has deactivated; nobody if it was reverted. */
function deactivatedBy(db: Database, companyId: number, id: string): number[] {
  const isReverted = requireRun(db, companyId, id).follow_ups.some(
    ({ kind, outcome }) => kind === 'revert' && outcome === 'applied',
  );
  return isReverted ? [] : [...numbersOf(changesOf(db, companyId, id).deactivated)];
}

/** Objections from later syncs. A later sync blocked with the same set of people is none. */
function objectionsOfLaterSyncs(
  db: Database,
  companyId: number,
  run: RunWithFollowUps,
  candidates: readonly Candidate[],
): Objection[] {
  const candidateNumbers = new Set(candidates.map(({ number }) => number));
  let superseded: string | null = run.superseded_by;
  while (superseded !== null) {
    const later = requireRun(db, companyId, superseded);
    const { heldBack, named, deactivated } = changesOf(db, companyId, later.id);
    const object = (reason: Objection['reason'], numbers: readonly number[]) =>
      [...peopleByNumber(db, companyId, numbers).values()]
        .filter((person) => person.isErased === 0)
        .map((person) => toObjection(person, reason, later.id));
    const hasRejectedRows =
      'deactivation_skipped_reason' in later.result &&
      later.result.deactivation_skipped_reason === 'rejected_rows';
    const objections: Objection[] = [
      ...object('named_since', [...numbersOf(named)]),
      ...object(
        'deactivated_since',
        [...numbersOf(deactivated)].filter((number) => candidateNumbers.has(number)),
      ),
      ...object(
        'missing_since',
        heldBack.map(([number]) => number).filter((number) => !candidateNumbers.has(number)),
      ),
      ...(hasRejectedRows ? [toObjection(null, 'rows_rejected_since', later.id)] : []),
      // Only an interrupted one supersedes; whom else it lacked is not known.
      ...(later.outcome === 'failed' ? [toObjection(null, 'interrupted_since', later.id)] : []),
    ];
    if (objections.length > 0) return objections;
    superseded = later.superseded_by;
  }
  return [];
}

function objectionsOfPeople(
  db: Database,
  companyId: number,
  candidates: readonly Candidate[],
): Objection[] {
  const externalIds = new Map(candidates.map((one) => [one.number, one.externalId]));
  return [...peopleByNumber(db, companyId, externalIds.keys()).values()].flatMap((person) => {
    const reason = reasonAgainst(person, externalIds.get(person.number));
    return reason === null ? [] : [toObjection(person, reason, null)];
  });
}

function reasonAgainst(
  person: store.PersonRow,
  externalId: string | undefined,
): Objection['reason'] | null {
  if (person.deactivatedAt !== null) return 'deactivated_since';
  if (person.externalId !== externalId) return 'external_id_changed';
  if (person.isAdmin === 1) return 'is_admin';
  return person.portalRole === null ? null : 'has_portal_role';
}

const toObjection = (
  person: store.PersonRow | null,
  reason: Objection['reason'],
  runId: string | null,
): Objection => ({
  employee_id: person?.id ?? null,
  external_id: person?.externalId ?? null,
  name: person?.name ?? null,
  reason,
  run_id: runId,
});
