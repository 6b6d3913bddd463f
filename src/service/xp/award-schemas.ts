import * as v from 'valibot';
import { jsonObject, rowsOf } from '../../domain/body-schema.ts';
import type { ErrorCode } from '../../domain/failure-entry.ts';
import {
  define,
  enumWithMeanings,
  flag,
  listOf,
  object,
  text,
  uuid,
  whole,
} from '../../domain/schema.ts';
import { employeeReference, integerField, labelField, once } from '../request-fields.ts';
import { MAX_ENTRY_AMOUNT } from './ledger-entries.ts';

/** Most awards of one request. */
export const MAX_AWARDS = 1_000;

const amountField = (field: string, description: string) =>
  integerField(field, -MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT, description);

/** A row of a request that awards XP. */
export const awardRow = define(
  'Award',
  v.pipe(
    jsonObject(
      {
        employee: employeeReference,
        amount: amountField('amount', 'XP, not 0; negative to correct.'),
        once,
        coins: v.nullish(
          amountField('coins', 'Coins to add, or to take; the balance never goes below 0.'),
        ),
        reason: v.nullish(labelField('reason', 500, 'Shown to people in the XP history.')),
        at: v.nullish(
          text(
            'The moment it counts for; now if left out. Up to 5 minutes ahead is now, later is an error. ISO 8601 with an offset, or a date.',
          ),
        ),
      },
      'must be an object',
    ),
    v.description('XP for an employee, and coins if wanted.'),
  ),
);

/** The body of a request that awards XP. */
export const awardsBody = define(
  'Awards',
  v.pipe(
    jsonObject(
      { awards: rowsOf(awardRow, MAX_AWARDS, 'The rows, applied in their order.') },
      'must be a JSON object',
    ),
    v.description('The body of a request that awards XP.'),
  ),
);

const awardResult = define(
  'AwardResult',
  object('A row that was applied, now or before.', {
    index: whole('Position of the row in `awards`, from 0.', 0),
    employee_id: uuid('The employee.'),
    applied: flag('False where the same `once` had made this award before.'),
    xp: whole('All-time XP after this row.'),
    level: whole('Level after this row.', 1, 100),
    level_before: whole('Level before this row.', 1, 100),
    badges_awarded: listOf(text('A code.'), 'Codes of the badges that this row earned.'),
  }),
);

/** Why a row was not applied. */
const ERROR_MEANINGS = {
  validation_failed: 'A field is missing or not valid; the message names it.',
  not_found: 'No active employee of the company matches.',
  conflict:
    'The `once` was used before, for another employee, amount or time, or with other coins.',
  insufficient_coins: 'The employee has too few coins to take.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const awardError = define(
  'AwardError',
  object('A row that was not applied.', {
    index: whole('Position of the row in `awards`, from 0.', 0),
    code: enumWithMeanings(ERROR_MEANINGS, 'For programs. New codes may be added.'),
    message: text('For people. It never repeats a value that was sent.'),
  }),
);

/** `applied + repeated + errors.length` is the number of rows. */
export const awardsResult = define(
  'AwardsResult',
  object('What became of the rows.', {
    applied: whole('Rows that were applied.', 0),
    repeated: whole('Rows that had been applied before.', 0),
    results: listOf(awardResult, 'Rows that were applied, now or before, in their order.'),
    errors: listOf(awardError, 'Rows that were not applied, in their order.'),
  }),
);

export type AwardResult = v.InferOutput<typeof awardResult>;
export type AwardError = v.InferOutput<typeof awardError>;
export type AwardsResult = v.InferOutput<typeof awardsResult>;
