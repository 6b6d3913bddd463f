import { DETAIL_FIELDS } from '../../../domain/roster/fields.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';
import type { PersonRow } from '../../../store/roster/roster.ts';
import {
  type AppliedPersonChange,
  type NumberRanges,
  numbersOf,
  type PersonField,
  type SkipReason,
} from '../runs/run-changes.ts';
import { beginReversal } from './reversal.ts';

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

/** Whether a revert leaves somebody's state, and the address with which they sign in, to the portal. */
export const isManagedInPortal = ({
  isAdmin,
  portalRole,
}: Pick<PersonRow, 'isAdmin' | 'portalRole'>): boolean => isAdmin === 1 || portalRole !== null;

/**
 * Reverts what a run did to one person. Admins and people with a portal role are never activated or deactivated and keep their
 * address, and nothing of a person who was erased is restored.
 */
export function revertPerson(
  step: AppliedPersonChange,
  person: PersonRow,
  context: {
    now: number;
    takenExternalIds: ReadonlySet<string>;
    /** Numbers of people whose old email another person has and keeps. */
    withoutOldEmail: ReadonlySet<number>;
    acceptsMembers: AcceptsMembers;
  },
) {
  const reversal = beginReversal<PersonRow, PersonField>('person', person, step);
  if (person.isErased === 1) {
    reversal.skip('deactivatedAt', 'erased');
    return reversal;
  }
  reversal.revert('externalId', (before) =>
    before !== null && context.takenExternalIds.has(before) ? 'external_id_taken' : null,
  );
  reversal.revert('givenName');
  reversal.revert('email', () => {
    if (isManagedInPortal(person)) return 'managed_in_portal';
    return context.withoutOldEmail.has(person.number) ? 'email_taken' : null;
  });
  reversal.revert('departmentNumber', (before) =>
    before !== null && !context.acceptsMembers(before) ? 'department_archived_since' : null,
  );
  for (const field of DETAIL_FIELDS) reversal.revert(field);
  const state = stateToRevert(step, person, context.now);
  if (typeof state === 'string') reversal.skip('deactivatedAt', state);
  else if (state !== null) reversal.set('deactivatedAt', state.deactivatedAt);
  return reversal;
}

/** The state to restore, null if nothing needs to be done, or the reason why it cannot be restored. */
function stateToRevert(
  { created, deactivatedAt: change }: AppliedPersonChange,
  person: PersonRow,
  now: number,
): { deactivatedAt: number | null } | SkipReason | null {
  const [before, after] = created ? [now, null] : (change ?? []);
  if (before === undefined || (before === null) === (person.deactivatedAt === null)) return null;
  if (isManagedInPortal(person)) return 'managed_in_portal';
  if (person.deactivatedBy === 'portal') return 'deactivated_in_portal';
  if (person.deactivatedAt !== after) return 'changed_since';
  if (created && person.hasSignedIn === 1) return 'signed_in_since';
  return { deactivatedAt: before };
}
