// The API's objects as a client receives and sends them, in the API's own names. A test holds every one of
// them equal to the published description.

/** A value of a list that may grow: known ones are suggested, any other is taken. */
type Open<T extends string> = T | (string & {});

export type Scope =
  | 'employees:read'
  | 'leaderboard:read'
  | 'departments:read'
  | 'shop:read'
  | 'employees:write';

export type Period = 'all_time' | 'this_month' | 'last_3_months' | 'last_year';

export type ShopCategory = 'gift_card' | 'merch' | 'perk' | 'donation' | 'experience';

/** The codes of error answers that are known by now. */
export type KnownErrorCode =
  | 'validation_failed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'length_required'
  | 'payload_too_large'
  | 'bad_request'
  | 'rate_limit_exceeded'
  | 'internal_error'
  | 'unavailable';

/** `code` of an error answer. Go by the status of one you do not know. */
export type ErrorCode = Open<KnownErrorCode>;

export type Page<T> = { data: T[]; pagination: { next_cursor: string | null } };

export type DepartmentReference = { id: string; external_id: string | null; name: string };

export type Employee = {
  employee_id: string;
  external_id: string | null;
  /** The account name once the person has signed in; before that what a roster sent, or null. */
  name: string | null;
  email: string;
  department: DepartmentReference | null;
};

export type EmployeeStats = {
  level: number;
  xp: number;
  xp_to_next_level: number;
  coins: number;
  company_rank: number;
  department_rank: number | null;
  badges_count: number;
};

export type Badge = {
  code: string;
  name: string;
  description: string | null;
  category: 'milestone' | 'skill' | 'social';
  rarity: 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary';
  icon_url: string | null;
  awarded_at: string;
};

export type LeaderboardRow = {
  /** Company-wide, whatever the filter. */
  rank: number;
  employee_id: string;
  external_id: string | null;
  name: string | null;
  department: DepartmentReference | null;
  level: number;
  /** Earned in the period. */
  xp: number;
};

export type DepartmentGroup = {
  department: DepartmentReference | null;
  department_total_xp: number;
  member_count: number;
  leaders: LeaderboardRow[];
};

export type Department = {
  id: string;
  external_id: string | null;
  name: string;
  parent_id: string | null;
  archived_at: string | null;
};

export type ShopItem = {
  id: string;
  name: string;
  description: string;
  category: ShopCategory;
  image_url: string;
  coin_price: number;
  /** Null: without limit. */
  stock_remaining: number | null;
  is_new: boolean;
};

export type Status = {
  status: 'ok';
  mode: 'live' | 'test';
  company: { id: string; name: string };
  key: {
    id: string;
    name: string;
    hint: string;
    scopes: Scope[];
    created_at: string;
    expires_at: string | null;
  };
  limits: { requests_per_minute: number; syncs_per_hour: number };
  api_version: string;
  server_time: string;
};

export type Health = { status: 'ok' };

/** One person of a roster. An optional field left out keeps what is on record; null clears it. */
export type RosterRow = {
  external_id: string | number;
  email: string;
  first_name: string;
  /** Empty for a person with a single name. */
  last_name: string;
  department_external_id?: string | null;
  department_name?: string | null;
  job_title?: string | null;
};

/** Why a row was not applied. */
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

/** What is odd about a row that was applied. */
export type RowWarningCode = 'email_matches_other_employee' | 'department_moved_to_top_level';

/** One entry of a sync's `errors` or `warnings`. */
export type RowNote<Code extends string> = {
  /** The row, counted from 0. */
  index: number;
  external_id: string | null;
  /** Newer services may send others. */
  code: Open<Code>;
  message: string;
};

export type RowError = RowNote<RowErrorCode>;
export type RowWarning = RowNote<RowWarningCode>;

export type DeactivationCandidate = {
  employee_id: string;
  external_id: string | null;
  email: string;
};

export type SyncResult = {
  created: number;
  updated: number;
  unchanged: number;
  reactivated: number;
  deactivated: number;
  departments_created: number;
  departments_restored: number;
  deactivation_candidates: DeactivationCandidate[];
  deactivation_candidates_total: number;
  unlinked_members: number;
  deactivation_limit: number;
  deactivation_skipped_reason: 'rejected_rows' | 'limit_exceeded' | null;
  errors: RowError[];
  warnings: RowWarning[];
};
