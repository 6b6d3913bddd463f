import type { Site } from './site.ts';

/** A page runs and loads only what is served here, but for pictures where the operator allows it, and cannot be framed. */
const contentPolicy = (pictures: string): string =>
  `default-src 'none'; style-src 'self'; script-src 'self'; img-src ${pictures}; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** Those of every page. */
const baseHeaders = (pictures: string) => [
  ...['Content-Type', 'text/html; charset=utf-8'],
  ...['Content-Security-Policy', contentPolicy(pictures)],
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
];

/** Browsers that have seen a page over HTTPS ask for it in no other way, for a year. */
const STRICT = ['Strict-Transport-Security', 'max-age=31536000'];

/** Headers with the base and, over HTTPS, those for it. */
const headersWith = (added: readonly string[]) => {
  const make = (pictures: string) => {
    const plain = [...baseHeaders(pictures), ...added];
    return { plain, strict: [...plain, ...STRICT] };
  };
  const own = make("'self' data:");
  const all = make("'self' https: data:");
  return ({ security, externalPictures }: Site): readonly string[] => {
    const { plain, strict } = externalPictures ? all : own;
    return security === 'https' ? strict : plain;
  };
};

/** The headers of a page of the portal. With `no-referrer` a browser would hide the origin of a form. */
export const pageHeaders = headersWith(['Referrer-Policy', 'same-origin']);

/** The headers of a wall, whose address is a secret. It has no forms. */
export const wallHeaders = headersWith([
  ...['Referrer-Policy', 'no-referrer'],
  ...['X-Robots-Tag', 'noindex'],
]);

/** The address of an asset changes with its content. */
export const ASSET_CACHING = ['Cache-Control', 'public, max-age=31536000, immutable'] as const;
