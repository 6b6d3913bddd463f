import { failure } from '../../../domain/errors.ts';
import { WorkingCopy } from '../../../store/copy/working-copy.ts';
import type { Database } from '../../../store/database.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';
import * as departments from '../../../store/departments/departments.ts';
import * as store from '../../../store/roster/roster.ts';
import { chunksOf } from '../../chunks.ts';
import { type CompanyWrite, recordAuditEvent } from '../../company/company-write.ts';
import { giveAccountsToEmployees } from '../../portal/accounts.ts';
import { recordFollowUp } from '../runs/record-run.ts';
import { changesOf } from '../runs/recorded-changes.ts';
import {
  departmentsLeft,
  hasChanges,
  NO_CHANGES,
  type PersonChange,
  personChangesOf,
  type RunChanges,
  toRanges,
} from '../runs/run-changes.ts';
import { type FollowUpSummary, summarizeChanges } from '../runs/run-summary.ts';
import { requireRun } from '../runs/runs.ts';
import {
  archiveCreated,
  type RevertedDepartments,
  revertDepartments,
} from './revert-departments.ts';
import { type RevertedPeople, revertPeople } from './revert-people.ts';
import { departmentsAccepting } from './revert-person.ts';

/** A completed revert: its run, and what that run changed. */
export type Reverted = { run_id: string; subject_id: string; result: FollowUpSummary };

/** How a run is reverted. */
type RevertOptions = {
  departmentLimit: number;
  clock: () => number;
  history?: Database | undefined;
};

/**
 * Reverts what a run changed. Changes made since the run are kept and reported. The revert is a run too, so it can
 * be shown and reverted.
 *
 * People created by the run are deactivated as by a sync, so that a roster that contains them reactivates them.
 *
 * @param options.departmentLimit most active departments the company may have
 * @param options.clock in milliseconds UTC, for the end of the revert
 * @param options.history where runs are read, if the write goes to a working copy
 * @throws EngagedError `not_found`; `conflict` where the run changed nothing
 */
export function revertRun(
  write: CompanyWrite,
  reference: string,
  { departmentLimit, clock, history = write.db }: RevertOptions,
): Reverted {
  const { db, companyId, now } = write;
  const run = requireRun(history, companyId, reference);
  const changes = changesOf(history, companyId, run.id);
  const noEffect: Partial<RunChanges> = {
    ...{ heldBack: [], named: [], archivedBefore: [], skipped: [] },
    ...{ profileDifferences: [], kept: [] },
  };
  if (!hasChanges({ ...changes, ...noEffect })) {
    throw failure('run_unchanged');
  }
  const listDepartments = () => db.all(departments.listOnRecord, { companyId });
  const before = listDepartments();

  const existing = revertDepartments(changes.departmentsUpdated, before, departmentLimit);
  setDepartments(write, existing.changed);
  const people = revertPeople(
    write,
    personChangesOf(changes, Date.parse(run.started_at)),
    departmentsAccepting(listDepartments(), changes.archivedBefore),
  );
  const created = archiveCreated(
    changes.departmentsCreated,
    listDepartments(),
    new Map(
      db.all(departments.listMemberCounts, { companyId }).map((row) => [row.number, row.members]),
    ),
    now,
  );
  setDepartments(write, created.changed);

  const archived = new Set(before.flatMap((row) => (row.archivedAt === null ? [] : row.number)));
  const archivedBefore = departmentsLeft(people.changes, (number) => archived.has(number));
  const back = { ...toChanges(people, [existing, created], now), archivedBefore };
  const summary = summarizeChanges(back);
  // A transaction within that of the revert: one that is made in several steps is recorded by the last one.
  return db.write(() => {
    const run_id = recordFollowUp(write, {
      kind: 'revert',
      subjectId: run.id,
      summary,
      changes: back,
      clock,
    });
    recordAuditEvent(write, 'sync.revert', ['sync_run', run.id], {
      after: { run_id, ...summary },
    });
    // A working copy has no accounts; its last step does this.
    if (!(db instanceof WorkingCopy)) giveAccountsToEmployees(write);
    return { run_id, subject_id: run.id, result: summary };
  });
}

function setDepartments({ db, companyId }: CompanyWrite, changed: readonly DepartmentRow[]): void {
  for (const departments of chunksOf(changed)) {
    db.run(store.setDepartments, { companyId, departments });
  }
}

function toChanges(
  people: RevertedPeople,
  departments: readonly RevertedDepartments[],
  now: number,
): RunChanges {
  return {
    ...NO_CHANGES,
    updated: people.changes.filter((change) => !isDeactivationOnly(change)),
    deactivated: toRanges(people.changes.filter(isDeactivationOnly).map(({ number }) => number)),
    departmentsUpdated: departments.flatMap(({ changes }) => changes),
    skipped: [...people.skipped, ...departments.flatMap(({ skipped }) => skipped)],
  };

  /** Deactivated now, and nothing else. */
  function isDeactivationOnly({ number: _, deactivatedAt, ...fields }: PersonChange): boolean {
    return deactivatedAt?.[1] === now && Object.keys(fields).length === 0;
  }
}
