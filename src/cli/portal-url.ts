import type { Context } from './context.ts';

/** The address of a link to the portal. */
export const portalLinkUrl = (baseUrl: string, secret: string): string =>
  `${baseUrl}/portal/link/${secret}`;

/** Where browsers reach the service, as far as a command beside it can know. */
export const publicUrlOf = ({ env }: Context): string =>
  env.ENGAGED_PUBLIC_URL
    ? env.ENGAGED_PUBLIC_URL.replace(/\/$/, '')
    : `http://localhost:${env.ENGAGED_PORT || 8080}`;
