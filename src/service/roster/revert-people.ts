import type { DepartmentRow } from '../../store/departments.ts';
import type { PersonRow } from '../../store/roster.ts';
import { needsRevert } from './revert-departments.ts';
import {
  type NumberRanges,
  numbersOf,
  type PersonChange,
  type Skip,
  type SkipReason,
} from './run-changes.ts';

/** What a run did to one person. */
export type AppliedPersonChange = PersonChange & { created?: true };

/** Whether former members may return to a department. */
export type AcceptsMembers = (departmentNumber: number) => boolean;

/**
 * The departments that people may return to: active ones, and those archived before the run.
 *
 * @param departments as they are after the revert
 */
export function departmentsAccepting(
  departments: readonly DepartmentRow[],
  archivedBefore: NumberRanges,
): AcceptsMembers {
  const active = departments.filter(({ archivedAt }) => archivedAt === null);
  const open = new Set([...active.map(({ number }) => number), ...numbersOf(archivedBefore)]);
  return (number) => open.has(number);
}

/**
 * Reverts what a run did to one person and returns their new state. A field that has changed since the run is
 * skipped, unless it already has its old value. Admins and people with a portal role are never activated or
 * deactivated, and nothing of a person who was erased is restored.
 */
export function revertPerson(
  step: AppliedPersonChange,
  person: PersonRow,
  context: { now: number; takenExternalIds: ReadonlySet<string>; takesPeople: AcceptsMembers },
): { next: PersonRow; change: PersonChange; skipped: Skip[] } {
  const { number } = person;
  const next = { ...person };
  const change: PersonChange = { number };
  const skipped: Skip[] = [];
  const skip = (field: Skip['field'], reason: SkipReason) =>
    skipped.push({ of: 'person', number, field, reason });

  if (person.isErased === 1) {
    skip('state', 'erased');
    return { next, change, skipped };
  }

  if (needsRevert(step.externalId, person.externalId)) {
    const [before, after] = step.externalId;
    if (person.externalId !== after) skip('external_id', 'changed_since');
    else if (before !== null && context.takenExternalIds.has(before))
      skip('external_id', 'external_id_taken');
    else {
      next.externalId = before;
      change.externalId = [after, before];
    }
  }
  if (needsRevert(step.departmentNumber, person.departmentNumber)) {
    const [before, after] = step.departmentNumber;
    if (person.departmentNumber !== after) skip('department', 'changed_since');
    else if (before !== null && !context.takesPeople(before))
      skip('department', 'department_archived_since');
    else {
      next.departmentNumber = before;
      change.departmentNumber = [after, before];
    }
  }
  if (needsRevert(step.jobTitle, person.jobTitle)) {
    const [before, after] = step.jobTitle;
    if (person.jobTitle !== after) skip('job_title', 'changed_since');
    else {
      next.jobTitle = before;
      change.jobTitle = [after, before];
    }
  }
  const state = stateToRevert(step, person, context.now);
  if (typeof state === 'string') skip('state', state);
  else if (state !== null) {
    next.deactivatedAt = state.deactivatedAt;
    change.deactivatedAt = [person.deactivatedAt, state.deactivatedAt];
  }
  return { next, change, skipped };
}

/** The state to restore, null if nothing needs to be done, or the reason why it cannot be restored. */
function stateToRevert(
  { created, deactivatedAt: change }: AppliedPersonChange,
  person: PersonRow,
  now: number,
): { deactivatedAt: number | null } | SkipReason | null {
  const [before, after] = created ? [now, null] : (change ?? []);
  if (before === undefined || (before === null) === (person.deactivatedAt === null)) return null;
  if (person.isAdmin === 1 || person.portalRole !== null) return 'managed_in_portal';
  if (person.deactivatedBy === 'portal') return 'deactivated_in_portal';
  if (person.deactivatedAt !== after) return 'changed_since';
  if (created && person.hasSignedIn === 1) return 'signed_in_since';
  return { deactivatedAt: before };
}
