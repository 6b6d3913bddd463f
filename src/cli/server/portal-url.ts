import { InvalidArgumentError } from 'commander';
import { addressOf } from '../../http/base-path.ts';
import type { Database } from '../../store/database.ts';
import * as deployment from '../../store/operations/deployment.ts';
import type { Context } from '../context.ts';
import { PUBLIC_URL_FORM, parsePublicUrl } from './public-url.ts';

/** The address of a link to the portal. */
export const portalLinkUrl = (baseUrl: string, secret: string): string =>
  `${baseUrl}/portal/link/${secret}`;

/** Where browsers reach the service: as the setting says, else where the service was started last. */
export const publicUrlOf = ({ env }: Context, db: Database): string =>
  env.ENGAGED_PUBLIC_URL
    ? env.ENGAGED_PUBLIC_URL.replace(/\/$/, '')
    : (db.one(deployment.findAddress, {})?.address ??
      `http://localhost:${env.ENGAGED_PORT || 8080}`);

/** The option that names the address. */
export const urlOption = [
  '--url <url>',
  'address of the service (default: ENGAGED_PUBLIC_URL, or where the service was started last)',
  address,
] as const;

function address(text: string): string {
  const url = parsePublicUrl(text);
  if (url) return addressOf(url);
  throw new InvalidArgumentError(`It must be ${PUBLIC_URL_FORM}.`);
}
