import type { Params } from '../page.ts';

export const ROOT = '/portal';
export const SANDBOX = `${ROOT}/sandbox`;
export const WALL = '/wall';

export const NO_PARAMS: Params = { id: '', code: '', secret: '', session: '' };

/** Whether a path is one of the portal's. */
export const isPortalPath = (path: string): boolean =>
  path === ROOT || path.startsWith(`${ROOT}/`) || path.startsWith(`${WALL}/`);
