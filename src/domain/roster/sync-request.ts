import * as v from 'valibot';
import { invalid } from '../errors.ts';
import { parseJsonBody } from '../json-body.ts';

/** Most rows of one sync request. A local import has no such limit. */
export const MAX_ROWS = 5_000;

/** Most employees that a caller may allow a sync to deactivate. */
export const MAX_DEACTIVATIONS = 100_000;

/** The envelope of a sync. The rows are as `JSON.parse` left them: each is judged by itself. */
export type SyncRequest = {
  employees: unknown[];
  deactivateMissing: boolean;
  /** Null where none was sent. */
  maxDeactivations: number | null;
  /** True: say what would happen, and change nothing. */
  dryRun: boolean;
};

const rangeMessage = `max_deactivations must be an integer from 1 to ${MAX_DEACTIVATIONS}`;

// The rows pass as they are: a schema for arrays would copy them, however many there are.
const rows = v.pipe(
  v.custom<unknown[]>(Array.isArray, 'employees must be an array'),
  v.minLength(1, 'employees must contain at least 1 element'),
  v.maxLength(MAX_ROWS, `employees must contain no more than ${MAX_ROWS} elements`),
);

const envelope = v.pipe(
  v.custom<object>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'The body must be a JSON object',
  ),
  v.object(
    {
      employees: rows,
      deactivate_missing: v.optional(v.boolean('deactivate_missing must be a boolean'), false),
      max_deactivations: v.optional(
        v.pipe(
          v.number(rangeMessage),
          v.integer(rangeMessage),
          v.minValue(1, rangeMessage),
          v.maxValue(MAX_DEACTIVATIONS, rangeMessage),
        ),
      ),
      dry_run: v.optional(v.boolean('dry_run must be a boolean'), false),
    },
    'employees is required',
  ),
);

/**
 * Reads the body of a roster sync: UTF-8 (RFC 8259, 8.1), JSON, and the envelope around the rows.
 *
 * @throws EngagedError `validation_failed`, several problems joined with `; `
 */
export function parseSyncRequest(bytes: Uint8Array): SyncRequest {
  const parsed = v.safeParse(envelope, parseJsonBody(bytes), { abortPipeEarly: true });
  if (!parsed.success) throw invalid(parsed.issues.map((issue) => issue.message).join('; '));
  const { employees, deactivate_missing, max_deactivations, dry_run } = parsed.output;
  return {
    employees,
    deactivateMissing: deactivate_missing,
    maxDeactivations: max_deactivations ?? null,
    dryRun: dry_run,
  };
}
