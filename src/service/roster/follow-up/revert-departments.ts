import type { DepartmentRow } from '../../../store/departments/departments.ts';
import { isAtOrBelow } from '../../departments/departments.ts';
import {
  type DepartmentChange,
  type DepartmentField,
  numbersOf,
  type RunChanges,
  type Skip,
} from '../runs/run-changes.ts';
import { beginReversal, isChanged } from './reversal.ts';

/** What a revert does to departments: their new state, the changes, and what is skipped. */
export type RevertedDepartments = {
  changed: DepartmentRow[];
  changes: DepartmentChange[];
  skipped: Skip[];
};

/**
 * Reverts what a run did to departments, except those it created. A field that has changed since the run is
 * skipped, unless it already has its old value.
 *
 * @param departments all departments of the company, as they are
 * @param limit most active departments the company may have
 */
export function revertDepartments(
  updated: readonly DepartmentChange[],
  departments: readonly DepartmentRow[],
  limit: number,
): RevertedDepartments {
  const byNumber = new Map(departments.map((row) => [row.number, row]));
  const holders = new Set(departments.map(({ externalId }) => externalId));
  const reverted: RevertedDepartments = { changed: [], changes: [], skipped: [] };
  let active = departments.filter(({ archivedAt }) => archivedAt === null).length;

  for (const change of updated) {
    const { number } = change;
    const current = byNumber.get(number);
    if (!current) continue;
    const reversal = beginReversal<DepartmentRow, DepartmentField>('department', current, change);
    reversal.revert('externalId', (before) =>
      before !== null && holders.has(before) ? 'external_id_taken' : null,
    );
    reversal.revert(
      'archivedAt',
      (before) => (before === null && active >= limit ? 'department_limit_reached' : null),
      (before, now) => isArchived(before) === isArchived(now),
    );
    reversal.revert('parentNumber', (before) =>
      isAtOrBelow(before, number, byNumber) ? 'department_below_itself' : null,
    );
    reverted.skipped.push(...reversal.skipped);
    if (!isChanged(reversal.changes)) continue;
    const { next, changes } = reversal;
    active += Number(isArchived(current.archivedAt)) - Number(isArchived(next.archivedAt));
    byNumber.set(number, next);
    reverted.changed.push(next);
    reverted.changes.push(changes);
  }
  return reverted;
}

const isArchived = (archivedAt: number | null): boolean => archivedAt !== null;

/**
 * Archives the departments that a run created, where nobody active is in them any more and no active
 * department below them.
 *
 * @param departments all departments of the company, with what was reverted so far
 * @param members active people in each department
 */
export function archiveCreated(
  created: RunChanges['departmentsCreated'],
  departments: readonly DepartmentRow[],
  members: ReadonlyMap<number, number>,
  now: number,
): RevertedDepartments {
  const active = new Map(
    departments.filter((row) => row.archivedAt === null).map((row) => [row.number, row]),
  );
  const waiting = new Set([...numbersOf(created)].filter((number) => active.has(number)));
  const changed: DepartmentRow[] = [];
  // One that is archived may leave the one above it empty.
  for (let before = -1; before !== changed.length; ) {
    before = changed.length;
    const parents = new Set([...active.values()].map(({ parentNumber }) => parentNumber));
    for (const number of waiting) {
      const row = active.get(number);
      if (!row || members.has(number) || parents.has(number)) continue;
      changed.push({ ...row, archivedAt: now });
      waiting.delete(number);
      active.delete(number);
    }
  }
  return {
    changed,
    changes: changed.map(({ number }) => ({ number, archivedAt: [null, now] })),
    skipped: [...waiting].map((number) => ({
      of: 'department',
      number,
      field: 'state',
      reason: 'department_in_use',
    })),
  };
}
