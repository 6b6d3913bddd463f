import { conflict } from '../../domain/errors.ts';
import { type EmailMove, possibleMoves } from '../../domain/roster/email-moves.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import type { DepartmentRow } from '../../store/departments.ts';
import * as departments from '../../store/departments.ts';
import * as store from '../../store/roster.ts';
import { chunksOf } from '../chunks.ts';
import { type CompanyWrite, recordAuditEvent } from '../company-write.ts';
import { peopleByNumber } from './people.ts';
import { type FollowUpSummary, recordFollowUp, summarizeChanges } from './record-run.ts';
import { isChanged } from './reversal.ts';
import {
  archiveCreated,
  type RevertedDepartments,
  revertDepartments,
} from './revert-departments.ts';
import {
  type AcceptsMembers,
  type AppliedPersonChange,
  departmentsAccepting,
  revertPerson,
} from './revert-people.ts';
import {
  departmentsLeft,
  hasChanges,
  NO_CHANGES,
  numbersOf,
  type PersonChange,
  type RunChanges,
  type Skip,
  toRanges,
} from './run-changes.ts';
import { changesOf, requireRun } from './runs.ts';
import { type NewProfile, setProfiles } from './set-profiles.ts';

/** A completed revert: its run, and what that run changed. */
export type Reverted = { run_id: string; subject_id: string; result: FollowUpSummary };

/**
 * Reverts what a run changed. Changes made since the run are kept and reported. The revert is a run too, so it can
 * be shown and reverted.
 *
 * People created by the run are deactivated as by a sync, so that a roster that contains them reactivates them.
 *
 * @param options.departmentLimit most active departments the company may have
 * @param options.clock in milliseconds UTC, for the end of the revert
 * @throws EngagedError `not_found`; `conflict` where the run changed nothing
 */
export function revertRun(
  write: CompanyWrite,
  reference: string,
  { departmentLimit, clock }: { departmentLimit: number; clock: () => number },
): Reverted {
  const { db, companyId, now } = write;
  const run = requireRun(db, companyId, reference);
  const changes = changesOf(db, companyId, run.id);
  const noEffect: Partial<RunChanges> = {
    ...{ spared: [], named: [], archivedBefore: [], skipped: [] },
    ...{ profileDifferences: [], kept: [] },
  };
  if (!hasChanges({ ...changes, ...noEffect })) {
    throw conflict('The run changed nothing, so there is nothing to revert');
  }
  const listDepartments = () => db.all(departments.listOnRecord, { companyId });
  const before = listDepartments();

  const existing = revertDepartments(changes.departmentsUpdated, before, departmentLimit);
  setDepartments(write, existing.changed);
  const people = revertPeople(write, personChangesOf(changes, Date.parse(run.started_at)), {
    acceptsMembers: departmentsAccepting(listDepartments(), changes.archivedBefore),
  });
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
  return { run_id, subject_id: run.id, result: summary };
}

/** What a run did to people, one after another. */
export function* personChangesOf(
  changes: RunChanges,
  startedAt: number,
): Generator<AppliedPersonChange> {
  for (const number of numbersOf(changes.created)) yield { number, created: true };
  yield* changes.updated;
  for (const number of numbersOf(changes.deactivated)) {
    yield { number, deactivatedAt: [null, startedAt] };
  }
}

type RevertedPeople = { changes: PersonChange[]; skipped: Skip[] };

function revertPeople(
  write: CompanyWrite,
  steps: Iterable<AppliedPersonChange>,
  { acceptsMembers }: { acceptsMembers: AcceptsMembers },
): RevertedPeople {
  const { db, companyId, now, revision } = write;
  const byNumber = new Map([...steps].map((step) => [step.number, step]));
  const context = {
    now,
    acceptsMembers,
    takenExternalIds: findTakenExternalIds(db, companyId, byNumber.values()),
    withoutOldEmail: findWithoutOldEmail(db, companyId, byNumber),
  };
  const reverted: RevertedPeople = { changes: [], skipped: [] };
  const changed: store.PersonRow[] = [];
  const profiles: NewProfile[] = [];
  for (const person of peopleByNumber(db, companyId, byNumber.keys()).values()) {
    const step = byNumber.get(person.number);
    if (!step) continue;
    const { next, changes, skipped } = revertPerson(step, person, context);
    reverted.skipped.push(...skipped);
    if (!isChanged(changes)) continue;
    reverted.changes.push(changes);
    changed.push(next);
    const email = changes.email?.[1];
    profiles.push({
      number: next.number,
      ...(changes.givenName && { givenName: next.givenName }),
      ...(email && { address: { email, emailKey: fold(email) } }),
    });
  }
  for (const employees of chunksOf(changed)) {
    db.run(store.setEmployees, { companyId, employees, revision });
  }
  setProfiles(write, profiles);
  return reverted;
}

/** The people whose old email another person has, who does not get their own old one back. */
function findWithoutOldEmail(
  db: Database,
  companyId: number,
  steps: ReadonlyMap<number, AppliedPersonChange>,
): Set<number> {
  const wanted = new Map<string, number>();
  const returning = [...steps].flatMap(([number, { email }]) => (email ? number : []));
  for (const { number, email } of peopleByNumber(db, companyId, returning).values()) {
    const [before, after] = steps.get(number)?.email ?? [];
    if (before && email === after) wanted.set(fold(before), number);
  }
  const moves: EmailMove[] = [];
  for (const emailKeys of chunksOf(wanted.keys())) {
    for (const { emailKey, number: holder } of db.all(store.listEmployeesByEmailKey, {
      companyId,
      emailKeys,
    })) {
      const mover = wanted.get(emailKey);
      if (mover !== undefined && mover !== holder) moves.push({ mover, holder });
    }
  }
  const contested = new Set(moves.map(({ mover }) => mover));
  const free = new Set([...wanted.values()].filter((number) => !contested.has(number)));
  const possible = possibleMoves(moves, (holder) => free.has(holder));
  return new Set([...contested].filter((number) => !possible.has(number)));
}

/** The external ids to restore that another person has now. */
function findTakenExternalIds(
  db: Database,
  companyId: number,
  steps: Iterable<AppliedPersonChange>,
): Set<string> {
  const wanted = [...steps].flatMap(({ externalId }) => externalId?.[0] ?? []);
  const taken = new Set<string>();
  for (const externalIds of chunksOf(wanted)) {
    const holders = db.all(store.listEmployeesByExternalId, { companyId, externalIds });
    for (const { externalId } of holders) if (externalId !== null) taken.add(externalId);
  }
  return taken;
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
