import { createHash } from 'node:crypto';

const PLACEHOLDER = /^u-[0-9a-f]{24}@sandbox\.invalid$/;

/**
 * What a sandbox keeps in place of an address. The same address always gives the same placeholder, so people
 * are matched as exactly as in a live company, and `.invalid` (RFC 2606) makes sure no mail ever arrives.
 * The placeholder of a placeholder is itself, so an address read from a sandbox can be used to find its person.
 *
 * @param foldedEmail the address as `fold` gives it
 */
export const placeholderFor = (foldedEmail: string): string =>
  PLACEHOLDER.test(foldedEmail)
    ? foldedEmail
    : `u-${createHash('sha256').update(foldedEmail).digest('hex').slice(0, 24)}@sandbox.invalid`;
