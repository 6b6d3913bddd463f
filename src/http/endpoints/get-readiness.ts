import { EngagedError } from '../../domain/errors.ts';
import * as deployment from '../../store/deployment.ts';
import type { PublicEndpoint } from '../endpoint.ts';
import { errorResponse } from '../openapi/responses.ts';
import { unavailable } from '../problems.ts';
import { HEALTHY, health } from './get-health.ts';

/** How long the writer may take to show that it can write, in milliseconds. */
const PROBE_TIMEOUT = 2_000;

const NOT_READY = 'The data file cannot be read or written at the moment';

/** Whether the data file can be read and written. */
export const getReadiness: PublicEndpoint = {
  path: '/readyz',
  operationId: 'getReadiness',
  tag: 'Service',
  summary: 'Readiness probe',
  description: 'Responds with 200 while the data file can be read and written.',
  response: { description: 'The service is ready.', schema: health, example: { status: 'ok' } },
  otherResponses: {
    503: errorResponse({
      description: 'The data file cannot be read or written.',
      problems: { unavailable: ['Not ready', unavailable(NOT_READY)] },
    }),
  },
  typescript: 'console.log(await client.readiness());',
  handle: async ({ db, writer }) => {
    try {
      db.one(deployment.find, {});
      await within(PROBE_TIMEOUT, writer.probe());
    } catch {
      throw new EngagedError('unavailable', NOT_READY);
    }
    return HEALTHY;
  },
};

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), milliseconds);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
