import type { PublicEndpoint } from '../endpoint.ts';
import { define, responseObject } from '../openapi/schema.ts';

export const HEALTHY = '{"status":"ok"}';

export const health = define(
  'Health',
  responseObject('All is well.', {
    status: {
      description: 'Always `ok`; anything else is an error.',
      const: 'ok',
      type: 'string',
    },
  }),
);

/** Whether the process responds at all. */
export const getHealth: PublicEndpoint = {
  path: '/healthz',
  operationId: 'getHealth',
  tag: 'Service',
  summary: 'Liveness probe',
  description: 'Responds as long as the process runs.',
  response: { description: 'The process responds.', schema: health, example: { status: 'ok' } },
  typescript: 'console.log(await client.health());',
  handle: () => HEALTHY,
};
