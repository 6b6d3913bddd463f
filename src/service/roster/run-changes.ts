import type { Plan } from '../../domain/roster/types.ts';
import type { Applied } from './apply-plan.ts';
import type { Deactivation } from './deactivation.ts';
import type { CompanyRecord } from './load-record.ts';

/** Ascending numbers as ranges `[first, last]`: a hundred thousand consecutive numbers take the space of one. */
export type NumberRanges = [first: number, last: number][];

/** A value before and after; left out where it did not change. */
export type Change<T> = [before: T, after: T];

export type PersonChange = {
  number: number;
  externalId?: Change<string | null>;
  departmentNumber?: Change<number | null>;
  jobTitle?: Change<string | null>;
  /** When a sync deactivated the person; null if active. */
  deactivatedAt?: Change<number | null>;
};

export type DepartmentChange = {
  number: number;
  externalId?: Change<string | null>;
  parentNumber?: Change<number | null>;
  archivedAt?: Change<number | null>;
};

/** Why a revert skipped something. */
export type SkipReason =
  | 'erased'
  | 'changed_since'
  | 'deactivated_in_portal'
  | 'managed_in_portal'
  | 'signed_in_since'
  | 'external_id_taken'
  | 'department_archived_since'
  | 'department_in_use'
  | 'department_limit_reached'
  | 'department_below_itself';

/** One field of one person or department that a revert skipped. */
export type Skip = {
  of: 'person' | 'department';
  number: number;
  field: 'external_id' | 'department' | 'job_title' | 'parent' | 'state';
  reason: SkipReason;
};

/**
 * What a run changed, complete enough to show, undo or finish it. People and departments go by their
 * numbers. Reverts and approvals use the same format as syncs.
 */
export type RunChanges = {
  created: NumberRanges;
  updated: PersonChange[];
  /** Deactivated at the moment the run was started, with no other change. */
  deactivated: NumberRanges;
  /** People held back by the limit, by number; without external id once erased. */
  spared: [number: number, externalId: string | null][];
  /** People in its roster whom the superseded run had held back. */
  named: NumberRanges;
  /** Of the departments that people were moved out of, those that were archived already. */
  archivedBefore: NumberRanges;
  departmentsCreated: NumberRanges;
  departmentsUpdated: DepartmentChange[];
  skipped: Skip[];
};

/** What a run changed that changed nothing. */
export const NO_CHANGES: RunChanges = {
  created: [],
  updated: [],
  deactivated: [],
  spared: [],
  named: [],
  archivedBefore: [],
  departmentsCreated: [],
  departmentsUpdated: [],
  skipped: [],
};

/** Whether there is anything in it that is worth keeping. */
export const hasChanges = (changes: RunChanges): boolean =>
  Object.values(changes).some((list) => list.length > 0);

/** The changes of an applied sync. */
export function toRunChanges(
  record: CompanyRecord,
  plan: Plan,
  applied: Applied,
  deactivation: Deactivation,
  named: NumberRanges,
): RunChanges {
  const updated = plan.updates.map(({ employee, externalId, department, jobTitle }) => {
    const change: PersonChange = { number: employee.number };
    const departmentNumber = applied.departmentNumberOf(department);
    if (employee.externalId !== externalId) change.externalId = [employee.externalId, externalId];
    if (employee.departmentNumber !== departmentNumber)
      change.departmentNumber = [employee.departmentNumber, departmentNumber];
    if (employee.jobTitle !== jobTitle) change.jobTitle = [employee.jobTitle, jobTitle];
    const deactivatedAt = record.deactivatedAt.get(employee.number);
    if (deactivatedAt !== undefined) change.deactivatedAt = [deactivatedAt, null];
    return change;
  });
  return {
    ...NO_CHANGES,
    created: rangeOf(applied.firstEmployee, plan.creates.length),
    updated,
    deactivated: toRanges(deactivation.deactivated),
    spared: deactivation.spared.toSorted(([a], [b]) => a - b),
    named,
    archivedBefore: departmentsLeft(updated, (number) => record.archivedAt.has(number)),
    departmentsCreated: rangeOf(applied.firstDepartment, plan.newDepartments.length),
    departmentsUpdated: departmentChanges(record, plan),
  };
}

/** Of the departments that people were moved out of, those that are meant. */
export function departmentsLeft(
  updated: readonly PersonChange[],
  isMeant: (departmentNumber: number) => boolean,
): NumberRanges {
  const left = new Set(updated.flatMap(({ departmentNumber }) => departmentNumber?.[0] ?? []));
  return toRanges([...left].filter(isMeant));
}

function departmentChanges(record: CompanyRecord, plan: Plan): DepartmentChange[] {
  const adopted = new Map(plan.adoptedDepartments.map((one) => [one.number, one.externalId]));
  const restored = new Map(plan.restoredDepartments.map((one) => [one.number, one.toTopLevel]));
  return record.snapshot.departments.flatMap(({ number, parentNumber }) => {
    const externalId = adopted.get(number);
    const toTopLevel = restored.get(number);
    if (externalId === undefined && toTopLevel === undefined) return [];
    const change: DepartmentChange = { number };
    if (externalId !== undefined) change.externalId = [null, externalId];
    if (toTopLevel !== undefined) change.archivedAt = [record.archivedAt.get(number) ?? 0, null];
    if (toTopLevel) change.parentNumber = [parentNumber, null];
    return [change];
  });
}

const rangeOf = (first: number, count: number): NumberRanges =>
  count === 0 ? [] : [[first, first + count - 1]];

/** Numbers, in any order, as runs. */
export function toRanges(numbers: readonly number[]): NumberRanges {
  const runs: NumberRanges = [];
  for (const number of Float64Array.from(numbers).sort()) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** The numbers in runs, in ascending order. */
export function* numbersOf(runs: NumberRanges): Generator<number> {
  for (const [first, last] of runs) for (let number = first; number <= last; number++) yield number;
}

/** How many numbers are in runs. */
export const countOf = (runs: NumberRanges): number =>
  runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
