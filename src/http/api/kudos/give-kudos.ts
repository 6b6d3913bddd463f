import { failure } from '../../../domain/errors.ts';
import { kudosReceipt, kudosRequest } from '../../../service/kudos/kudos-schemas.ts';
import type { WriteEndpoint } from '../../endpoint.ts';
import { errorResponse, rateHeaders } from '../../openapi/responses.ts';
import { toProblem } from '../../response/problems.ts';
import { BODY_LIMIT } from '../../server/body-framing.ts';
import { KUDOS, TEODOR } from '../examples.ts';

export const giveKudos: WriteEndpoint = {
  method: 'POST',
  path: '/v1/kudos',
  operationId: 'giveKudos',
  tag: 'Thanks',
  isAddition: true,
  scope: 'kudos:write',
  name: 'giveKudos',
  parameters: {},
  notFound: 'employee_not_found',
  conflict: errorResponse({
    description: 'It cannot be given. Do not retry.',
    problems: {
      allowance_exceeded: [
        'The giver, or the company, has too few points left this month',
        toProblem(failure('kudos_allowance', { cost: 40, left: 20 })),
      ],
      fair_play_limit: [
        "More than 60 % of the giver's allowance would go to one person this month, or the giver has given 100 thanks within a day",
        toProblem(failure('kudos_fair_play', { id: TEODOR.employee_id, left: 5 })),
      ],
      conflict: [
        'Thanks are off, somebody takes no part in them, or the `once` was used for others',
        toProblem(failure('kudos_key_used')),
      ],
    },
    headers: rateHeaders('OrNone'),
  }),
  summary: 'Give thanks',
  description:
    'Thanks up to ten employees in the name of another one, for a value of the company. It costs the giver `points` for ' +
    'each of them from the allowance of the month, and brings each of them coins. Sent again with the same `once`, the ' +
    'request gives the same thanks.',
  requestBody: {
    schema: kudosRequest,
    example: {
      summary: 'Thanks to one person',
      value: {
        from: { email: 'imani.quillfeather@example.com' },
        to: [{ external_id: TEODOR.external_id }],
        points: KUDOS.points,
        message: KUDOS.message,
        value: KUDOS.value,
        once: 'thanks-3391',
      },
    },
    limit: BODY_LIMIT,
  },
  response: {
    description: 'The thanks, given now or before.',
    schema: kudosReceipt,
    example: { ...KUDOS, allowance_left: 75 },
  },
  typescript: `const thanks = await client.giveKudos({
  from: { email: 'imani.quillfeather@example.com' },
  to: [{ employee_id: employeeId }],
  points: 25,
  message: 'You read my whole proposal and asked the one question that mattered.',
  value: 'keep-learning',
  once: 'thanks-3391',
});
console.log(thanks.id, thanks.allowance_left);`,
};
