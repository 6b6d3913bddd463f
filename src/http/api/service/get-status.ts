import * as v from 'valibot';
import { MODES, SCOPES } from '../../../domain/api-key.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import {
  constant,
  define,
  listOf,
  object,
  oneOf,
  orNull,
  text,
  timestamp,
  uuid,
  whole,
} from '../../../domain/schema.ts';
import type { Credential } from '../../../service/keys/key-cache.ts';
import { SYNCS_PER_HOUR } from '../../admission/sync-budgets.ts';
import { readEndpoint } from '../../endpoint.ts';

/** The version of the API, by the API contract. */
export const API_VERSION = '1.0';

const status = define(
  'Status',
  object('A key, and the data it opens.', {
    status: constant('ok', 'The service works.'),
    mode: oneOf(MODES, '`live` keys act on the company, `test` keys on its sandbox.'),
    company: object('The company whose data the key opens.', {
      id: uuid('The company.'),
      name: text("The company's name."),
    }),
    key: object('The key.', {
      id: uuid('What operators know it by.'),
      name: text('The name it was given when it was issued.'),
      hint: text('Its first and last characters.'),
      scopes: listOf(v.picklist(SCOPES), 'What it may do.'),
      created_at: timestamp('When it was issued.'),
      expires_at: orNull(timestamp('When it stops working; null if never.')),
    }),
    limits: object("The key's rate limits.", {
      requests_per_minute: whole('Requests a minute.', 1),
      syncs_per_hour: whole('Roster syncs an hour.', 1),
    }),
    api_version: text('The version of the API.'),
    server_time: timestamp("The service's clock."),
  }),
);

export const getStatus = readEndpoint({
  path: '/v1/status',
  operationId: 'getStatus',
  tag: 'Status',
  scope: null,
  parameters: {},
  summary: 'Check a key',
  description: "The key's company, mode, scopes and rate limits. Every valid key may ask.",
  response: {
    description: 'The key works.',
    schema: status,
    example: {
      status: 'ok',
      mode: 'test',
      company: { id: '019aa5b1-3bff-7001-8c07-91d2e64f0ab3', name: 'Acme (sandbox)' },
      key: {
        id: '019aa5b1-3c41-7000-b5f8-0e7c3a926d14',
        name: 'HR export',
        hint: 'svc_test_…q7Zd',
        scopes: ['employees:read', 'leaderboard:read'],
        created_at: '2026-11-21T09:30:00.000Z',
        expires_at: null,
      },
      limits: { requests_per_minute: 60, syncs_per_hour: 30 },
      api_version: '1.0',
      server_time: '2026-11-21T09:31:12.408Z',
    },
  },
  typescript: `const { mode, company, key } = await client.status();
console.log(\`\${mode} key for \${company.name}, with \${key.scopes.join(', ')}\`);`,
  handle: ({ credential, now }) => `${openStatus(credential)},"server_time":"${isoTime(now)}"}`,
});

/** A credential is made again after every commit, so what depends on nothing else is written once for each. */
const written = new WeakMap<Credential, string>();

/** Everything but the time, without the closing brace. */
function openStatus(credential: Credential): string {
  const text = written.get(credential) ?? JSON.stringify(statusOf(credential)).slice(0, -1);
  written.set(credential, text);
  return text;
}

const statusOf = (credential: Credential): Omit<v.InferOutput<typeof status>, 'server_time'> => ({
  status: 'ok',
  mode: credential.mode,
  company: credential.company,
  key: {
    id: credential.keyId,
    name: credential.name,
    hint: credential.hint,
    scopes: SCOPES.filter((scope) => credential.scopes.has(scope)),
    created_at: isoTime(credential.createdAt),
    expires_at: isoTime(credential.expiresAt),
  },
  limits: {
    requests_per_minute: credential.requestsPerMinute,
    syncs_per_hour: SYNCS_PER_HOUR,
  },
  api_version: API_VERSION,
});
