import { createHash } from 'node:crypto';

/**
 * What a sandbox keeps in place of an address. The same address always gives the same stand-in, so people
 * are matched as exactly as in a live company, and `.invalid` (RFC 2606) makes sure no mail ever arrives.
 *
 * @param foldedEmail the address as `fold` gives it
 */
export const standInFor = (foldedEmail: string): string =>
  `u-${createHash('sha256').update(foldedEmail).digest('hex').slice(0, 24)}@sandbox.invalid`;
