import { InvalidArgumentError } from 'commander';
import type { Context } from './context.ts';

/** The address of a link to the portal. */
export const portalLinkUrl = (baseUrl: string, secret: string): string =>
  `${baseUrl}/portal/link/${secret}`;

/** Where browsers reach the service, as far as a command beside it can know. */
export const publicUrlOf = ({ env }: Context): string =>
  env.ENGAGED_PUBLIC_URL
    ? env.ENGAGED_PUBLIC_URL.replace(/\/$/, '')
    : `http://localhost:${env.ENGAGED_PORT || 8080}`;

/** The option that names the address. */
export const urlOption = [
  '--url <url>',
  'address of the service (default: ENGAGED_PUBLIC_URL, or http://localhost:8080)',
  origin,
] as const;

function origin(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new InvalidArgumentError('It must be an http or https address without a path.');
}
