import { H3, type H3Event } from 'h3';
import { LRUCache } from 'lru-cache';
import { NodeRequest } from 'srvx/node';
import type { Exchange } from './exchange.ts';
import { METRICS_PATH } from './metrics/page.ts';
import { badRequest, NOT_FOUND } from './problems.ts';
import type { OpenRoute, ReadRoute, Target } from './route.ts';
import { OPEN_ROUTES, READ_ROUTES, SYNC_PATH } from './routes.ts';

/** What happens to a request once its route is known; what takes time gives a promise. */
export type Answers = {
  open(exchange: Exchange, route: OpenRoute): Promise<void> | undefined;
  read(exchange: Exchange, route: ReadRoute, target: Target): Promise<void> | undefined;
  sync(exchange: Exchange): Promise<void>;
  /** Where there is no such page, its path is one like any other that does not exist. */
  metrics?: (exchange: Exchange) => undefined;
  /** Answers for whatever any of them throws. */
  fail(exchange: Exchange, error: unknown): void;
};

type Answer = (exchange: Exchange) => Promise<void> | undefined;

/** What is remembered of where URLs lead: bytes in all, some ten thousand, and the longest line worth it. */
const REMEMBERED = { bytes: 8 * 1024 * 1024, line: 1_024 };

// What h3 is given back: the answer itself goes straight to Node's response. h3 and srvx never get to
// see a request's body either, because they cancel what they do not like.
const DONE = new Response(null);

/**
 * Gives a function that takes every exchange to its route, or answers that there is none. Finding the route is
 * the dearest part of a short answer, and method and URL alone decide about it, so it is done once for URLs
 * that are asked for again and again.
 */
export function createRouter(answers: Answers): (exchange: Exchange) => void {
  const known = new LRUCache<string, Answer>({
    maxSize: REMEMBERED.bytes,
    sizeCalculation: (_, line) => 512 + 4 * line.length,
  });
  const router = new H3({
    silent: true,
    onError: (error, event) => {
      const exchange = exchangeOf(event);
      if (error.status === 404) exchange.refuse(NOT_FOUND);
      else if (error.status === 400) exchange.refuse(badRequest(400, 'The path is not valid'));
      else answers.fail(exchange, error.cause ?? error);
      return DONE;
    },
  });

  /** @param lead makes the answer to every request of the event's method and URL */
  const on = (method: 'GET' | 'PUT', path: string, lead: (event: H3Event) => Answer) => {
    router.on(method, path, async (event) => {
      const exchange = exchangeOf(event);
      if (EMPTY_SEGMENT.test(event.url.pathname)) {
        exchange.refuse(NOT_FOUND);
        return DONE;
      }
      const answer = lead(event);
      const run: Answer = (exchange) => {
        exchange.route = path;
        try {
          return answer(exchange)?.catch((error) => answers.fail(exchange, error));
        } catch (error) {
          answers.fail(exchange, error);
          return undefined;
        }
      };
      const line = lineOf(exchange);
      if (line.length <= REMEMBERED.line) known.set(line, run);
      await run(exchange);
      return DONE;
    });
  };

  for (const route of OPEN_ROUTES) {
    on('GET', route.path, () => (exchange) => answers.open(exchange, route));
  }
  for (const route of READ_ROUTES) {
    on('GET', route.path, (event) => {
      const { id = '' } = event.context.params ?? {};
      const { url = '' } = exchangeOf(event).req;
      // A copy, because the one in the event holds on to its request.
      const query = event.url.search ? new URLSearchParams(event.url.search) : NO_QUERY;
      const target = { url, id, query };
      return (exchange) => answers.read(exchange, route, target);
    });
  }
  on('PUT', SYNC_PATH, () => (exchange) => answers.sync(exchange));
  const { metrics } = answers;
  if (metrics) on('GET', METRICS_PATH, () => metrics);

  return (exchange) => {
    const answer = known.get(lineOf(exchange));
    if (answer) {
      void answer(exchange);
      return;
    }
    const request = new NodeRequest({ req: exchange.req, res: exchange.res });
    request.context = { exchange };
    try {
      Promise.resolve(router.fetch(request)).catch((error) => answers.fail(exchange, error));
    } catch (error) {
      // h3 builds a URL of the request before it looks after errors.
      answers.fail(exchange, error);
    }
  };
}

// h3 reads a path with a slash at its end as the same path without it.
const EMPTY_SEGMENT = /\/(?:\/|$)/;

const NO_QUERY = new URLSearchParams();

const lineOf = ({ req }: Exchange): string => `${req.method} ${req.url}`;

function exchangeOf(event: H3Event): Exchange {
  const { exchange } = event.context;
  return exchange as Exchange;
}
