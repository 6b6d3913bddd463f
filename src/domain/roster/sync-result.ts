import * as v from 'valibot';
import {
  define,
  enumWithMeanings,
  listOf,
  object,
  oneOf,
  orNull,
  text,
  uuid,
  whole,
} from '../schema.ts';
import { ROW_ERROR_MESSAGES, ROW_WARNING_MESSAGES } from './row-messages.ts';
import type { RowError, RowWarning } from './types.ts';

/** Why nobody was deactivated although it was requested. */
export const DEACTIVATION_SKIPPED_REASONS = ['rejected_rows', 'limit_exceeded'] as const;
export type DeactivationSkippedReason = (typeof DEACTIVATION_SKIPPED_REASONS)[number];

/** Most candidates that a result lists; beyond them they are only counted. */
export const MAX_CANDIDATES_LISTED = 1_000;

const count = (description: string) => whole(description, 0);

/** An active employee who could be deactivated: linked, not protected, and missing from the roster. */
const deactivationCandidate = define(
  'DeactivationCandidate',
  object('Somebody who is not in the roster.', {
    employee_id: uuid('The employee.'),
    external_id: orNull(text("The HR system's key.")),
    email: text('Work email address.'),
  }),
);

export type DeactivationCandidate = v.InferOutput<typeof deactivationCandidate>;

const rowNote = <Code extends string>(
  meanings: Readonly<Record<Code, string>>,
  description: string,
) =>
  object(description, {
    index: count('The row, counted from 0.'),
    external_id: orNull(text("The row's; null if it had none that could be used.")),
    code: enumWithMeanings(meanings, 'For programs. New codes may be added.'),
    message: text('For people. It never repeats a value that was sent.'),
  });

const rowError: v.GenericSchema<RowError> = define(
  'RowError',
  rowNote(ROW_ERROR_MESSAGES, 'Why a row was not applied.'),
);

const rowWarning: v.GenericSchema<RowWarning> = define(
  'RowWarning',
  rowNote(ROW_WARNING_MESSAGES, 'What to check about a row that was applied.'),
);

export const syncResult = define(
  'SyncResult',
  object('`created`, `updated`, `unchanged` and the number of `errors` add up to the rows sent.', {
    created: count('People added.'),
    updated: count(
      'People whose `external_id`, department or job title changed, or who were reactivated.',
    ),
    unchanged: count('Rows that already matched.'),
    reactivated: count('Part of `updated`: deactivated people named again, now active.'),
    deactivated: count('People deactivated by this sync.'),
    departments_created: count('Departments created because a row named an unknown one.'),
    departments_restored: count('Archived departments restored by `department_external_id`.'),
    deactivation_candidates: v.pipe(
      v.array(deactivationCandidate),
      v.maxLength(MAX_CANDIDATES_LISTED),
      v.description(
        'Active people with an `external_id` who are not in the roster, by `employee_id`. They were ' +
          'deactivated only if that was requested and `deactivation_skipped_reason` is null.',
      ),
    ),
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
  }),
);

/** The result of a roster sync: names, meanings and order of the fields are the API contract's. */
export type SyncResult = v.InferOutput<typeof syncResult>;

/** The part of a result that is neither about rows nor about single people. */
export type SyncCounts = Omit<SyncResult, 'deactivation_candidates' | 'errors' | 'warnings'>;
