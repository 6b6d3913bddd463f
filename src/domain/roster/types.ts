/**
 * The words of a roster sync. The planner is a pure function over them: what the company has on record
 * (`Snapshot`), what was sent (`RosterRow`), and out of both what is to be done (`Plan`).
 * Codes and their meanings are the API contract's.
 */

export const ROW_ERROR_CODES = [
  'validation_failed',
  'duplicate_external_id',
  'duplicate_email',
  'email_domain_not_allowed',
  'external_id_mismatch',
  'managed_in_portal',
  'deactivated_in_portal',
  'unknown_department',
  'department_conflict',
  'sandbox_limit_reached',
  'department_limit_reached',
  'conflict',
  'batch_aborted',
] as const;
export type RowErrorCode = (typeof ROW_ERROR_CODES)[number];

export const ROW_WARNING_CODES = [
  'email_matches_other_employee',
  'department_moved_to_top_level',
] as const;
export type RowWarningCode = (typeof ROW_WARNING_CODES)[number];

/** One entry of the result's `errors`. `index` counts rows from 0; the message never repeats a value sent. */
export type RowError = {
  index: number;
  external_id: string | null;
  code: RowErrorCode;
  message: string;
};

export type RowWarning = {
  index: number;
  external_id: string | null;
  code: RowWarningCode;
  message: string;
};

/**
 * A row in usable form: trimmed, lengths checked. For the optional fields `undefined` keeps the current
 * value and `null` clears it.
 */
export type RosterRow = {
  index: number;
  externalId: string;
  email: string;
  /** The folded email; in a sandbox that of the placeholder address which is stored instead. */
  emailKey: string;
  firstName: string;
  lastName: string;
  departmentExternalId: string | null | undefined;
  departmentName: string | null | undefined;
  jobTitle: string | null | undefined;
};

/** What reading a roster gives: the usable rows, the rest as errors, and all that the roster names. */
export type Roster = {
  /** How many rows were sent. */
  size: number;
  rows: RosterRow[];
  /** `validation_failed`, `duplicate_external_id`, `duplicate_email` and `email_domain_not_allowed`, in request order. */
  rejected: RowError[];
  /** Every external id that any row carries in usable form, rejected rows included. */
  namedExternalIds: Set<string>;
  /** Every email key that any row carries in usable form, rejected rows included. */
  namedEmailKeys: Set<string>;
};

/** A person on record, as far as a sync can touch or must respect them. */
export type KnownEmployee = {
  /** Join order within the company; the internal key. */
  number: number;
  externalId: string | null;
  emailKey: string;
  departmentNumber: number | null;
  jobTitle: string | null;
  isAdmin: boolean;
  portalRole: string | null;
  /** Null while active. */
  deactivatedBy: 'sync' | 'portal' | null;
};

export type KnownDepartment = {
  number: number;
  externalId: string | null;
  /** The folded name. */
  nameKey: string;
  parentNumber: number | null;
  archived: boolean;
};

/** The record a roster is held against. Nothing in it that no row can touch needs to be there. */
export type Snapshot = {
  /** Everyone whose external id or email key is named by the roster. */
  employees: KnownEmployee[];
  /** All departments of the company, archived ones included. */
  departments: KnownDepartment[];
  /** People on record, active or not; only a sandbox has a limit on them. */
  employeesOnRecord: number;
};

export type RosterRules = {
  /** Most active departments a company may have. */
  departmentLimit: number;
  /** Most people on record, or null where there is no limit (live companies). */
  employeeLimit: number | null;
};

/** Where a person is to be placed: a department on record, or the n-th of the plan's `newDepartments`. */
export type DepartmentTarget = { known: number } | { new: number } | null;

type PlannedCreate = {
  row: RosterRow;
  department: DepartmentTarget;
};

export type PlannedUpdate = {
  row: RosterRow;
  employee: KnownEmployee;
  /** The whole state after the update, changed or not. */
  externalId: string;
  department: DepartmentTarget;
  jobTitle: string | null;
  reactivate: boolean;
};

type NewDepartment = { name: string; nameKey: string; externalId: string | null };

export type Plan = {
  /** In request order. */
  creates: PlannedCreate[];
  /** In request order; people who already match are not among them. */
  updates: PlannedUpdate[];
  unchanged: number;
  newDepartments: NewDepartment[];
  /** Departments without external id that take the one the roster gives them. */
  adoptedDepartments: { number: number; externalId: string }[];
  restoredDepartments: { number: number; toTopLevel: boolean }[];
  /** All failed rows, rejected ones included, in request order. */
  errors: RowError[];
  warnings: RowWarning[];
};
