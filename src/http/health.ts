import { EngagedError } from '../domain/errors.ts';
import * as deployment from '../store/deployment.ts';
import type { OpenRoute } from './route.ts';

const OK = '{"status":"ok"}';

/** How long the writer may take to show that it can write, in milliseconds. */
const PATIENCE = 2_000;

/** Whether the process answers at all. */
export const health: OpenRoute = { path: '/healthz', handle: () => OK };

/** Whether the data file can be read and written; 503 with `unavailable` where it cannot. */
export const readiness: OpenRoute = {
  path: '/readyz',
  handle: async ({ db, writer }) => {
    try {
      db.one(deployment.find, {});
      await within(PATIENCE, writer.probe());
    } catch {
      throw new EngagedError(
        'unavailable',
        'The data file cannot be read or written at the moment',
      );
    }
    return OK;
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
