import * as v from 'valibot';
import { UNITS } from '../../../domain/report-period.ts';
import { define, listOf, object, uuid } from '../../../domain/schema.ts';
import { participationSchema } from '../../../service/reports/participation-schema.ts';
import { DEFAULT_PERIODS, MAX_PERIODS, readRange } from '../../../service/reports/report-range.ts';
import { readEndpoint } from '../../endpoint.ts';
import { choice } from '../../parameters.ts';
import { ENGINEERING } from '../examples.ts';
import { departmentNumberOf } from '../people/employee-parameters.ts';

const EXAMPLE = {
  ...{ period: '2026-10', active_people: 288, participants: 181, participation: 0.6285 },
  ...{ signed_in: 164, redeemed: 40, xp: 9_310, coins_earned: 4_120, coins_spent: 2_980 },
  ...{ coins_outstanding: 11_460, badges: 23, joined: 6, left: 2 },
};

const range = (description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{4}-W?\d\d$/, 'must be a month such as 2026-10, or a week such as 2026-W41'),
      v.description(description),
      v.examples(['2026-10']),
    ),
  );

export const getParticipation = readEndpoint({
  path: '/v1/reports/participation',
  operationId: 'getParticipation',
  tag: 'Reports',
  isAddition: true,
  scope: 'reports:read',
  parameters: {
    from: range(`The first period. Left out, there are ${DEFAULT_PERIODS}.`),
    to: range(`The last period, at most ${MAX_PERIODS} with the first. Left out, the present one.`),
    by: v.optional(
      v.pipe(choice(UNITS), v.description('What a period is: a calendar month or an ISO week.')),
      'month',
    ),
    department_id: v.optional(
      v.pipe(
        uuid('Only people in this department and those below it.'),
        v.examples([ENGINEERING.id]),
      ),
    ),
  },
  notFound: 'department_not_found',
  summary: 'Report participation',
  description:
    'What people did in each month or week, in UTC, oldest first. Periods that have not begun are left out. Somebody counts ' +
    'where they were when the period ended, or are now. In a group of fewer than five people, or of another number that ' +
    'the company has set, every number but `active_people` is null, and so it is where it would tell the numbers of such a group.',
  response: {
    description: 'The periods.',
    schema: define(
      'ParticipationReport',
      object('A report of participation.', {
        data: listOf(participationSchema, 'The periods, oldest first.'),
      }),
    ),
    example: { data: [EXAMPLE] },
  },
  query: 'from=2026-01&to=2026-12',
  typescript: `for (const month of await client.participation({ from: '2026-01', to: '2026-12' })) {
  console.log(month.period, month.participation);
}`,
  handle: async (call, { from, to, by: unit, department_id = null }) => {
    const { companyId } = call.credential;
    const range = readRange({ unit, from, to }, call.now);
    const departmentNumber = await departmentNumberOf(call, department_id);
    const { reports } = call.services;
    const data = await reports.participation({ companyId, unit, ...range, departmentNumber });
    return JSON.stringify({ data });
  },
});
