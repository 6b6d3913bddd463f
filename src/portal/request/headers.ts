import type { Site } from '../site.ts';

/** The headers of every page: it runs and loads only what is served here, and cannot be framed. */
const BASE_HEADERS = [
  ...['Content-Type', 'text/html; charset=utf-8'],
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' https: data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
] as const;

// With `no-referrer` a browser would hide the origin of a form.
const HEADERS = [...BASE_HEADERS, 'Referrer-Policy', 'same-origin'] as const;

/** Browsers that have seen the portal over HTTPS ask for it in no other way, for a year. */
const HTTPS_HEADERS = [...HEADERS, 'Strict-Transport-Security', 'max-age=31536000'] as const;

/** The headers of a page of the portal. */
export const pageHeaders = ({ security }: Site): readonly string[] =>
  security === 'https' ? HTTPS_HEADERS : HEADERS;

/** Those of a wall, whose address is a secret. It has no forms. */
export const WALL_HEADERS = [
  ...BASE_HEADERS,
  ...['Referrer-Policy', 'no-referrer', 'X-Robots-Tag', 'noindex'],
] as const;

/** The address of an asset changes with its content. */
export const ASSET_CACHING = ['Cache-Control', 'public, max-age=31536000, immutable'] as const;
