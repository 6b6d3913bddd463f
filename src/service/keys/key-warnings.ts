import { DAY_MS } from '../../domain/duration.ts';
import type { Database } from '../../store/database.ts';
import * as apiKeys from '../../store/keys/api-keys.ts';
import { all, type Reading } from '../../store/reading.ts';

/** Keys that expire within this many days cause a warning. */
export const WARNING_DAYS = 30;

/** A warning about a key. `companyId` is the company's public id; times in milliseconds UTC. */
export type KeyWarning = { keyId: string; companyId: string; name: string } & (
  | { about: 'expires_soon'; expiresAt: number; daysLeft: number }
  | { about: 'never_used' | 'old'; ageDays: number }
);

/**
 * What is to be said about a valid key: that it expires within thirty days and has no successor, that it was not used in its
 * first thirty days, or that it is over a year old.
 */
function warningAbout(key: apiKeys.ApiKeyRow, now: number): KeyWarning | undefined {
  const { id: keyId, companyPublicId: companyId, name, expiresAt } = key;
  const about = { keyId, companyId, name };
  const ageDays = Math.floor((now - key.createdAt) / DAY_MS);
  if (expiresAt !== null && key.successorId === null && expiresAt - now < WARNING_DAYS * DAY_MS) {
    const daysLeft = Math.floor((expiresAt - now) / DAY_MS);
    return { ...about, about: 'expires_soon', expiresAt, daysLeft };
  }
  if (key.lastUsedAt === null && ageDays >= WARNING_DAYS) {
    return { ...about, about: 'never_used', ageDays };
  }
  return ageDays > 365 ? { ...about, about: 'old', ageDays } : undefined;
}

/** Warnings about the valid keys of all companies. */
export function* listKeyWarnings(now: number): Reading<KeyWarning[]> {
  const keys = yield* all(apiKeys.listUsable, { now });
  return keys.flatMap((key) => warningAbout(key, now) ?? []);
}

/** The valid keys of a company that expire soon. */
export const listExpiringKeys = (db: Database, companyId: number, now: number) =>
  db
    .all(apiKeys.list, { companyId })
    .filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? now + 1) > now)
    .flatMap((key) => {
      const warning = warningAbout(key, now);
      return warning?.about === 'expires_soon' ? warning : [];
    });
