import { formatNumber } from '../../../domain/number-text.ts';
import { awardsBody, awardsResult, MAX_AWARDS } from '../../../service/xp/award-schemas.ts';
import type { WriteEndpoint } from '../../endpoint.ts';
import { TEODOR } from '../examples.ts';

/** 1 MB: 1,000 rows with long texts. */
const AWARDS_BODY_LIMIT = 1_048_576;

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
    schema: awardsBody,
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
    schema: awardsResult,
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
