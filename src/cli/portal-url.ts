import type { Database } from '../store/database.ts';
import * as deployment from '../store/deployment.ts';
import type { Context } from './context.ts';

/** The address of a link to the portal. */
export const portalLinkUrl = (baseUrl: string, secret: string): string =>
  `${baseUrl}/portal/link/${secret}`;

/** Where browsers reach the service: as the setting says, else where the service was started last. */
export const publicUrlOf = ({ env }: Context, db: Database): string =>
  env.ENGAGED_PUBLIC_URL
    ? env.ENGAGED_PUBLIC_URL.replace(/\/$/, '')
    : (db.one(deployment.findAddress, {})?.address ??
      `http://localhost:${env.ENGAGED_PORT || 8080}`);
