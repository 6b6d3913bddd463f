import type { NewEvent } from '../../../domain/event.ts';
import type { Database } from '../../../store/database.ts';
import * as departments from '../../../store/departments/departments.ts';
import type { Params } from '../../../store/query.ts';
import * as holds from '../../../store/roster/roster-holds.ts';
import * as syncRuns from '../../../store/roster/sync-runs.ts';
import {
  beginCompanyWrite,
  type CompanyWrite,
  nextEntry,
  recordAuditEvent,
} from '../../company/company-write.ts';
import { giveAccountsToEmployees } from '../../portal/accounts.ts';
import { joinParts, putOnRecord } from '../runs/recorded-changes.ts';
import {
  type DepartmentChange,
  hasChanges,
  NO_CHANGES,
  type NumberRanges,
  numbersOf,
  type RunChanges,
  toRanges,
} from '../runs/run-changes.ts';
import { followUpEvent, interruptedSyncEvent, recordRunEvents } from '../runs/run-events.ts';
import {
  type ChangedPeople,
  countChangedPeople,
  INTERRUPTED,
  type RunSummary,
} from '../runs/run-summary.ts';

type RecordedRun = Params<(typeof syncRuns.record)['params']>;

/** A run as it would be recorded, of whose changes this is the first part, and the id of the run that it would supersede. */
type PlannedRun = RecordedRun & { supersedes?: string };

/**
 * Records a run of which only a part was applied, with that part, so that it can be shown and reverted. Call it in the
 * transaction that ends the hold.
 *
 * @param hold.revision the company's when the hold began
 * @param hold.run as it would have been recorded: a `PlannedRun` as JSON; the other parts of its changes are on record
 */
export function recordInterrupted(
  db: Database,
  hold: { companyId: number; now: number; revision: number; run: string },
): void {
  const { companyId, now, revision, run } = hold;
  const { supersedes, ...planned } = JSON.parse(run) as PlannedRun;
  const { entry } = planned;
  const whole = joinParts(planned.changes, db.each(syncRuns.listParts, { companyId, entry }));
  db.run(syncRuns.deleteParts, { companyId, entry });
  const changes = appliedPart(db, companyId, revision, whole);
  // Nothing is said of a change that ended before its first step.
  if (!hasChanges({ ...changes, archivedBefore: [], named: [] })) return;
  const summary = JSON.parse(planned.result) as RunSummary;
  const rows = 'rows' in summary ? summary.rows : undefined;
  const changed = countChangedPeople(changes);
  const write = beginCompanyWrite(db, { companyId, now, actor: planned.actor });
  putOnRecord(db, {
    ...planned,
    entry: nextEntry(write),
    finishedAt: Math.max(now, planned.startedAt),
    outcome: 'failed',
    result: JSON.stringify({ rows, failure: INTERRUPTED, changed }),
    changes,
  });
  if (supersedes) db.run(syncRuns.supersede, { companyId, id: supersedes, by: planned.id });
  const errors = 'errors' in summary ? sumOf(summary.errors) : 0;
  recordRunEvents(write, changes, (itemised) => toEvent(planned, { ...changed, errors }, itemised));
  recordDecision(write, planned, changed);
  giveAccountsToEmployees(write);
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function toEvent(
  { kind, id, subjectId }: RecordedRun,
  counts: ChangedPeople & { errors: number },
  itemised: boolean,
): NewEvent {
  if (kind === 'sync' || subjectId === null) return interruptedSyncEvent(id, counts, itemised);
  const followUp = { kind: kind === 'revert' ? kind : 'approval', id, subjectId } as const;
  return followUpEvent(followUp, counts, { itemised, interrupted: true });
}

/** The decision of whoever began the run; a sync over HTTP has none, and takes no steps. */
function recordDecision(
  write: CompanyWrite,
  { kind, id, subjectId }: RecordedRun,
  { created, updated, deactivated }: ChangedPeople,
): void {
  const changed = { updated, deactivated, interrupted: true };
  if (kind === 'sync' || subjectId === null) {
    const after = { created, ...changed };
    recordAuditEvent(write, 'sync.import', ['sync_run', id], { after });
  } else {
    const action = kind === 'revert' ? 'sync.revert' : 'sync.approve';
    recordAuditEvent(write, action, ['sync_run', subjectId], { after: { run_id: id, ...changed } });
  }
}

function appliedPart(
  db: Database,
  companyId: number,
  revision: number,
  whole: RunChanges,
): RunChanges {
  const { created, updated, deactivated, departmentsCreated, departmentsUpdated } = whole;
  const counters = db.one(holds.findCounters, { companyId });
  const onRecord = new Map(
    db.all(departments.listOnRecord, { companyId }).map((one) => [one.number, one]),
  );
  const isApplied = ({ number, ...fields }: DepartmentChange): boolean => {
    const now = onRecord.get(number);
    const names = Object.keys(fields) as (keyof typeof fields)[];
    return names.every((name) => now?.[name] === fields[name]?.[1]);
  };
  const changed = (ranges: NumberRanges) =>
    listChanged(db, {
      companyId,
      revision,
      ranges: ranges.map(([first, last]) => ({ first, last })),
    });
  const changedPeople = new Set(changed(toRanges(updated.map(({ number }) => number))));
  return {
    ...NO_CHANGES,
    created: numbersUpTo(created, counters?.lastEmployee ?? 0),
    updated: updated.filter(({ number }) => changedPeople.has(number)),
    deactivated: toRanges(changed(deactivated)),
    departmentsCreated: numbersUpTo(departmentsCreated, counters?.lastDepartment ?? 0),
    departmentsUpdated: departmentsUpdated.filter(isApplied),
    archivedBefore: whole.archivedBefore,
    named: whole.named,
  };
}

const listChanged = (db: Database, query: Params<(typeof holds.listChanged)['params']>): number[] =>
  db.all(holds.listChanged, query).map(({ number }) => number);

/** The numbers that are not greater than the last one. */
const numbersUpTo = (ranges: NumberRanges, last: number): NumberRanges =>
  toRanges([...numbersOf(ranges)].filter((number) => number <= last));
