import type { KnownEmployee, RosterRow, RowErrorCode, RowWarningCode } from './types.ts';

/** The employee that a row means; null is a new person. A row with a refusal fails. */
export type Match = {
  row: RosterRow;
  employee: KnownEmployee | null;
  refusal: RowErrorCode | null;
  warning: RowWarningCode | null;
};

/**
 * For each row, in the same order, the employee on record it means: by external id, else by email where
 * the employee has no external id yet. No two rows of a roster mean the same employee: their external ids
 * differ, their emails differ, and whoever can be found by external id is never given to a row by email.
 */
export function matchEmployees(
  employees: readonly KnownEmployee[],
  rows: readonly RosterRow[],
): Match[] {
  const byExternalId = new Map<string, KnownEmployee>();
  const byEmailKey = new Map<string, KnownEmployee>();
  for (const employee of employees) {
    if (employee.externalId !== null) byExternalId.set(employee.externalId, employee);
    byEmailKey.set(employee.emailKey, employee);
  }
  return rows.map((row) => {
    const byId = byExternalId.get(row.externalId) ?? null;
    const byEmail = byEmailKey.get(row.emailKey) ?? null;
    const other = byEmail === byId ? null : byEmail;
    // `byId` has the row's own external id; any other external id belongs to somebody else.
    if (other !== null && other.externalId !== null)
      return { row, employee: null, refusal: 'external_id_mismatch', warning: null };
    const employee = byId ?? other;
    return {
      row,
      employee,
      refusal: employee === null ? null : refusalCode(employee),
      warning: other === null || other === employee ? null : 'email_matches_other_employee',
    };
  });
}

function refusalCode(employee: KnownEmployee): RowErrorCode | null {
  if (employee.deactivatedBy === null) return null;
  if (employee.isAdmin || employee.portalRole !== null) return 'managed_in_portal';
  return employee.deactivatedBy === 'portal' ? 'deactivated_in_portal' : null;
}
