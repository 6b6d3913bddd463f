import { DAY_MS } from '../../domain/duration.ts';
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
 * Warnings about valid keys: those that expire within thirty days and have no successor, those unused in their
 * first thirty days, and those over a year old.
 */
export function* listKeyWarnings(now: number): Reading<KeyWarning[]> {
  const warnings: KeyWarning[] = [];
  for (const key of yield* all(apiKeys.listUsable, { now })) {
    const { id: keyId, companyPublicId: companyId, name, expiresAt } = key;
    const about = { keyId, companyId, name };
    const ageDays = Math.floor((now - key.createdAt) / DAY_MS);
    if (expiresAt !== null && key.successorId === null && expiresAt - now < WARNING_DAYS * DAY_MS) {
      const daysLeft = Math.floor((expiresAt - now) / DAY_MS);
      warnings.push({ ...about, about: 'expires_soon', expiresAt, daysLeft });
    } else if (key.lastUsedAt === null && ageDays >= WARNING_DAYS) {
      warnings.push({ ...about, about: 'never_used', ageDays });
    } else if (ageDays > 365) {
      warnings.push({ ...about, about: 'old', ageDays });
    }
  }
  return warnings;
}
