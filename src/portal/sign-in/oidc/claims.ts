import { ROLES, type Role } from '../../../domain/portal-role.ts';
import type { Identity } from '../../../service/portal/identities.ts';
import type { OidcSettings } from './settings.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** The person whom claims describe that were checked. */
export function readIdentity(
  claims: Claims & { iss: string; sub: string },
  settings: OidcSettings,
): Identity {
  const { name, given_name: given, family_name: family, auth_time: at } = claims;
  const parts = typeof name === 'string' ? [name] : [given, family];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: verifiedEmail(claims),
    name: parts.filter((part) => typeof part === 'string').join(' ') || null,
    role: settings.roleClaim === undefined ? null : roleOf(claims[settings.roleClaim], settings),
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
