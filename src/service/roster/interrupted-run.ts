import type { Database } from '../../store/database.ts';
import * as departments from '../../store/departments.ts';
import type { Params } from '../../store/query.ts';
import * as holds from '../../store/roster-holds.ts';
import * as syncRuns from '../../store/sync-runs.ts';
import { beginCompanyWrite, nextEntry } from '../company-write.ts';
import { recordEvents } from '../events.ts';
import { INTERRUPTED } from './record-run.ts';
import {
  type DepartmentChange,
  hasChanges,
  NO_CHANGES,
  type NumberRanges,
  numbersOf,
  type RunChanges,
  toRanges,
} from './run-changes.ts';
import { eventsOfPeople } from './run-events.ts';

type RecordedRun = Params<(typeof syncRuns.record)['params']>;

/**
 * Records a run of which only a part was applied, with that part, so that it can be shown and reverted. Call it in the
 * transaction that ends the hold.
 *
 * @param hold.revision the company's when the hold began
 * @param hold.run as it would have been recorded
 */
export function recordInterrupted(
  db: Database,
  hold: { companyId: number; now: number; revision: number; run: string },
): void {
  const { companyId, now, revision, run } = hold;
  const planned = JSON.parse(run) as RecordedRun;
  const changes = appliedPart(db, companyId, revision, JSON.parse(planned.changes ?? '{}'));
  const { rows } = JSON.parse(planned.result) as { rows: number };
  const write = beginCompanyWrite(db, { companyId, now, actor: planned.actor });
  db.run(syncRuns.record, {
    ...planned,
    entry: nextEntry(write),
    finishedAt: Math.max(now, planned.startedAt),
    outcome: 'failed',
    result: JSON.stringify({ rows, failure: INTERRUPTED }),
    changes: hasChanges(changes) ? JSON.stringify(changes) : null,
  });
  recordEvents(write, [...eventsOfPeople(changes)]);
}

function appliedPart(
  db: Database,
  companyId: number,
  revision: number,
  planned: Partial<RunChanges>,
): RunChanges {
  const { created, updated, deactivated, departmentsCreated, departmentsUpdated, archivedBefore } =
    { ...NO_CHANGES, ...planned };
  const counters = db.one(holds.findCounters, { companyId });
  const onRecord = new Map(
    db.all(departments.listOnRecord, { companyId }).map((one) => [one.number, one]),
  );
  const isApplied = ({ number, externalId, archivedAt }: DepartmentChange): boolean => {
    const now = onRecord.get(number);
    return (
      (externalId === undefined || now?.externalId === externalId[1]) &&
      (archivedAt === undefined || now?.archivedAt === archivedAt[1])
    );
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
    archivedBefore,
  };
}

const listChanged = (db: Database, query: Params<(typeof holds.listChanged)['params']>): number[] =>
  db.all(holds.listChanged, query).map(({ number }) => number);

/** The numbers that are not greater than the last one. */
const numbersUpTo = (ranges: NumberRanges, last: number): NumberRanges =>
  toRanges([...numbersOf(ranges)].filter((number) => number <= last));
