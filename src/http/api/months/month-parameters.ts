import * as v from 'valibot';
import { MONTH_FORMAT, parseMonth } from '../../../domain/period.ts';
import { OCTOBER } from '../examples.ts';

/** The `{month}` of a path. */
export const month = v.pipe(
  v.string(),
  v.regex(MONTH_FORMAT, 'must be a month such as 2026-10'),
  v.description('The month, in UTC.'),
  v.examples([OCTOBER.month]),
  v.transform((sent) => parseMonth(sent) ?? 0),
);
