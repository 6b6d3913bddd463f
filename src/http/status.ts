import type { ReadRoute } from './route.ts';
import { SYNCS_PER_HOUR } from './sync-budgets.ts';

/** The version of the API's description, by the API contract. */
export const API_VERSION = '1.0';

const toTime = (time: number): string => new Date(time).toISOString();

/** Whether a key works, and what it opens. */
export const status: ReadRoute = {
  path: '/v1/status',
  scope: null,
  parameters: {},
  handle: ({ credential, now }) =>
    JSON.stringify({
      status: 'ok',
      mode: credential.mode,
      company: credential.company,
      key: {
        id: credential.keyId,
        name: credential.name,
        hint: credential.hint,
        scopes: [...credential.scopes],
        created_at: toTime(credential.createdAt),
        expires_at: credential.expiresAt === null ? null : toTime(credential.expiresAt),
      },
      limits: {
        requests_per_minute: credential.requestsPerMinute,
        syncs_per_hour: SYNCS_PER_HOUR,
      },
      api_version: API_VERSION,
      server_time: toTime(now),
    }),
};
