import { hashApiKey, hintOf, type Mode, newApiKey, SCOPES, type Scope } from '../domain/api-key.ts';
import { conflict, invalid, notFound } from '../domain/errors.ts';
import { newId } from '../domain/id.ts';
import { isoTime } from '../domain/iso-time.ts';
import { requireLabel } from '../domain/label.ts';
import type { ApiKeyRow } from '../store/api-keys.ts';
import * as apiKeys from '../store/api-keys.ts';
import * as companies from '../store/companies.ts';
import type { Database } from '../store/database.ts';
import {
  type CompanyWrite,
  nextEntry,
  recordAuditEvent,
  type WriteContext,
  writeCompany,
} from './company-write.ts';

/** The API contract's default for requests a minute. */
export const DEFAULT_REQUESTS_PER_MINUTE = 60;

/** A key on record. Times in milliseconds UTC. */
export type ApiKey = Omit<ApiKeyRow, 'scopes'> & { scopes: Scope[] };

/** A key just issued: the only moment at which the secret itself is known. */
export type IssuedKey = { key: string; record: ApiKey };

type NewKey = {
  name: string;
  scopes: readonly Scope[];
  requestsPerMinute: number;
  expiresAt: number | null;
};

/**
 * Issues a key for a company; whether it is a live or a test key follows from the company.
 *
 * @throws EngagedError `validation_failed`, `not_found`
 */
export const createKey = (db: Database, order: WriteContext & NewKey): IssuedKey =>
  writeCompany(db, order, (write) => {
    const issued = issue(write, order);
    recordAuditEvent(write, {
      action: 'key.create',
      targetKind: 'api_key',
      targetId: issued.record.id,
      after: auditFields(issued.record),
    });
    return issued;
  });

/** All keys of a company, revoked and expired ones included, oldest first. */
export const listKeys = (db: Database, companyId: number): ApiKey[] =>
  db.all(apiKeys.list, { companyId }).map(toApiKey);

/**
 * Revokes a key permanently. Revoking it again changes nothing.
 *
 * @throws EngagedError `not_found`
 */
export const revokeKey = (db: Database, order: WriteContext & { id: string }): ApiKey =>
  writeCompany(db, order, (write) => {
    const before = requireKey(db, order);
    if (before.revokedAt !== null) return before;
    db.run(apiKeys.revoke, { companyId: order.companyId, id: order.id, now: order.now });
    recordAuditEvent(write, {
      action: 'key.revoke',
      targetKind: 'api_key',
      targetId: order.id,
      before: { revoked_at: null },
      after: { revoked_at: isoTime(order.now) },
    });
    return requireKey(db, order);
  });

/**
 * Issues a successor with the same name, scopes and limit. The old key stays valid for `overlap` milliseconds, or
 * until it expires. A key with an expiry gets a successor with the same lifetime.
 *
 * @throws EngagedError `not_found`; `conflict` for a key that is revoked, expired or already rotated
 */
export const rotateKey = (
  db: Database,
  order: WriteContext & { id: string; overlap: number },
): { issued: IssuedKey; replaced: ApiKey } =>
  writeCompany(db, order, (write) => {
    const { now, companyId, id } = order;
    const before = requireKey(db, order);
    if (before.revokedAt !== null) throw conflict('The key is revoked. Create a new one instead');
    if (before.expiresAt !== null && before.expiresAt <= now) {
      throw conflict('The key has expired. Create a new one instead');
    }
    if (before.successorId !== null) {
      throw conflict('The key already has a successor. Rotate that one instead');
    }
    const lifetime = before.expiresAt === null ? null : before.expiresAt - before.createdAt;
    const issued = issue(write, {
      ...before,
      expiresAt: lifetime === null ? null : now + lifetime,
    });
    const expiresAt = Math.min(now + order.overlap, before.expiresAt ?? Number.POSITIVE_INFINITY);
    db.run(apiKeys.supersede, { companyId, id, expiresAt, successorId: issued.record.id });
    recordAuditEvent(write, {
      action: 'key.rotate',
      targetKind: 'api_key',
      targetId: id,
      before: { expires_at: isoTime(before.expiresAt), successor_id: null },
      after: { expires_at: isoTime(expiresAt), successor_id: issued.record.id },
    });
    recordAuditEvent(write, {
      action: 'key.create',
      targetKind: 'api_key',
      targetId: issued.record.id,
      after: auditFields(issued.record),
    });
    return { issued, replaced: requireKey(db, order) };
  });

function issue(write: CompanyWrite, order: NewKey): IssuedKey {
  const name = requireLabel('name', order.name, 150);
  const scopes = SCOPES.filter((scope) => order.scopes.includes(scope));
  if (scopes.length === 0) throw invalid('scopes must name at least one scope');
  const company = write.db.one(companies.find, { companyId: write.companyId });
  if (!company) throw notFound('Company not found');
  const key = newApiKey(company.mode as Mode);
  const id = newId(write.now);
  write.db.run(apiKeys.create, {
    companyId: write.companyId,
    entry: nextEntry(write),
    id,
    hash: hashApiKey(key),
    hint: hintOf(key),
    name,
    scopes: JSON.stringify(scopes),
    requestsPerMinute: order.requestsPerMinute,
    now: write.now,
    expiresAt: order.expiresAt,
  });
  return { key, record: requireKey(write.db, { companyId: write.companyId, id }) };
}

function requireKey(db: Database, key: { companyId: number; id: string }): ApiKey {
  const row = db.one(apiKeys.find, { companyId: key.companyId, id: key.id });
  if (!row) throw notFound('Key not found. See: engaged key list');
  return toApiKey(row);
}

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  ...row,
  scopes: JSON.parse(row.scopes) as Scope[],
});

const auditFields = (key: ApiKey) => ({
  name: key.name,
  scopes: key.scopes,
  requests_per_minute: key.requestsPerMinute,
  expires_at: isoTime(key.expiresAt),
});
