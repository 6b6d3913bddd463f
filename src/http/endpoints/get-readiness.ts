import type { PublicEndpoint } from '../endpoint.ts';
import { errorResponse, header } from '../openapi/responses.ts';
import { toProblem } from '../problems.ts';
import { notReady } from '../readiness.ts';
import { HEALTHY, health } from './get-health.ts';

/** Whether the data file can be read and written. */
export const getReadiness: PublicEndpoint = {
  path: '/readyz',
  operationId: 'getReadiness',
  tag: 'Service',
  summary: 'Readiness probe',
  description: 'Responds with 200 while the data file is in its place and can be read and written.',
  response: { description: 'The service is ready.', schema: health, example: { status: 'ok' } },
  otherResponses: {
    503: errorResponse({
      description: 'The data file cannot be read or written.',
      problems: { unavailable: ['Not ready', toProblem(notReady())] },
      headers: { 'Retry-After': header('RetryAfter') },
    }),
  },
  typescript: 'console.log(await client.readiness());',
  handle: async ({ readiness }) => {
    await readiness.check();
    return HEALTHY;
  },
};
