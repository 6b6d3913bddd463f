import { type EventHandler, H3, H3Event } from 'h3';

const NOWHERE = new URL('http://localhost');

/**
 * Has a route respond to a request without making objects of Node's fetch from a request and to a response that nothing
 * would read: that takes longer than most handlers.
 *
 * @param path decoded; h3 would decode the one of a request only once more
 * @param context what middleware and handlers find in `event.context`
 * @returns what the handler returns, at once if it does; a symbol where no route has the method and the path
 */
export function respondWith(
  app: H3,
  { method, path }: { method: string; path: string },
  context: object,
): ReturnType<EventHandler> {
  const request = { method, _url: NOWHERE } as unknown as ConstructorParameters<typeof H3Event>[0];
  const event = new H3Event(request, context as H3Event['context'], app);
  // The router reads nothing else of it.
  event.url = { pathname: path } as URL;
  return app.handler(event);
}

/** Whether a path has an empty segment, which the router overlooks. */
export const hasEmptySegment = (path: string): boolean => /.\/(?:\/|$)|^\/\//.test(path);

/** How many paths are remembered, and how long they may be: some 10 MB. */
const MOST_PATHS = 30_000;
const LONGEST_PATH = 200;

type Match = ReturnType<H3['~findRoute']>;

/**
 * An app in which a path with an empty segment leads to no route but one for all below it. It remembers which route a path of
 * a `GET` leads to: the router looks at each segment, which takes longer than most of what follows for a response from the cache.
 */
export class RememberingApp extends H3 {
  readonly #known = new Map<string, Match>();

  override '~findRoute'(event: H3Event): Match {
    if (event.req.method !== 'GET') return this.#find(event);
    const path = event.url.pathname;
    const known = this.#known.get(path);
    if (known) return known;
    const found = this.#find(event);
    if (found && path.length <= LONGEST_PATH) {
      if (this.#known.size >= MOST_PATHS) this.#known.clear();
      this.#known.set(path, found);
    }
    return found;
  }

  #find(event: H3Event): Match {
    const found = super['~findRoute'](event);
    const isRight = found?.data.route?.endsWith('**') || !hasEmptySegment(event.url.pathname);
    return isRight ? found : undefined;
  }
}
