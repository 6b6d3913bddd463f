import { ENDPOINTS } from './routes.ts';

/** What each route reads of the query. */
const KNOWN: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ENDPOINTS.read.map(({ path, parameters }) => {
    const names = Object.keys(parameters).filter((name) => name !== 'id');
    return [path, new Set(names)];
  }),
);

/** A name fit for a log: anything else could be a value, or a key, that was sent as a name. */
const HARMLESS = /^(?!.*svc_)[\w.[\]-]{1,64}$/;

const MOST_NAMES = 10;

/**
 * The names of the parameters in a query that its route does not know, for the log; undefined where there are
 * none. A name that cannot be shown is a question mark.
 */
export function ignoredParameters(route: string | null, url = ''): string | undefined {
  const start = url.indexOf('?');
  if (route === null || start === -1) return undefined;
  const known = KNOWN.get(route);
  const names = [...new Set(new URLSearchParams(url.slice(start)).keys())];
  const ignored = names.filter((name) => !known?.has(name));
  if (ignored.length === 0) return undefined;
  return ignored
    .slice(0, MOST_NAMES)
    .map((name) => (HARMLESS.test(name) ? name : '?'))
    .join(',');
}
