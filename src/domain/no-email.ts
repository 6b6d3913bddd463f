import { createHash } from 'node:crypto';
import { failure } from './errors.ts';
import { isEmail } from './roster/email.ts';
import { domainSpellings } from './sso-domain.ts';

/** Most characters of what stands before the @ of an address (RFC 5321). */
const MAX_LOCAL = 64;
const MAX_DOMAIN = 180;

/**
 * A domain that nobody is mailed at, as it stands in the addresses of people without an email.
 *
 * @throws EngagedError `validation_failed`
 */
export function requireNoEmailDomain(text: string): string {
  const domain = domainSpellings(text)?.at(-1) ?? '';
  const isUsable = domain.length <= MAX_DOMAIN && isEmail(`0@${domain}`);
  if (!isUsable) throw failure('no_email_domain_invalid');
  return domain;
}

/**
 * The address of somebody without an email: their external id at a domain. Other ids always give other addresses, also
 * ignoring case.
 */
export const noEmailAddress = (externalId: string, domain: string): string =>
  `${localPart(externalId)}@${domain}`;

/**
 * An external id in characters that fit an address. Letters begin as capitals, and `_` stands where capitals and small
 * letters take turns, because addresses are the same in either. What fits no address is written as the bytes of UTF-8, each
 * as `=` and two digits. What comes out too long is `==` and a hash instead.
 */
function localPart(externalId: string): string {
  let isSmall = false;
  const written = externalId.replace(/[A-Z]|[a-z]|[^\d+.-]|^\.|\.$|\.(?=\.)/gu, (part) => {
    if (!/^[A-Za-z]$/.test(part)) return bytesOf(part);
    const isTurn = isSmall !== part >= 'a';
    isSmall = part >= 'a';
    return isTurn ? `_${part}` : part;
  });
  if (written.length <= MAX_LOCAL) return written;
  return `==${createHash('sha256')
    .update(externalId)
    .digest('hex')
    .slice(0, MAX_LOCAL - 2)}`;
}

const bytesOf = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('');
