import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// Time-based one-time passwords (RFC 6238) as every authenticator app knows them: HMAC-SHA-1, 30 seconds, 6 digits.

const STEP_MS = 30_000;
const DIGITS = 6;

/** Steps by which the two clocks may differ. */
const SKEW = 1;

/** A new secret, as long as the hash (RFC 4226, R6). */
export const newTotpSecret = (): Uint8Array => randomBytes(20);

/** The code of a time step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/**
 * The time step of a code, if it is one of the current ones and later than the last one used.
 *
 * @param now in milliseconds UTC
 * @param lastStep null where none was used yet
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: number; lastStep: number | null },
): number | undefined {
  const current = Math.floor(now / STEP_MS);
  let found: number | undefined;
  for (let step = current - SKEW; step <= current + SKEW; step++) {
    const isFresh = step >= 0 && (lastStep === null || step > lastStep);
    if (isFresh && isSame(totpCode(secret, step), code)) found ??= step;
  }
  return found;
}

const isSame = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Whether a text is a code of an app; anything else is a recovery code. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(withoutSpaces(text));

/** A code as it is compared: people type spaces and hyphens as they see them. */
export const withoutSpaces = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** How many recovery codes somebody gets. */
const RECOVERY_CODES = 10;

/** New recovery codes: 120 random bits each, so that a plain hash of them cannot be searched backwards. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => inGroups(toBase32(randomBytes(15)), '-'));

/** A text in groups of four. */
export const inGroups = (text: string, separator = ' '): string =>
  (text.match(/.{1,4}/g) ?? []).join(separator);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in base 32 (RFC 4648), without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** The address that hands a secret to an authenticator app, also as a QR code. */
export function otpauthUri(
  secret: Uint8Array,
  { account, company }: { account: string; company: string },
): string {
  // A colon separates the two names.
  const issuer = company.replaceAll(':', ' ');
  const label = [issuer, account].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
