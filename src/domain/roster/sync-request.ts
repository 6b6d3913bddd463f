import * as v from 'valibot';
import { invalid } from '../errors.ts';
import { measureJson } from '../json-size.ts';

/** Most rows of one sync request. A local import has no such limit. */
export const MAX_ROWS = 5_000;

/** Most employees that a caller may allow a sync to deactivate. */
export const MAX_DEACTIVATIONS = 100_000;

/**
 * Bodies beyond these bounds are refused unparsed. A request nests three levels deep and has seven values a
 * row, and a client may add fields of its own; but 16 MB can hold millions of levels or of empty objects,
 * which cost `JSON.parse` seconds and a gigabyte. Memory that runs out inside of `JSON.parse` takes the whole
 * process along, whatever heap limit the thread has.
 */
export const BODY_BOUNDS = { depth: 100, values: 500_000 } as const;

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
  const parsed = v.safeParse(envelope, parseJson(bytes), { abortPipeEarly: true });
  if (!parsed.success) throw invalid(parsed.issues.map((issue) => issue.message).join('; '));
  const { employees, deactivate_missing, max_deactivations, dry_run } = parsed.output;
  return {
    employees,
    deactivateMissing: deactivate_missing,
    maxDeactivations: max_deactivations ?? null,
    dryRun: dry_run,
  };
}

const TOO_DEEP = `The body must not be nested more than ${BODY_BOUNDS.depth} levels deep`;
export const TOO_MANY_VALUES = `The body must not hold more than ${BODY_BOUNDS.values} values, ignored ones included`;

function parseJson(bytes: Uint8Array): unknown {
  const most = { depth: BODY_BOUNDS.depth, commas: BODY_BOUNDS.values };
  // There are fewer commas than values: no body within the bounds is refused.
  const { depth, commas } = measureJson(bytes, most);
  if (depth > most.depth) throw invalid(TOO_DEEP);
  if (commas > most.commas) throw invalid(TOO_MANY_VALUES);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The body must be UTF-8');
  }
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says quotes the body.
    throw invalid('The body must be JSON');
  }
}
