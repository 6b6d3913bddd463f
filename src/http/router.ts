import { addRoute, createRouter, findRoute } from 'rou3';
import type { ReadEndpoint, SyncEndpoint, WriteEndpoint } from './endpoint.ts';
import type { PathParameters } from './parameters.ts';
import { ENDPOINTS } from './routes.ts';

type KeyedEndpoint = ReadEndpoint | WriteEndpoint | SyncEndpoint;

/** What belongs to methods and patterns of paths, such as `/v1/employees/:id`. */
export class RouteTable<T> {
  readonly #router = createRouter<T>();

  constructor(entries: readonly { method: string; path: string; data: T }[]) {
    for (const { method, path, data } of entries) addRoute(this.#router, method, path, data);
  }

  /** @param path as `pathOf` gives it */
  find(
    method: string | undefined,
    path: string,
  ): { data: T; params: Readonly<Record<string, string>> } | undefined {
    // The router overlooks them.
    if (EMPTY_SEGMENT.test(path)) return undefined;
    const found = findRoute(this.#router, method === 'HEAD' ? 'GET' : method, path);
    return found && { data: found.data, params: found.params ?? {} };
  }
}

const EMPTY_SEGMENT = /\/(?:\/|$)/;

const endpoints = new RouteTable<KeyedEndpoint>(
  [...ENDPOINTS.read, ...ENDPOINTS.write, ENDPOINTS.sync].map((endpoint) => ({
    method: endpoint.method,
    path: endpoint.path,
    data: endpoint,
  })),
);

/** Where a request leads: an endpoint of the API, and the parameters in its path. */
export type Match = { endpoint: KeyedEndpoint; path: PathParameters };

/**
 * Finds the endpoint for a method and a path.
 *
 * @param path as `pathOf` gives it
 */
export function findEndpoint(method: string | undefined, path: string): Match | undefined {
  const found = endpoints.find(method, path);
  if (!found) return undefined;
  return { endpoint: found.data, path: found.params };
}

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
