/** Most active departments of a company, unless it is set otherwise. */
export const DEFAULT_DEPARTMENT_LIMIT = 1_000;

/** Most people on record in a sandbox, active or not, unless it is set otherwise. */
export const DEFAULT_SANDBOX_LIMIT = 500;

/** The most that XP or coins of a person may add up to, either way: JSON and JavaScript know no larger number exactly. */
export const TOTAL_MAXIMUM = Number.MAX_SAFE_INTEGER;
