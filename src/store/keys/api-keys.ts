import { exec, many, type Of, one, rowsOf } from '../query.ts';

const identity = { companyId: 'integer', id: 'text' } as const;

const record = {
  ...identity,
  name: 'text',
  hint: 'text',
  scopes: 'text',
  requestsPerMinute: 'integer',
  createdAt: 'integer',
  expiresAt: 'integer?',
  revokedAt: 'integer?',
  successorId: 'text?',
  lastUsedAt: 'integer?',
  lastUsedFrom: 'text?',
  mode: 'text',
  companyPublicId: 'text',
  companyName: 'text',
} as const;

/** A key on record, with its company. */
export type ApiKeyRow = Of<typeof record>;

export const create = exec('api-keys/create', {
  ...identity,
  entry: 'integer',
  hash: 'blob',
  hint: 'text',
  name: 'text',
  scopes: 'text',
  requestsPerMinute: 'integer',
  now: 'integer',
  expiresAt: 'integer?',
});

/** A key that has not been revoked. The caller checks whether it has expired. */
export const findUsable = one('api-keys/find_usable', { hash: 'blob' }, record);

export const find = one('api-keys/find', identity, record);

export const list = many('api-keys/list', { companyId: 'integer' }, record);

/** The keys of all companies. */
export const listAll = many('api-keys/list_all', {}, record);

export const revoke = exec('api-keys/revoke', { ...identity, now: 'integer' });

export const supersede = exec('api-keys/supersede', {
  ...identity,
  expiresAt: 'integer',
  successorId: 'text',
});

/** Keys of all companies that are neither revoked nor expired. */
export const listUsable = many('api-keys/list_usable', { now: 'integer' }, record);

/** Keys of all companies that expire between two times, have no successor, and have no event about it yet. */
export const listExpiring = many(
  'api-keys/list_expiring',
  { now: 'integer', until: 'integer' },
  { ...identity, expiresAt: 'integer' },
);

export const noteExpiry = exec('api-keys/note_expiry', { ...identity, now: 'integer' });

/** Records when and by which client keys were last used. */
export const recordUses = exec('api-keys/record_uses', {
  uses: rowsOf({ companyId: 'integer', keyId: 'text', at: 'integer', client: 'text' }),
});
