import type { Role } from '../../../domain/portal-role.ts';

/** How people sign in through an OpenID provider. */
export type OidcSettings = {
  /** As the provider writes it: tokens repeat it letter by letter. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button of the sign-in page calls the provider. */
  name: string;
  /** The address of the service, to which the provider sends people back. */
  address: string;
  /** The claim that gives roles; undefined where roles are given here. */
  roleClaim: string | undefined;
  /** The roles that values of the claim give. */
  roleMap: ReadonlyMap<string, Role>;
};

/** The paths in the portal: where a sign-in begins, and where the provider sends people back to. */
export const START_PATH = '/oidc/start';
export const CALLBACK_PATH = '/oidc/callback';

export const redirectUriOf = ({ address }: OidcSettings): string =>
  `${address}/portal${CALLBACK_PATH}`;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether nobody on the way can read along: plain HTTP is for a provider on this machine alone. */
export const isSafeAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
