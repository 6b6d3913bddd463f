import type { IncomingHttpHeaders } from 'node:http';
import { SESSION_MS } from '../../service/portal/sessions.ts';
import type { Site } from '../request/site.ts';
import { KNOWN_MS } from './known-browser.ts';
import { FLOW_MS } from './oidc/flow.ts';

/** A cookie: its name, the lengths that a value has, and how long browsers keep it, in milliseconds. */
type Cookie = { name: string; lengths: readonly [least: number, most: number]; ms: number };

/** The token of a session. */
export const SESSION_COOKIE: Cookie = { name: 'engaged', lengths: [43, 43], ms: SESSION_MS };

/** A sign-in that has begun, at the OpenID provider or with a password. */
export const FLOW_COOKIE: Cookie = {
  name: 'engaged-sign-in',
  lengths: [100, 3_500],
  ms: FLOW_MS,
};

/** Shows which account has signed in with this browser before. It opens nothing. */
export const BROWSER_COOKIE: Cookie = {
  name: 'engaged-browser',
  lengths: [80, 300],
  ms: KNOWN_MS,
};

/** The language that was chosen in this browser. */
export const LANGUAGE_COOKIE: Cookie = {
  name: 'engaged-language',
  lengths: [2, 10],
  ms: KNOWN_MS,
};

/**
 * The name and flags of a cookie. Browsers keep a `__Host-` cookie to one host and to HTTPS, and send it to all of that host:
 * where the service shares it with others, its cookies go to its path alone. Some browsers take no Secure cookie over HTTP
 * even from their own machine, so there it is another one.
 */
function cookieOf({ security, basePath }: Site, { name }: Cookie) {
  const flags = `Path=${basePath || '/'}; HttpOnly; SameSite=Lax`;
  if (security !== 'https') return { name, flags };
  const prefix = basePath === '' ? '__Host-' : '__Secure-';
  return { name: prefix + name, flags: `${flags}; Secure` };
}

/** The header that sets a cookie; null removes it. */
export function setCookie(site: Site, cookie: Cookie, value: string | null): string {
  const { name, flags } = cookieOf(site, cookie);
  return `${name}=${value ?? ''}; Max-Age=${value === null ? 0 : cookie.ms / 1_000}; ${flags}`;
}

/** The value of a cookie; undefined without exactly one of its form. */
export function readCookie(
  { headers, site }: { headers: IncomingHttpHeaders; site: Site },
  cookie: Cookie,
): string | undefined {
  const { name } = cookieOf(site, cookie);
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value = '', ...others] = values;
  const [least, most] = cookie.lengths;
  const isValid = value.length >= least && value.length <= most && /^[\w-]+$/.test(value);
  return others.length === 0 && isValid ? value : undefined;
}
