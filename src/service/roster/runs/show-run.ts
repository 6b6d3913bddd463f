import type { Database } from '../../../store/database.ts';
import type { DepartmentReference } from '../../departments/department-schemas.ts';
import { departmentsByNumber } from '../../departments/departments.ts';
import { type PersonReference, peopleByNumber, toReference } from './people.ts';
import { changesAbout, changesOf } from './recorded-changes.ts';
import { type KeptReason, personChangesOf, type SkipReason } from './run-changes.ts';
import type { Run, RunWithFollowUps } from './runs.ts';
import {
  type Candidate,
  type DepartmentView,
  type DifferenceView,
  type KeptPerson,
  listCandidates,
  type Part,
  type PersonView,
  requireDepartment,
  requireRow,
  showChangedDepartments,
  showChangedPeople,
  showDifferences,
  showKept,
  showPerson,
} from './show-changes.ts';

/** Something that a revert skipped. */
export type SkipView = {
  employee: PersonReference | null;
  department: DepartmentReference | null;
  field: string;
  reason: SkipReason;
};

/** All that a run changed and left, in the order of joining and of creation. */
export type RunView = RunWithFollowUps & {
  people: PersonView[];
  departments: DepartmentView[];
  /** People held back by the limit; an approval deactivates them. */
  candidates_held_back: PersonReference[];
  skipped: SkipView[];
  /** People whose name or email differed from the roster and was left alone; the first of them. */
  profile_differences: DifferenceView[];
  /** People who were missing and left active; the first of each reason. */
  kept: (PersonReference & { reason: KeptReason })[];
};

/** A run with everything it changed. */
export function showRun(db: Database, companyId: number, run: RunWithFollowUps): RunView {
  const changes = changesOf(db, companyId, run.id);
  const steps = [...personChangesOf(changes, Date.parse(run.started_at))];
  const heldBack = changes.heldBack.map(([number]) => number);
  const numbers = [
    ...steps.map(({ number }) => number),
    ...heldBack,
    ...changes.skipped.flatMap((skip) => (skip.of === 'person' ? skip.number : [])),
    ...changes.kept.map(([number]) => number),
  ];
  const people = peopleByNumber(db, companyId, numbers);
  const departments = departmentsByNumber(db, companyId);
  const changedPeople = steps
    .toSorted((a, b) => a.number - b.number)
    .map((step) => showPerson(step, requireRow(people, step.number), departments));
  return {
    ...run,
    people: changedPeople,
    departments: showChangedDepartments(changes, departments),
    candidates_held_back: heldBack.map((number) => toReference(requireRow(people, number))),
    skipped: changes.skipped.map(({ of, number, field, reason }) => ({
      employee: of === 'person' ? toReference(requireRow(people, number)) : null,
      department: of === 'department' ? requireDepartment(departments, number) : null,
      field,
      reason,
    })),
    profile_differences: showDifferences(db, companyId, changes.profileDifferences),
    kept: changes.kept.map(([number, reason]) => ({
      ...toReference(requireRow(people, number)),
      reason,
    })),
  };
}

/** Which parts of a run: of the people that it changed, and of those that it held back because of its limit. */
export type RunPartsQuery = {
  companyId: number;
  run: Pick<Run, 'id' | 'started_at'>;
  changed: Part;
  heldBack: Part;
};

/** Parts of a run, in the order of joining, and how many people there are in all. */
export type RunParts = {
  changed: { people: PersonView[]; total: number };
  heldBack: { candidates: Candidate[]; total: number };
  kept: KeptPerson[];
};

/** Reads all that is on record of a run, which may be much. */
export function listRunParts(
  db: Database,
  { companyId, run, changed, heldBack }: RunPartsQuery,
): RunParts {
  const changes = changesOf(db, companyId, run.id);
  const startedAt = Date.parse(run.started_at);
  const part = changes.heldBack.slice(heldBack.offset, heldBack.offset + heldBack.count);
  return {
    changed: showChangedPeople(db, companyId, changes, { startedAt, ...changed }),
    heldBack: {
      candidates: listCandidates(
        db,
        companyId,
        part.map(([number]) => number),
      ),
      total: changes.heldBack.length,
    },
    kept: showKept(db, companyId, changes.kept),
  };
}

/** One person's part of a run. */
export function showPersonInRun(
  db: Database,
  companyId: number,
  { id, kind, started_at }: Run,
  number: number,
) {
  const changes = changesAbout(db, { companyId, number }, id);
  const departments = departmentsByNumber(db, companyId);
  const person = peopleByNumber(db, companyId, [number]).get(number);
  const steps = [...personChangesOf(changes, Date.parse(started_at))];
  const step = steps.find((one) => one.number === number);
  const view = step && person && showPerson(step, person, departments);
  return {
    ...{ id, kind, started_at },
    // Null where the run left the person as they were.
    change: view?.change ?? null,
    fields: view?.fields ?? {},
    // The external id under which the run held the person back because of its limit.
    held_back_as: changes.heldBack.find(([held]) => held === number)?.[1] ?? null,
    // Why the run left the person active although it lacked them.
    kept_because: changes.kept.find(([kept]) => kept === number)?.[1] ?? null,
    not_reverted: changes.skipped
      .filter((skip) => skip.of === 'person' && skip.number === number)
      .map(({ field, reason }) => ({ field, reason })),
    // The fields of the profile that differed from the roster and were left alone.
    differed_in: changes.profileDifferences.find((one) => one.number === number)?.fields ?? [],
  };
}
