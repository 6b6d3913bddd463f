import type { IncomingMessage } from 'node:http';
import { SESSION_MS } from '../../service/portal/sessions.ts';
import type { Site } from '../site.ts';

/**
 * The name and flags of the session's cookie. Browsers keep a `__Host-` cookie to one host and to HTTPS. Some of them
 * take no Secure cookie over HTTP even from their own machine, so there it is another one.
 */
const cookieOf = ({ security }: Site) =>
  security === 'https'
    ? { name: '__Host-engaged', flags: 'Path=/; HttpOnly; SameSite=Lax; Secure' }
    : { name: 'engaged', flags: 'Path=/; HttpOnly; SameSite=Lax' };

export const setCookie = (site: Site, token: string): string => {
  const { name, flags } = cookieOf(site);
  return `${name}=${token}; Max-Age=${SESSION_MS / 1_000}; ${flags}`;
};

export const clearCookie = (site: Site): string => {
  const { name, flags } = cookieOf(site);
  return `${name}=; Max-Age=0; ${flags}`;
};

/** The token of a session; undefined without exactly one of its form. */
export function readCookie({ headers }: IncomingMessage, site: Site): string | undefined {
  const { name } = cookieOf(site);
  const tokens = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [token = '', ...others] = tokens;
  return others.length === 0 && /^[\w-]{43}$/.test(token) ? token : undefined;
}
