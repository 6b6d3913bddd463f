import { ENDPOINTS } from './routes.ts';

/** The query parameters of each route. */
const KNOWN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ENDPOINTS.read.map(({ path, parameters }) => {
    const names = Object.keys(parameters).filter((name) => !path.includes(`:${name}`));
    return [path, new Set(names)];
  }),
);

/** A name that may be logged: any other one could be a value, or a key, sent as a name. */
const LOGGABLE = /^(?!.*svc_)[\w.[\]-]{1,64}$/;

const MAX_NAMES = 10;

/**
 * The names of the parameters in a query that its route ignores, for the log; undefined if there are none. A name that
 * must not be logged is a question mark.
 */
export function ignoredParameters(route: string | null, url = ''): string | undefined {
  const start = url.indexOf('?');
  if (route === null || start === -1) return undefined;
  const known = KNOWN.get(route);
  const names = [...new Set(new URLSearchParams(url.slice(start)).keys())];
  const ignored = names.filter((name) => !known?.has(name));
  if (ignored.length === 0) return undefined;
  return ignored
    .slice(0, MAX_NAMES)
    .map((name) => (LOGGABLE.test(name) ? name : '?'))
    .join(',');
}
