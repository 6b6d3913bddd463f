/** Most active departments of a company, unless it is set otherwise. */
export const DEFAULT_DEPARTMENT_LIMIT = 1_000;

/** Most people on record in a sandbox, active or not, unless it is set otherwise. */
export const DEFAULT_SANDBOX_LIMIT = 500;
