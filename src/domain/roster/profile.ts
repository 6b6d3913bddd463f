import type { KnownEmployee, ProfileField, RosterRow } from './types.ts';

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

/** The fields in which a row differs from the person it means; an email may differ in case, and none differs from none. */
export function differingFields(row: RosterRow, employee: KnownEmployee): ProfileField[] {
  const fields: ProfileField[] = [];
  if (!hasSameName(row, employee)) fields.push('name');
  if (row.hasEmail && row.emailKey !== employee.emailKey) fields.push('email');
  return fields;
}
