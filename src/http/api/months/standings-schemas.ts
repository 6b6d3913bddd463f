import * as v from 'valibot';
import { MONTH_FORMAT, parseMonth } from '../../../domain/period.ts';
import { define, flag, responseObject, text, timestamp, whole } from '../../openapi/schema.ts';
import { OCTOBER } from '../examples.ts';

/** The `{month}` of a path. */
export const month = v.pipe(
  v.string(),
  v.regex(MONTH_FORMAT, 'must be a month such as 2026-10'),
  v.description('The month, in UTC.'),
  v.examples([OCTOBER.month]),
  v.transform((sent) => parseMonth(sent) ?? 0),
);

export const closedMonth = define(
  'ClosedMonth',
  responseObject('A closed month.', {
    month: text('The month, in UTC, such as `2026-10`.'),
    closed_at: timestamp('When its standings were kept.'),
    version: whole('Counts how often it was closed. A month that was reopened has another one.', 1),
    people: whole('How many people ranked, those who have left since included.', 0),
    reconstructed: flag(
      'True if it was closed more than 14 days after its end: departments, and who was active, are those of `closed_at`.',
    ),
  }),
);
