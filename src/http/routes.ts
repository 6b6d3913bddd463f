import { DOCS_HEADERS, docsPage } from './docs/page.ts';
import { health, readiness } from './health.ts';
import { createDocument } from './openapi/document.ts';
import type { Document } from './openapi/document-types.ts';
import { readRoutes } from './read-routes.ts';
import type { OpenRoute, ReadRoute } from './route.ts';
import { API_VERSION, status } from './status.ts';

/** `GET` (and so `HEAD`) on any of these reads something of the company whose key is sent. */
export const READ_ROUTES: readonly ReadRoute[] = [status, ...readRoutes];

/** `PUT` here is the one write of the API. */
export const SYNC_PATH = '/v1/employees/sync';

/** The API in the words of OpenAPI 3.1. */
export const describeApi = once(
  (): Document =>
    createDocument({
      version: API_VERSION,
      readRoutes: READ_ROUTES,
      sync: { path: SYNC_PATH, scope: 'employees:write' },
      openPaths: [health.path, readiness.path, description.path],
    }),
);

const description: OpenRoute = {
  path: '/openapi.json',
  handle: once(() => JSON.stringify(describeApi())),
};

const docs: OpenRoute = {
  path: '/docs',
  headers: DOCS_HEADERS,
  handle: once(() => docsPage(describeApi())),
};

/**
 * Paths outside the API proper: for whoever watches over the process, and for whoever wants to know what
 * it can do. They take no key.
 */
export const OPEN_ROUTES: readonly OpenRoute[] = [health, readiness, description, docs];

/** Most processes never need it, and none needs it twice. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
