import { define, listOf, object, text } from '../../../domain/schema.ts';
import * as values from '../../../store/kudos/kudos-values.ts';
import { readEndpoint } from '../../endpoint.ts';
import { KUDOS } from '../examples.ts';

const kudosValue = define(
  'KudosValue',
  object('Something that a company thanks for.', {
    code: text('Names it in requests.'),
    name: text('For people.'),
  }),
);

export const listKudosValues = readEndpoint({
  path: '/v1/kudos/values',
  operationId: 'listKudosValues',
  tag: 'Thanks',
  isAddition: true,
  scope: 'kudos:read',
  parameters: {},
  isCacheable: true,
  summary: 'List values',
  description: 'The values for which thanks can be given, in the order of the company: at most 50.',
  response: {
    description: 'The values.',
    schema: define(
      'KudosValues',
      object('The values of a company.', { data: listOf(kudosValue, 'The values.') }),
    ),
    example: { data: [{ code: KUDOS.value, name: 'Keep learning' }] },
  },
  typescript: `for (const value of await client.kudosValues()) console.log(value.code, value.name);`,
  handle: async ({ services, credential }) => {
    const rows = await services.db.all(values.list, { companyId: credential.companyId });
    const data = rows.flatMap(({ code, name, isActive }) => (isActive === 1 ? { code, name } : []));
    return JSON.stringify({ data });
  },
});
