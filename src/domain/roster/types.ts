import type { Details } from './fields.ts';

/**
 * The terms of a roster sync. The planner knows nothing else: what the company has on record (`CompanyOnRecord`,
 * `KnownEmployee`), what was sent (`RosterRow`), and what is to be done (`PlanPart`, `PlanSummary`).
 * Codes and their meanings are the API contract's.
 */

export type RowErrorCode =
  | 'validation_failed'
  | 'duplicate_external_id'
  | 'duplicate_email'
  | 'email_domain_not_allowed'
  | 'external_id_mismatch'
  | 'managed_in_portal'
  | 'deactivated_in_portal'
  | 'unknown_department'
  | 'department_conflict'
  | 'sandbox_limit_reached'
  | 'department_limit_reached'
  | 'conflict'
  | 'batch_aborted';

export type RowWarningCode = 'email_matches_other_employee' | 'department_moved_to_top_level';

/** A note about a row. `index` counts rows from 0; the message never repeats a value sent. */
type RowNote<Code> = { index: number; external_id: string | null; code: Code; message: string };

/** One entry of the result's `errors`. */
export type RowError = RowNote<RowErrorCode>;

export type RowWarning = RowNote<RowWarningCode>;

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
  /** Whether they can be mailed at that address. */
  hasEmail: boolean;
  firstName: string;
  lastName: string;
  departmentExternalId: string | null | undefined;
  departmentName: string | null | undefined;
} & Details<string | null | undefined>;

/** The rows as they were sent, not validated yet. A long list may be iterated over several times. */
export type SentRows = Iterable<unknown> & { readonly length: number };

/** A row that is rejected for what the roster says, and what of it names a person all the same. */
export type RejectedRow = {
  /** `validation_failed`, `duplicate_external_id`, `duplicate_email` or `email_domain_not_allowed`. */
  error: RowError;
  externalId: string | null;
  emailKey: string | null;
};

export type RowReading = RosterRow | RejectedRow;

export type Roster = {
  /** How many rows were sent. */
  size: number;
  /** Whether its rows are kept in memory, and not read again in each pass. */
  isKept: boolean;
  /** In request order. */
  readings: Iterable<RowReading>;
};

/** A person on record, as far as a sync can touch or must respect them. */
export type KnownEmployee = {
  /** Join order within the company; the internal key. */
  number: number;
  externalId: string | null;
  emailKey: string;
  /** The name that was sent for them; not that of their account. */
  givenName: string | null;
  departmentNumber: number | null;
  isAdmin: boolean;
  portalRole: string | null;
  /** Null while active. */
  deactivatedBy: 'sync' | 'portal' | 'directory' | null;
} & Details<string | null>;

export type KnownDepartment = {
  number: number;
  externalId: string | null;
  /** The folded name. */
  nameKey: string;
  parentNumber: number | null;
  archived: boolean;
};

/** What a company has on record, apart from its people. */
export type CompanyOnRecord = {
  /** All departments of the company, archived ones included. */
  departments: readonly KnownDepartment[];
  /** People on record, active or not; only a sandbox has a limit on them. */
  employeesOnRecord: number;
};

export type RosterRules = {
  /** Most active departments a company may have. */
  departmentLimit: number;
  /** Most people on record, or null where there is no limit (live companies). */
  employeeLimit: number | null;
  /** Whether names and emails of people matched by external id follow the roster; false if left out. */
  updateProfiles?: boolean;
  /** The domains of people without an email, whose address follows the roster once it brings one. */
  noEmailDomains?: ReadonlySet<string>;
  /** Most people who take over emails together; `MOST_AT_ONCE` if left out. */
  mostEmailsAtOnce?: number;
};

/** Where a person is to be placed: a department on record, or the n-th one that the plan creates. */
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
  reactivate: boolean;
  /** The fields of the profile that are taken from the row. */
  profile: readonly ProfileField[];
} & Details<string | null>;

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
  | 'email_taken'
  /** The email belongs to the next of too many people, whose last one has this person's. */
  | 'email_circle';

/** An applied row whose name or email differs from the record. */
export type ProfileDifference = {
  index: number;
  /** The employee's number. */
  number: number;
  fields: ProfileField[];
  /** Null where the roster's values are taken. */
  reason: ProfileReason | null;
};

export type NewDepartment = { name: string; nameKey: string };

/** What is to be done for one part of the rows. */
export type PlanPart = {
  /** Departments that no earlier part created. */
  newDepartments: NewDepartment[];
  /** In request order. */
  creates: PlannedCreate[];
  /** In request order; people who already match are not among them. */
  updates: PlannedUpdate[];
  /** In request order. */
  differences: ProfileDifference[];
};

/** What remains to be done after all parts, and what was planned altogether. */
export type PlanSummary = {
  created: number;
  updated: number;
  reactivated: number;
  unchanged: number;
  departmentsCreated: number;
  /** Departments without external id, new ones included, that take the one the roster gives them. */
  adoptedDepartments: { department: NonNullable<DepartmentTarget>; externalId: string }[];
  restoredDepartments: { number: number; toTopLevel: boolean }[];
  /** All failed rows, rejected ones included, in request order. */
  errors: RowError[];
  warnings: RowWarning[];
};
