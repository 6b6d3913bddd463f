import { health, readiness } from './health.ts';
import { readRoutes } from './read-routes.ts';
import type { OpenRoute, ReadRoute } from './route.ts';
import { status } from './status.ts';

/** Paths outside the API proper, for whoever watches over the process. They take no key. */
export const OPEN_ROUTES: readonly OpenRoute[] = [health, readiness];

/** `GET` (and so `HEAD`) on any of these reads something of the company whose key is sent. */
export const READ_ROUTES: readonly ReadRoute[] = [status, ...readRoutes];

/** `PUT` here is the one write of the API. */
export const SYNC_PATH = '/v1/employees/sync';
