import { ROLES, type Role } from '../../../domain/portal-role.ts';
import type { Identity } from '../../../service/portal/identities.ts';
import type { OidcSettings } from './settings.ts';

export type Claims = Readonly<Record<string, unknown>>;

/**
 * The person whom claims describe that were checked.
 *
 * @param claims of the id token
 * @param more of the userinfo endpoint; empty if it was not asked. An email counts only with its own verification
 */
export function readIdentity(
  claims: Claims & { iss: string; sub: string },
  more: Claims,
  settings: OidcSettings,
): Identity {
  const { name, given_name: given, family_name: family } = { ...more, ...claims };
  const { auth_time: at } = claims;
  const parts = typeof name === 'string' ? [name] : [given, family];
  const { roleClaim } = settings;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: verifiedEmail(claims) ?? verifiedEmail(more),
    name: parts.filter((part) => typeof part === 'string').join(' ') || null,
    role: roleClaim === undefined ? null : roleOf(claims[roleClaim] ?? more[roleClaim], settings),
    authenticatedAt: typeof at === 'number' && at > 0 ? Math.trunc(at * 1_000) : 0,
  };
}

/** Microsoft Entra ID has a claim of its own for it: the owner of the email's domain is verified. */
function verifiedEmail(claims: Claims): string | null {
  const { email, xms_edov: ownedDomain, email_verified: verified = ownedDomain } = claims;
  return typeof email === 'string' && YES.some((yes) => yes === verified) ? email : null;
}

const YES: readonly unknown[] = [true, 'true', 1, '1'];

/** The role that gives most, of all that the values of a claim give. */
function roleOf(claim: unknown, { roleMap }: OidcSettings): Role {
  const values = [claim].flat();
  const given = values.map((value) => typeof value === 'string' && roleMap.get(value));
  return ROLES.find((role) => given.includes(role)) ?? 'none';
}
