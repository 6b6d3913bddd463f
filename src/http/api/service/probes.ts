import { SchemaIsNewer } from '../../../domain/errors.ts';
import { constant, define, object } from '../../../domain/schema.ts';
import { notReady } from '../../admission/readiness.ts';
import type { PublicEndpoint } from '../../endpoint.ts';
import { errorResponse, header } from '../../openapi/responses.ts';
import { toProblem } from '../../response/problems.ts';

const HEALTHY = '{"status":"ok"}';

const health = define(
  'Health',
  object('All is well.', {
    status: constant('ok', 'Always `ok`; anything else is an error.'),
  }),
);

/** Whether the process responds at all. */
export const getHealth: PublicEndpoint = {
  path: '/healthz',
  isProbe: true,
  operationId: 'getHealth',
  tag: 'Service',
  isAddition: true,
  summary: 'Liveness probe',
  description: 'Responds as long as the process runs.',
  response: { description: 'The process responds.', schema: health, example: { status: 'ok' } },
  typescript: 'console.log(await client.health());',
  handle: () => HEALTHY,
};

/** Whether the data can be read and written. */
export const getReadiness: PublicEndpoint = {
  path: '/readyz',
  isProbe: true,
  operationId: 'getReadiness',
  tag: 'Service',
  isAddition: true,
  summary: 'Readiness probe',
  description: 'Responds with 200 while the data can be read and written.',
  response: { description: 'The service is ready.', schema: health, example: { status: 'ok' } },
  otherResponses: {
    503: errorResponse({
      description: 'The data cannot be read or written. The message says why.',
      problems: { unavailable: ['Not ready', toProblem(notReady(new SchemaIsNewer()))] },
      headers: { 'Retry-After': header('RetryAfter') },
    }),
  },
  typescript: 'console.log(await client.readiness());',
  handle: async ({ readiness }) => {
    await readiness.probe();
    return HEALTHY;
  },
};
