import type { KnownEmployee, RosterRow } from './types.ts';

/** What a person is shown as and reached at; a sync changes neither unless that is asked for. */
export type ProfileField = 'name' | 'email';

/** Why a profile that differs from its row stays as it is. */
export type ProfileReason =
  | 'not_requested'
  /** The row matched by email and links the person; the next import matches them by external id. */
  | 'linked_by_email'
  /** An admin, or the holder of a portal role. */
  | 'managed_in_portal'
  /** The email belongs to another person, who has no external id. */
  | 'email_taken';

/** An applied row whose name or email differs from the record. */
export type ProfileDifference = {
  index: number;
  /** The employee's number. */
  number: number;
  fields: ProfileField[];
  /** Null where the roster's values are taken. */
  reason: ProfileReason | null;
};

/** The name that a roster sends for somebody; the last one is empty for a single-name person. */
export const givenName = ({
  firstName,
  lastName,
}: Pick<RosterRow, 'firstName' | 'lastName'>): string =>
  lastName === '' ? firstName : `${firstName} ${lastName}`;

/** Whether a row gives the name on record, in whichever Unicode form. */
export function hasSameName(row: RosterRow, employee: KnownEmployee): boolean {
  const name = givenName(row);
  if (name === employee.givenName) return true;
  return employee.givenName !== null && name.normalize() === employee.givenName.normalize();
}

/** The fields in which a row differs from the person it means; an email may differ in case. */
export function differingFields(row: RosterRow, employee: KnownEmployee): ProfileField[] {
  const fields: ProfileField[] = [];
  if (!hasSameName(row, employee)) fields.push('name');
  if (row.emailKey !== employee.emailKey) fields.push('email');
  return fields;
}
