import { isoTime } from '../domain/iso-time.ts';
import type { Credential } from '../service/key-ring.ts';
import type { ReadRoute } from './route.ts';
import { SYNCS_PER_HOUR } from './sync-budgets.ts';

/** The version of the API's description, by the API contract. */
export const API_VERSION = '1.0';

/** Whether a key works, and what it opens. */
export const status: ReadRoute = {
  path: '/v1/status',
  scope: null,
  parameters: {},
  handle: ({ credential, now }) => `${lasting(credential)},"server_time":"${isoTime(now)}"}`,
};

const known = new WeakMap<Credential, string>();

/** All but the time, up to the closing brace. A credential is made anew when anything about it changes. */
function lasting(credential: Credential): string {
  let text = known.get(credential);
  if (text === undefined) {
    text = JSON.stringify(describe(credential)).slice(0, -1);
    known.set(credential, text);
  }
  return text;
}

const describe = (credential: Credential) => ({
  status: 'ok',
  mode: credential.mode,
  company: credential.company,
  key: {
    id: credential.keyId,
    name: credential.name,
    hint: credential.hint,
    scopes: [...credential.scopes],
    created_at: isoTime(credential.createdAt),
    expires_at: isoTime(credential.expiresAt),
  },
  limits: {
    requests_per_minute: credential.requestsPerMinute,
    syncs_per_hour: SYNCS_PER_HOUR,
  },
  api_version: API_VERSION,
});
