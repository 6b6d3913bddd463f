import type {
  KnownEmployee,
  RosterRow,
  RowError,
  RowErrorCode,
  RowReading,
  RowWarningCode,
} from './types.ts';

/** The employee that a row means; null is a new person. A row with a refusal fails. */
export type Match = {
  row: RosterRow;
  employee: KnownEmployee | null;
  /** Another employee, who has the row's email. */
  holder: KnownEmployee | null;
  refusal: RowErrorCode | null;
  warning: RowWarningCode | null;
  /** Whether the email stands in a circle of too many people who pass theirs on. */
  isStuck?: boolean;
};

/** Consecutive rows of a roster, as the planner takes them. */
export type RosterPart = { rejected: RowError[]; matches: Match[] };

/**
 * For each row that is not rejected, in the same order, the employee on record it means: by external id, else by
 * email where the employee has no external id yet. No two rows of a roster mean the same employee: their external
 * ids differ, their emails differ, and a person found by external id is never given to a row by email.
 *
 * @param employees everyone on record whose external id or email key one of these rows has
 */
export function matchEmployees(
  employees: Iterable<KnownEmployee>,
  readings: Iterable<RowReading>,
): RosterPart {
  const byExternalId = new Map<string, KnownEmployee>();
  const byEmailKey = new Map<string, KnownEmployee>();
  for (const employee of employees) {
    if (employee.externalId !== null) byExternalId.set(employee.externalId, employee);
    byEmailKey.set(employee.emailKey, employee);
  }
  const part: RosterPart = { rejected: [], matches: [] };
  for (const reading of readings) {
    if ('error' in reading) {
      part.rejected.push(reading.error);
      continue;
    }
    const byId = findIn(byExternalId, reading.externalId);
    const byEmail = findIn(byEmailKey, reading.emailKey);
    part.matches.push(toMatch(reading, byId, byEmail));
  }
  return part;
}

/** What a map has under a key, else null. A look-up in an empty map would still hash the key. */
export const findIn = <T>(map: ReadonlyMap<string, T>, key: string): T | null =>
  map.size === 0 ? null : (map.get(key) ?? null);

function toMatch(row: RosterRow, byId: KnownEmployee | null, byEmail: KnownEmployee | null): Match {
  // Who has no email keeps what is on record, and is nobody else by an address that was made of a number.
  const other = byEmail === byId || (byId !== null && !row.hasEmail) ? null : byEmail;
  // `byId` is the person with the row's external id; any other id belongs to someone else.
  if (other !== null && (other.externalId !== null || !row.hasEmail))
    return { row, employee: byId, holder: other, refusal: 'external_id_mismatch', warning: null };
  const employee = byId ?? other;
  const holder = other === employee ? null : other;
  return {
    row,
    employee,
    holder,
    refusal: employee === null ? null : refusalCode(employee),
    warning: holder === null ? null : 'email_matches_other_employee',
  };
}

/** Whether only the portal decides about somebody. */
export const isProtected = ({ isAdmin, portalRole }: KnownEmployee): boolean =>
  isAdmin || portalRole !== null;

function refusalCode(employee: KnownEmployee): RowErrorCode | null {
  if (employee.deactivatedBy === null) return null;
  if (isProtected(employee)) return 'managed_in_portal';
  return employee.deactivatedBy === 'sync' ? null : 'deactivated_in_portal';
}
