import { addRoute, createRouter, findRoute } from 'rou3';
import type { ReadEndpoint, SyncEndpoint, WriteEndpoint } from './endpoint.ts';
import type { PathParameters } from './parameters.ts';
import { ENDPOINTS } from './routes.ts';

type KeyedEndpoint = ReadEndpoint | WriteEndpoint | SyncEndpoint;

const router = createRouter<KeyedEndpoint>();
for (const endpoint of [...ENDPOINTS.read, ...ENDPOINTS.write, ENDPOINTS.sync]) {
  addRoute(router, endpoint.method, endpoint.path, endpoint);
}

/** Where a request leads: an endpoint of the API, and the parameters in its path. */
export type Match = { endpoint: KeyedEndpoint; path: PathParameters };

/**
 * Finds the endpoint for a method and a path.
 *
 * @param path as `pathOf` gives it
 */
export function findEndpoint(method: string | undefined, path: string): Match | undefined {
  // The router overlooks them.
  if (EMPTY_SEGMENT.test(path)) return undefined;
  const found = findRoute(router, method === 'HEAD' ? 'GET' : method, path);
  if (!found) return undefined;
  return { endpoint: found.data, path: found.params ?? {} };
}

const EMPTY_SEGMENT = /\/(?:\/|$)/;

/** Paths in which every character stands for itself. */
const PLAIN = /^(?:\/[\w~-]*)+$/;

/** The scheme and the authority of an absolute target (RFC 9112, 3.2.2). */
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * The path of a request's target in its one normal form: without dot segments (RFC 3986, 6.2.2.3), every segment
 * decoded. An encoded slash is left encoded, so that it separates nothing.
 *
 * @returns undefined for a target that is neither a path nor a URL, or cannot be decoded
 */
export function pathOf(target: string): string | undefined {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (PLAIN.test(path)) return path;
  if (path === '*') return path;
  if (!/^[\x21-\x7e]*$/.test(path)) return undefined;
  try {
    const { pathname } = path.startsWith('/')
      ? new URL(`http://localhost${path}`)
      : new URL(ABSOLUTE.test(path) ? path : '');
    return pathname.split('/').map(decodeSegment).join('/');
  } catch {
    return undefined;
  }
}

function decodeSegment(segment: string): string {
  const decoded = decodeURIComponent(segment);
  return /[/\\]/.test(decoded) ? segment : decoded;
}
