import type { Site } from './site.ts';

/** The headers of every page: it runs and loads only what is served here, and cannot be framed. */
const BASE_HEADERS = [
  ...['Content-Type', 'text/html; charset=utf-8'],
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' https: data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
] as const;

// With `no-referrer` a browser would hide the origin of a form.
const HEADERS = [...BASE_HEADERS, 'Referrer-Policy', 'same-origin'] as const;

/** Those of a wall, whose address is a secret. It has no forms. */
const WALL_HEADERS = [
  ...BASE_HEADERS,
  ...['Referrer-Policy', 'no-referrer', 'X-Robots-Tag', 'noindex'],
] as const;

/** Browsers that have seen a page over HTTPS ask for it in no other way, for a year. */
const strictOverHttps = (headers: readonly string[]) => {
  const strict = [...headers, 'Strict-Transport-Security', 'max-age=31536000'];
  return ({ security }: Site): readonly string[] => (security === 'https' ? strict : headers);
};

/** The headers of a page of the portal. */
export const pageHeaders = strictOverHttps(HEADERS);

/** The headers of a wall. */
export const wallHeaders = strictOverHttps(WALL_HEADERS);

/** The address of an asset changes with its content. */
export const ASSET_CACHING = ['Cache-Control', 'public, max-age=31536000, immutable'] as const;
