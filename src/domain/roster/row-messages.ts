import type { RosterRow, RowError, RowErrorCode, RowWarning, RowWarningCode } from './types.ts';

/** The message of each code. */
export const ROW_ERROR_MESSAGES: Readonly<Record<RowErrorCode, string>> = {
  validation_failed: 'The row is invalid',
  duplicate_external_id: 'Another row has the same external_id',
  duplicate_email: 'Another row has the same email',
  email_domain_not_allowed: "email is not on one of the company's sign-in domains",
  external_id_mismatch: 'email belongs to an employee with a different external_id',
  managed_in_portal: 'The employee is managed in the admin portal; reactivate them there',
  deactivated_in_portal: 'The employee was deactivated in the admin portal; reactivate them there',
  unknown_department:
    'No department has this department_external_id; send department_name to create one',
  department_conflict:
    'department_external_id and department_name do not point to exactly one department',
  sandbox_limit_reached: 'The sandbox is full',
  department_limit_reached: 'The company has reached its limit of active departments',
  conflict: 'The employee changed while the sync ran; sync again',
  batch_aborted: 'Not attempted, because too many rows before this one failed',
};

/** The message of each code. */
export const ROW_WARNING_MESSAGES: Readonly<Record<RowWarningCode, string>> = {
  email_matches_other_employee:
    'email belongs to another employee, who has no external_id; that employee was left alone',
  department_moved_to_top_level:
    'The department was restored at top level, because its parent is archived',
};

/** The error entry for a row in usable form. Messages name fields and never repeat a value. */
export const toRowError = (row: RosterRow, code: RowErrorCode): RowError => ({
  index: row.index,
  external_id: row.externalId,
  code,
  message: ROW_ERROR_MESSAGES[code],
});

/** The warning entry for a row that was applied. */
export const toRowWarning = (row: RosterRow, code: RowWarningCode): RowWarning => ({
  index: row.index,
  external_id: row.externalId,
  code,
  message: ROW_WARNING_MESSAGES[code],
});
