import type { Plan } from '../../domain/roster/types.ts';
import type { Applied } from './apply-plan.ts';
import type { Deactivation } from './deactivation.ts';
import type { CompanyRecord } from './load-record.ts';

/** Numbers in ascending order as runs `[first, last]`: a hundred thousand neighbours take no more room than one. */
export type NumberRuns = [first: number, last: number][];

/** A value before and after; left out where it did not change. */
type Change<T> = [before: T, after: T];

export type PersonChange = {
  number: number;
  externalId?: Change<string | null>;
  departmentNumber?: Change<number | null>;
  jobTitle?: Change<string | null>;
  /** When the sync found this person deactivated: since when. */
  wasDeactivatedAt?: number;
};

/** What a sync changed, complete enough to show, undo or finish it. People and departments go by their numbers. */
export type RunChanges = {
  /** The company's revision that the sync made. */
  revision: number;
  created: NumberRuns;
  updated: PersonChange[];
  deactivated: NumberRuns;
  /** Whom it would have deactivated, had there not been more of them than its limit. */
  spared: NumberRuns;
  departmentsCreated: NumberRuns;
  departmentsAdopted: { number: number; externalId: string }[];
  departmentsRestored: { number: number; archivedAt: number; parentNumber: number | null }[];
};

/** The changes of an applied sync, or null where there are none and none were held back. */
export function toRunChanges(
  revision: number,
  record: CompanyRecord,
  plan: Plan,
  applied: Applied,
  deactivation: Deactivation,
): RunChanges | null {
  const changes: RunChanges = {
    revision,
    created: runOf(applied.firstEmployee, plan.creates.length),
    updated: plan.updates.map(({ employee, externalId, department, jobTitle }) => {
      const change: PersonChange = { number: employee.number };
      const departmentNumber = applied.departmentNumberOf(department);
      if (employee.externalId !== externalId) change.externalId = [employee.externalId, externalId];
      if (employee.departmentNumber !== departmentNumber)
        change.departmentNumber = [employee.departmentNumber, departmentNumber];
      if (employee.jobTitle !== jobTitle) change.jobTitle = [employee.jobTitle, jobTitle];
      const deactivatedAt = record.deactivatedAt.get(employee.number);
      if (deactivatedAt !== undefined) change.wasDeactivatedAt = deactivatedAt;
      return change;
    }),
    deactivated: toRuns(deactivation.deactivated),
    spared: toRuns(deactivation.spared),
    departmentsCreated: runOf(applied.firstDepartment, plan.newDepartments.length),
    departmentsAdopted: plan.adoptedDepartments,
    departmentsRestored: restored(record, plan),
  };
  const { revision: _, ...lists } = changes;
  return Object.values(lists).some((list) => list.length > 0) ? changes : null;
}

function restored(record: CompanyRecord, plan: Plan): RunChanges['departmentsRestored'] {
  const numbers = new Set(plan.restoredDepartments.map(({ number }) => number));
  return record.snapshot.departments
    .filter(({ number }) => numbers.has(number))
    .map(({ number, parentNumber }) => ({
      number,
      archivedAt: record.archivedAt.get(number) ?? 0,
      parentNumber,
    }));
}

const runOf = (first: number, count: number): NumberRuns =>
  count === 0 ? [] : [[first, first + count - 1]];

function toRuns(numbers: readonly number[]): NumberRuns {
  const runs: NumberRuns = [];
  for (const number of Float64Array.from(numbers).sort()) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
