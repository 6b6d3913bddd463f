import { DAY_MS } from '../../domain/duration.ts';
import type { Reads } from '../../store/database.ts';
import * as apiKeys from '../../store/keys/api-keys.ts';
import { gauge } from './text-format.ts';

/** Bounds the number of time series. */
const MOST_KEYS = 100;

/** How long the keys are valid that expire first. Keys go by their ids. @param now in milliseconds UTC */
export async function renderKeyExpiries(db: Reads, now: number): Promise<string> {
  const keys = await db.all(apiKeys.listUsable, { now });
  const expiring = keys
    .flatMap(({ id, expiresAt }) => (expiresAt === null ? [] : [{ id, expiresAt }]))
    .sort((a, b) => a.expiresAt - b.expiresAt)
    .slice(0, MOST_KEYS);
  return gauge(
    'engaged_key_days_left',
    'Days until a key expires, of the 100 that expire first.',
    expiring.map(({ id, expiresAt }) => [{ key: id }, (expiresAt - now) / DAY_MS]),
  );
}

/** How long the certificate of the service is valid. @param expiresAt in milliseconds UTC; undefined without one */
export const renderCertificateExpiry = (expiresAt: number | undefined, now: number): string =>
  expiresAt === undefined
    ? ''
    : gauge('engaged_certificate_days_left', 'Days until the certificate of tls-cert expires.', [
        [{}, (expiresAt - now) / DAY_MS],
      ]);
