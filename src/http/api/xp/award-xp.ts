import { formatNumber } from '../../../domain/number-text.ts';
import { MAX_ENTRY_AMOUNT } from '../../../service/xp/ledger-entries.ts';
import { AWARD_ERROR_CODES, MAX_AWARDS } from '../../../service/xp/xp-awards.ts';
import type { WriteEndpoint } from '../../endpoint.ts';
import {
  define,
  enumWithMeanings,
  flag,
  listOf,
  orNull,
  responseObject,
  text,
  timestamp,
  uuid,
  whole,
} from '../../openapi/schema.ts';
import { TEODOR } from '../examples.ts';
import { employeeReference, once } from '../write-schemas.ts';

/** 1 MB: 1,000 rows with long texts. */
const AWARDS_BODY_LIMIT = 1_048_576;

const amount = (description: string) => ({
  ...whole(description, -MAX_ENTRY_AMOUNT),
  maximum: MAX_ENTRY_AMOUNT,
});

const award = define('Award', {
  description: 'XP for an employee, and coins if wanted.',
  type: 'object',
  properties: {
    employee: employeeReference,
    amount: amount('XP, not 0; negative to correct.'),
    once,
    coins: orNull(amount('Coins to add, or to take; the balance never goes below 0.')),
    reason: orNull({ ...text('Shown to people in the XP history.'), maxLength: 500 }),
    at: orNull(
      timestamp(
        'The moment it counts for; now if left out. Up to 5 minutes ahead is now, later is an error. A date is valid too.',
      ),
    ),
  },
  required: ['employee', 'amount', 'once'],
});

const awardResult = define(
  'AwardResult',
  responseObject('A row that was applied, now or before.', {
    index: whole('Position of the row in `awards`, from 0.', 0),
    employee_id: uuid('The employee.'),
    applied: flag('False where the same `once` had made this award before.'),
    xp: whole('All-time XP after this row.'),
    level: { ...whole('Level after this row.', 1), maximum: 100 },
    level_before: { ...whole('Level before this row.', 1), maximum: 100 },
    badges_awarded: listOf(text('A code.'), 'Codes of the badges that this row earned.'),
  }),
);

const awardError = define(
  'AwardError',
  responseObject('A row that was not applied.', {
    index: whole('Position of the row in `awards`, from 0.', 0),
    code: enumWithMeanings(
      AWARD_ERROR_CODES,
      {
        validation_failed: 'A field is missing or not valid; the message names it.',
        not_found: 'No active employee of the company matches.',
        conflict:
          'The `once` was used before, for another employee, amount or time, or with other coins.',
        insufficient_coins: 'The employee has too few coins to take.',
      },
      'For programs. New codes may be added.',
    ),
    message: text('For people. It never repeats a value that was sent.'),
  }),
);

export const awardXp: WriteEndpoint = {
  method: 'POST',
  path: '/v1/xp/awards',
  operationId: 'awardXp',
  tag: 'XP',
  isAddition: true,
  scope: 'xp:write',
  name: 'awardXp',
  parameters: {},
  summary: 'Award XP',
  description: `Awards XP, and coins if wanted, to up to ${formatNumber(MAX_AWARDS)} employees, and the badges that the XP earns. A 200 means that everything in \`results\` is on disk; leaderboards and stats show it from the next request on.

Each row is judged by itself: one that cannot be applied changes nothing and is listed in \`errors\`; XP and coins of a row are awarded together or not at all. \`applied + repeated\` and the number of \`errors\` add up to the number of rows.

Every row needs a \`once\`, so that a request can be sent again whatever became of it: a row whose \`once\` has made the same award is counted as \`repeated\`. It is the same award if employee, amount and coins are the same.`,
  requestBody: {
    schema: define('Awards', {
      description: 'The body of a request that awards XP.',
      type: 'object',
      properties: {
        awards: {
          ...listOf(award, 'The rows, applied in their order.'),
          minItems: 1,
          maxItems: MAX_AWARDS,
        },
      },
      required: ['awards'],
    }),
    example: {
      summary: 'Two awards, the second to nobody',
      value: {
        awards: [
          {
            employee: { external_id: TEODOR.external_id },
            amount: 40,
            once: 'case-48213',
            reason: 'Closed a support case',
          },
          { employee: { email: 'nobody@example.com' }, amount: 5, once: 'case-48214' },
        ],
      },
    },
    limit: AWARDS_BODY_LIMIT,
  },
  response: {
    description: 'The awards were made, except for the rows in `errors`.',
    schema: define(
      'AwardsResult',
      responseObject('What became of the rows.', {
        applied: whole('Rows that were applied.', 0),
        repeated: whole('Rows that had been applied before.', 0),
        results: listOf(awardResult, 'Rows that were applied, now or before, in their order.'),
        errors: listOf(awardError, 'Rows that were not applied, in their order.'),
      }),
    ),
    example: {
      applied: 1,
      repeated: 0,
      results: [
        {
          index: 0,
          employee_id: TEODOR.employee_id,
          applied: true,
          xp: 1160,
          level: 5,
          level_before: 5,
          badges_awarded: [],
        },
      ],
      errors: [{ index: 1, code: 'not_found', message: 'Employee not found' }],
    },
  },
  typescript: `const { results, errors } = await client.awardXp([
  { employee: { employee_id: employeeId }, amount: 40, once: 'case-48213' },
]);
for (const { employee_id, xp } of results) console.log(employee_id, xp);
for (const { index, message } of errors) console.log(index, message);`,
};
