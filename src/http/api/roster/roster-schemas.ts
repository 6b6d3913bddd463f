import { ROSTER_FIELDS, type RosterField } from '../../../domain/roster/fields.ts';
import { ROW_ERROR_MESSAGES, ROW_WARNING_MESSAGES } from '../../../domain/roster/row-messages.ts';
import { MAX_DEACTIVATIONS, MAX_ROWS } from '../../../domain/roster/sync-request.ts';
import {
  DEACTIVATION_SKIPPED_REASONS,
  MAX_CANDIDATES_LISTED,
  type SyncResult,
} from '../../../domain/roster/sync-result.ts';
import { ROW_ERROR_CODES, ROW_WARNING_CODES } from '../../../domain/roster/types.ts';
import {
  define,
  enumWithMeanings,
  listOf,
  oneOf,
  orNull,
  responseObject,
  type Schema,
  text,
  uuid,
  whole,
} from '../../openapi/schema.ts';

const fields: readonly RosterField[] = Object.values(ROSTER_FIELDS);

function toSchema(field: RosterField): Schema {
  const types = [
    'string',
    ...(field.acceptsNumber ? ['number'] : []),
    ...(field.nullable ? ['null'] : []),
  ];
  return {
    description: field.description,
    type: types.length === 1 ? 'string' : types,
    ...(field.format && { format: field.format === 'day' ? 'date' : field.format }),
    ...(field.empty === 'invalid' && { minLength: 1 }),
    maxLength: field.maxLength,
  };
}

const rosterRow = define('RosterRow', {
  description:
    'One person of the roster. White space around a text is ignored, lengths are in Unicode code points, ' +
    'and fields other than these are ignored.',
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.name, toSchema(field)])),
  required: fields.filter((field) => field.required).map((field) => field.name),
});

export const rosterSync = define('RosterSync', {
  description: 'A roster, and what to do about people who are not in it.',
  type: 'object',
  properties: {
    employees: {
      ...listOf(rosterRow, 'The people. Each row is judged by itself.'),
      minItems: 1,
      maxItems: MAX_ROWS,
    },
    // Generators of types take a member with a default for one that is always sent.
    deactivate_missing: {
      description:
        'Deactivate people with an `external_id` who are not in the roster. Without it nobody is.',
      type: 'boolean',
    },
    max_deactivations: {
      ...whole('Deactivate nobody if it would be more people than this.', 1),
      maximum: MAX_DEACTIVATIONS,
    },
    dry_run: {
      description:
        'Respond as the sync would, and change nothing. A dry run counts against the hourly budget like any sync.',
      type: 'boolean',
    },
  },
  required: ['employees'],
});

const count = (description: string): Schema => whole(description, 0);

const deactivationCandidate = define(
  'DeactivationCandidate',
  responseObject('Somebody who is not in the roster.', {
    employee_id: uuid('The employee.'),
    external_id: orNull(text("The HR system's key.")),
    email: text('Work email address.'),
  }),
);

const rowNote = <Code extends string>(
  codes: readonly Code[],
  meanings: Readonly<Record<Code, string>>,
  description: string,
): Schema =>
  responseObject(description, {
    index: count('The row, counted from 0.'),
    external_id: orNull(text("The row's; null if it had none that could be used.")),
    code: enumWithMeanings(codes, meanings, 'For programs. New codes may be added.'),
    message: text('For people. It never repeats a value that was sent.'),
  });

const rowError = define(
  'RowError',
  rowNote(ROW_ERROR_CODES, ROW_ERROR_MESSAGES, 'Why a row was not applied.'),
);

const rowWarning = define(
  'RowWarning',
  rowNote(ROW_WARNING_CODES, ROW_WARNING_MESSAGES, 'What to check about a row that was applied.'),
);

export const syncResult = define(
  'SyncResult',
  responseObject(
    '`created`, `updated`, `unchanged` and the number of `errors` add up to the rows sent.',
    {
      created: count('People added.'),
      updated: count(
        'People whose `external_id`, department or job title changed, or who were reactivated.',
      ),
      unchanged: count('Rows that already matched.'),
      reactivated: count('Part of `updated`: deactivated people named again, now active.'),
      deactivated: count('People deactivated by this sync.'),
      departments_created: count('Departments created because a row named an unknown one.'),
      departments_restored: count('Archived departments restored by `department_external_id`.'),
      deactivation_candidates: {
        ...listOf(
          deactivationCandidate,
          'Active people with an `external_id` who are not in the roster, by `employee_id`. They were ' +
            'deactivated only if that was requested and `deactivation_skipped_reason` is null.',
        ),
        maxItems: MAX_CANDIDATES_LISTED,
      },
      deactivation_candidates_total: count('All candidates, including those beyond the list.'),
      unlinked_members: count(
        'Active people without `external_id` who are not in the roster. No sync deactivates them.',
      ),
      deactivation_limit: count('The most people that this sync could deactivate.'),
      deactivation_skipped_reason: orNull(
        oneOf(
          DEACTIVATION_SKIPPED_REASONS,
          'Why nobody was deactivated although it was requested; null if nothing prevented it.',
        ),
      ),
      errors: listOf(rowError, 'Rows that were not applied, in the order of the request.'),
      warnings: listOf(
        rowWarning,
        'Rows that were applied but should be checked, in the order of the request.',
      ),
    } satisfies Record<keyof SyncResult, Schema>,
  ),
);
