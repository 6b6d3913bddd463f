import { createHash } from 'node:crypto';
import { formatWebhookSecret, newWebhookSecret } from '../../domain/webhook/signature.ts';

/** A secret as it is stored: Base64, and until when it signs; null without an end. */
type StoredSecret = { secret: string; until: number | null };

/** As many signatures as a header holds at most. */
const MAX_SECRETS = 3;

const parse = (secrets: string): StoredSecret[] => JSON.parse(secrets) as StoredSecret[];

/** Tells whether the secrets are still those that somebody has seen, without telling them. */
export const secretsVersion = (secrets: string): string =>
  createHash('sha256').update(secrets).digest('base64url').slice(0, 16);

/** The secrets that sign at a moment, the newest first. */
export const signingSecrets = (secrets: string, now: number): Uint8Array[] =>
  parse(secrets)
    .filter(({ until }) => until === null || until > now)
    .map(({ secret }) => Buffer.from(secret, 'base64'));

/**
 * Adds a new secret.
 *
 * @param before the secrets so far, which still sign until `until`, in milliseconds UTC
 */
export function addSecret(
  before: string,
  until: number,
  now: number,
): { secrets: string; shown: string } {
  const secret = newWebhookSecret();
  const older = parse(before)
    .map((one) => ({ ...one, until: Math.min(one.until ?? until, until) }))
    .filter((one) => one.until > now);
  const added = { secret: Buffer.from(secret).toString('base64'), until: null };
  return {
    secrets: JSON.stringify([added, ...older].slice(0, MAX_SECRETS)),
    shown: formatWebhookSecret(secret),
  };
}
