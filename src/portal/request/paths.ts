import type { Params } from './call.ts';

export const ROOT = '/portal';
export const SANDBOX = `${ROOT}/sandbox`;
export const WALL = '/wall';

export const NO_PARAMS: Params = { id: '', code: '', secret: '', session: '' };

/** Where to go after the sign-in, as a query. */
export const returnQuery = (url: string): string =>
  url === ROOT || url === `${ROOT}/` || url.length > 2_000
    ? ''
    : `?next=${encodeURIComponent(url)}`;

/** A path with values in place of its named parts. */
export const pathWith = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
