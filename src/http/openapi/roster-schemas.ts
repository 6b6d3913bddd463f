import { ROSTER_FIELDS, type RosterField } from '../../domain/roster/fields.ts';
import { ROW_ERROR_MESSAGES, ROW_WARNING_MESSAGES } from '../../domain/roster/row-messages.ts';
import { MAX_DEACTIVATIONS, MAX_ROWS } from '../../domain/roster/sync-request.ts';
import {
  CANDIDATES_LISTED,
  DEACTIVATION_SKIPPED_REASONS,
} from '../../domain/roster/sync-result.ts';
import { ROW_ERROR_CODES, ROW_WARNING_CODES } from '../../domain/roster/types.ts';
import {
  answerObject,
  listOf,
  oneOf,
  oneOfExplained,
  orNull,
  ref,
  type Schema,
  text,
  uuid,
  whole,
} from './schema.ts';

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
    ...(field.format && { format: field.format }),
    ...(field.empty === 'invalid' && { minLength: 1 }),
    maxLength: field.maxLength,
  };
}

const note = <Code extends string>(
  codes: readonly Code[],
  meanings: Readonly<Record<Code, string>>,
  about: string,
): Schema =>
  answerObject(about, {
    index: whole('The row, counted from 0.', 0),
    external_id: orNull(text('Of the row; null if it had none that could be used.')),
    code: oneOfExplained(codes, meanings, 'To branch on. New ones may appear.'),
    message: text('For a person. It repeats nothing that was sent.'),
  });

const count = (description: string): Schema => whole(description, 0);

/** What a roster sync takes and gives. */
export const ROSTER_SCHEMAS: Readonly<Record<string, Schema>> = {
  RosterRow: {
    description:
      'One person of the roster. White space around a text does not count, lengths are in Unicode code points, ' +
      'and fields other than these are ignored.',
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, toSchema(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
  },
  RosterSync: {
    description: 'A roster, and what to do about people whom it does not name.',
    type: 'object',
    properties: {
      employees: {
        ...listOf(ref('RosterRow'), 'The people. Each row is judged by itself.'),
        minItems: 1,
        maxItems: MAX_ROWS,
      },
      deactivate_missing: {
        description: 'Deactivate people with an `external_id` that the roster does not name.',
        type: 'boolean',
        default: false,
      },
      max_deactivations: {
        ...whole('Deactivate nobody if more than this many would be.', 1),
        maximum: MAX_DEACTIVATIONS,
      },
      dry_run: {
        description:
          'Answer as the sync would, and change nothing. It takes its turn and counts against the hourly budget ' +
          'like any other.',
        type: 'boolean',
        default: false,
      },
    },
    required: ['employees'],
  },
  SyncResult: answerObject(
    '`created`, `updated`, `unchanged` and the number of `errors` add up to the rows sent.',
    {
      created: count('People added.'),
      updated: count(
        'People whose `external_id`, department or job title changed, or who were reactivated.',
      ),
      unchanged: count('Rows that matched what is on record.'),
      reactivated: count('Part of `updated`: deactivated people named again, now active.'),
      deactivated: count('People deactivated by this sync.'),
      departments_created: count('Departments made because a row named an unknown one.'),
      departments_restored: count('Archived departments that a row named by external id.'),
      deactivation_candidates: {
        ...listOf(
          ref('DeactivationCandidate'),
          'Active people with an `external_id` that the roster does not name, by `employee_id`. They were ' +
            'deactivated only if that was asked for and `deactivation_skipped_reason` is null.',
        ),
        maxItems: CANDIDATES_LISTED,
      },
      deactivation_candidates_total: count('All of them, also those beyond the list.'),
      unlinked_members: count(
        'Active people without `external_id` whom the roster does not name. No sync deactivates them.',
      ),
      deactivation_limit: count('The most people that this sync could deactivate.'),
      deactivation_skipped_reason: orNull(
        oneOf(
          DEACTIVATION_SKIPPED_REASONS,
          'Why nobody was deactivated although it was asked for; null if nothing stood in the way.',
        ),
      ),
      errors: listOf(ref('RowError'), 'Rows that were not applied, in the order of the request.'),
      warnings: listOf(
        ref('RowWarning'),
        'Rows that were applied but are worth a look, in the order of the request.',
      ),
    },
  ),
  DeactivationCandidate: answerObject('Somebody whom the roster does not name.', {
    employee_id: uuid('Who it is.'),
    external_id: orNull(text("The HR system's key.")),
    email: text('Work address.'),
  }),
  RowError: note(ROW_ERROR_CODES, ROW_ERROR_MESSAGES, 'Why a row was not applied.'),
  RowWarning: note(
    ROW_WARNING_CODES,
    ROW_WARNING_MESSAGES,
    'What is odd about a row that was applied.',
  ),
};
