import {
  hashApiKey,
  hintOf,
  type Mode,
  newApiKey,
  SCIM_SCOPE,
  SCOPES,
  type Scope,
} from '../../domain/api-key.ts';
import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { requireLabel } from '../../domain/label.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import type { ApiKeyRow } from '../../store/keys/api-keys.ts';
import * as apiKeys from '../../store/keys/api-keys.ts';
import { type CompanyWrite, nextEntry, recordAuditEvent } from '../company/company-write.ts';

/** The API contract's default for requests a minute. */
export const DEFAULT_REQUESTS_PER_MINUTE = 60;

/** A key just issued: the only moment at which the secret itself is known. */
export type IssuedKey = ApiKey & { key: string };

export type NewKey = {
  name: string;
  scopes: readonly Scope[];
  requestsPerMinute: number;
  /** In milliseconds UTC; null never expires. */
  expiresAt: number | null;
};

/**
 * Issues a key for a company; whether it is a live or a test key follows from the company.
 *
 * @throws EngagedError `validation_failed`
 */
export function createKey(write: CompanyWrite, input: NewKey): IssuedKey {
  const issued = issue(write, input);
  recordCreation(write, issued);
  return issued;
}

/** All keys of a company, revoked and expired ones included, oldest first. */
export const listKeys = (db: Database, companyId: number): ApiKey[] =>
  db.all(apiKeys.list, { companyId }).map(toApiKey);

/**
 * Revokes a key permanently. Revoking it again changes nothing.
 *
 * @throws EngagedError `not_found`
 */
export function revokeKey(write: CompanyWrite, id: string): ApiKey {
  const { db, companyId, now } = write;
  const before = requireKey(write, id);
  if (before.revokedAt !== null) return toApiKey(before);
  db.run(apiKeys.revoke, { companyId, id, now });
  recordAuditEvent(write, 'key.revoke', ['api_key', id], {
    before: { revoked_at: null },
    after: { revoked_at: isoTime(now) },
  });
  return toApiKey(requireKey(write, id));
}

/**
 * Issues a successor with the same name, scopes and limit. The old key stays valid for `overlap` milliseconds, or
 * until it expires. A key with an expiry gets a successor with the same lifetime.
 *
 * @throws EngagedError `not_found`; `conflict` for a key that is revoked, expired or already rotated
 */
export function rotateKey(
  write: CompanyWrite,
  id: string,
  overlap: number,
): { issued: IssuedKey; replaced: ApiKey } {
  const { db, companyId, now } = write;
  const before = requireKey(write, id);
  if (before.revokedAt !== null) throw failure('key_revoked');
  if (before.expiresAt !== null && before.expiresAt <= now) {
    throw failure('key_expired');
  }
  if (before.successorId !== null) {
    throw failure('key_replaced');
  }
  const { name, requestsPerMinute } = before;
  const issued = issue(write, {
    name,
    scopes: scopesOf(before),
    requestsPerMinute,
    expiresAt: before.expiresAt === null ? null : now + before.expiresAt - before.createdAt,
  });
  const expiresAt = Math.min(now + overlap, before.expiresAt ?? Number.POSITIVE_INFINITY);
  db.run(apiKeys.supersede, { companyId, id, expiresAt, successorId: issued.id });
  recordAuditEvent(write, 'key.rotate', ['api_key', id], {
    before: { expires_at: isoTime(before.expiresAt), successor_id: null },
    after: { expires_at: isoTime(expiresAt), successor_id: issued.id },
  });
  recordCreation(write, issued);
  return { issued, replaced: toApiKey(requireKey(write, id)) };
}

function issue(write: CompanyWrite, input: NewKey): IssuedKey {
  const { db, companyId, now } = write;
  const name = requireLabel('name', input.name, 150);
  const isForDirectory = input.scopes.includes(SCIM_SCOPE);
  const scopes = isForDirectory
    ? [SCIM_SCOPE]
    : SCOPES.filter((scope) => input.scopes.includes(scope));
  if (scopes.length === 0) throw failure('key_without_scopes', { field: 'scopes' });
  const key = newApiKey(write.mode, isForDirectory);
  const id = newId(now);
  db.run(apiKeys.create, {
    companyId,
    entry: nextEntry(write),
    id,
    hash: hashApiKey(key),
    hint: hintOf(key),
    name,
    scopes: JSON.stringify(scopes),
    requestsPerMinute: input.requestsPerMinute,
    now,
    expiresAt: input.expiresAt,
  });
  return { ...toApiKey(requireKey(write, id)), key };
}

function recordCreation(write: CompanyWrite, issued: ApiKey): void {
  const { id, name, scopes, requests_per_minute, expires_at } = issued;
  recordAuditEvent(write, 'key.create', ['api_key', id], {
    after: { name, scopes, requests_per_minute, expires_at },
  });
}

function requireKey({ db, companyId }: CompanyWrite, id: string): ApiKeyRow {
  const row = db.one(apiKeys.find, { companyId, id });
  if (!row) throw failure('key_not_found');
  return row;
}

/** What a key can be at a moment; `rotated` still works but has a successor. */
export type KeyState = 'active' | 'rotated' | 'expired' | 'revoked';

export function stateOfKey(
  { revoked_at, expires_at, successor_id }: ApiKey,
  now: number,
): KeyState {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired';
  return successor_id === null ? 'active' : 'rotated';
}

/**
 * The key that a reference means: its id, the beginning of it, or its name in any case. A whole id decides alone.
 * Keys in other states than `wanted` are chosen only where no key in one of these matches.
 *
 * @param companyIds the companies to search; null for all
 * @param scope what the key must be able to do, if anything
 * @throws EngagedError `not_found`; `conflict` with the candidates where several match
 */
export function findKey(
  db: Database,
  reference: string,
  wanted: readonly KeyState[],
  { companyIds, now, scope }: { companyIds: readonly number[] | null; now: number; scope?: Scope },
): { id: string; companyId: number } {
  const text = reference.trim();
  const id = text.toLowerCase();
  const nameKey = fold(text);
  const all = db
    .all(apiKeys.listAll, {})
    .filter(({ companyId }) => companyIds === null || companyIds.includes(companyId))
    .filter((row) => scope === undefined || scopesOf(row).includes(scope));
  const byId = all.find((row) => row.id === id);
  if (byId) return byId;
  const matches = all.filter(
    (row) => fold(row.name) === nameKey || (isIdBeginning(id) && row.id.startsWith(id)),
  );
  const inState = matches.filter((row) => wanted.includes(stateOfKey(toApiKey(row), now)));
  const [key, ...others] = inState.length > 0 ? inState : matches;
  if (!key) throw failure('key_not_found');
  if (others.length === 0) return key;
  const candidates = [key, ...others].map(toApiKey);
  throw failure('several_match', {
    things: 'keys',
    ids: describeCandidates(candidates, now),
  });
}

// Shorter ones would match by chance.
const isIdBeginning = (text: string): boolean => /^[\da-f-]{4,36}$/.test(text);

const MAX_CANDIDATES = 10;

function describeCandidates(keys: readonly ApiKey[], now: number): string {
  const named = keys
    .slice(0, MAX_CANDIDATES)
    .map((key) => `${key.id} (${key.hint}, ${stateOfKey(key, now)}, of ${key.company.name})`);
  const more = keys.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const scopesOf = (row: ApiKeyRow): Scope[] => JSON.parse(row.scopes) as Scope[];

/** A key on record with the API's field names. */
export type ApiKey = ReturnType<typeof toApiKey>;

const toApiKey = (row: ApiKeyRow) => ({
  id: row.id,
  hint: row.hint,
  name: row.name,
  mode: row.mode as Mode,
  company: { id: row.companyPublicId, name: row.companyName },
  scopes: scopesOf(row),
  requests_per_minute: row.requestsPerMinute,
  created_at: isoTime(row.createdAt),
  expires_at: isoTime(row.expiresAt),
  revoked_at: isoTime(row.revokedAt),
  last_used_at: isoTime(row.lastUsedAt),
  last_used_from: row.lastUsedFrom,
  successor_id: row.successorId,
});
