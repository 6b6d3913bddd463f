import * as v from 'valibot';
import { jsonObject, readBody, rowsOf } from '../body-schema.ts';
import { parseJsonBody } from '../json-body.ts';
import { define, object } from '../schema.ts';
import { ROSTER_FIELDS, type RosterField } from './fields.ts';

/** Most rows of one sync request. A local import has no such limit. */
export const MAX_ROWS = 5_000;

/** Most employees that a caller may allow a sync to deactivate. */
export const MAX_DEACTIVATIONS = 100_000;

/** What a sync asks for. The rows are as `JSON.parse` left them: each is judged by itself. */
export type SyncRequest = {
  employees: unknown[];
  deactivateMissing: boolean;
  /** Null where none was sent. */
  maxDeactivations: number | null;
  /** True: say what would happen, and change nothing. */
  dryRun: boolean;
};

/** One person of a roster. The reader judges each by itself, with the same table of fields. */
const rosterRow = define(
  'RosterRow',
  object(
    'One person of the roster. White space around a text is ignored, lengths are in Unicode code points, ' +
      'and fields other than these are ignored.',
    Object.fromEntries(Object.values(ROSTER_FIELDS).map((field) => [field.name, toEntry(field)])),
  ),
);

function toEntry(field: RosterField) {
  const value = v.pipe(
    field.acceptsNumber ? v.union([v.string(), v.number()]) : v.string(),
    v.metadata({
      description: field.description,
      ...(field.format && { format: field.format === 'day' ? 'date' : field.format }),
      ...(field.empty === 'invalid' && { minLength: 1 }),
      maxLength: field.maxLength,
    }),
  );
  const orNull = field.nullable ? v.nullable(value) : value;
  return field.required ? orNull : v.optional(orNull);
}

const LIMIT = `must be an integer from 1 to ${MAX_DEACTIVATIONS}`;
const FLAG = 'must be a boolean';

/** The body of a roster sync. */
export const rosterSync = define(
  'RosterSync',
  v.pipe(
    jsonObject(
      {
        employees: rowsOf(rosterRow, MAX_ROWS, 'The people. Each row is judged by itself.'),
        // Generators of types take a member with a default for one that is always sent.
        deactivate_missing: v.optional(
          v.pipe(
            v.boolean(FLAG),
            v.description(
              'Deactivate people with an `external_id` who are not in the roster. Without it nobody is.',
            ),
          ),
        ),
        max_deactivations: v.optional(
          v.pipe(
            v.number(LIMIT),
            v.integer(LIMIT),
            v.minValue(1, LIMIT),
            v.maxValue(MAX_DEACTIVATIONS, LIMIT),
            v.description('Deactivate nobody if it would be more people than this.'),
          ),
        ),
        dry_run: v.optional(
          v.pipe(
            v.boolean(FLAG),
            v.description(
              'Respond as the sync would, and change nothing. A dry run counts against the hourly budget like any sync.',
            ),
          ),
        ),
      },
      'must be a JSON object',
    ),
    v.description('A roster, and what to do about people who are not in it.'),
  ),
);

/**
 * Reads the body of a roster sync: UTF-8 (RFC 8259, 8.1), JSON, and the envelope around the rows, which are as `JSON.parse` left
 * them.
 *
 * @throws EngagedError `validation_failed`, several problems joined with `; `
 */
export function parseSyncRequest(bytes: Uint8Array): SyncRequest {
  const sent = readBody(rosterSync, parseJsonBody(bytes), { every: true });
  return {
    employees: sent.employees,
    deactivateMissing: sent.deactivate_missing ?? false,
    maxDeactivations: sent.max_deactivations ?? null,
    dryRun: sent.dry_run ?? false,
  };
}
