import type { OpenRoute } from './route.ts';

const OK = '{"status":"ok"}';

/** Whether the process answers at all. */
export const health: OpenRoute = { path: '/healthz', handle: () => OK };

/** Whether the data file can be read and written; 503 with `unavailable` where it cannot. */
export const readiness: OpenRoute = {
  path: '/readyz',
  handle: async ({ readiness }) => {
    await readiness.check();
    return OK;
  },
};
