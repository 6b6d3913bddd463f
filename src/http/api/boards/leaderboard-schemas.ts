import * as v from 'valibot';
import { PERIODS } from '../../../domain/period.ts';
import { define, object, whole } from '../../../domain/schema.ts';
import { choice } from '../../parameters.ts';
import { departmentOrNull, personFields } from '../schemas.ts';

export const period = v.optional(
  v.pipe(
    choice(PERIODS),
    v.description(
      'Which XP counts. `this_month` begins on the 1st in UTC; `last_3_months` and `last_year` are the current ' +
        'month with the two or eleven before it.',
    ),
  ),
  'all_time',
);

export const leaderboardRow = define(
  'LeaderboardRow',
  object('One employee in a leaderboard.', {
    rank: whole('Company-wide rank in the period. No two people share one.', 1),
    ...personFields,
    department: departmentOrNull,
    level: whole('Follows from all-time XP, whatever the period.', 1, 100),
    xp: whole(
      'XP earned in the period, which decides the order. A correction can take it below 0.',
    ),
  }),
);

/** The pagination of a response that is always complete. */
export const noNextPage = object('There is never a second page.', {
  next_cursor: v.pipe(v.null(), v.description('Always null.')),
});
