import { H3, type H3Event } from 'h3';
import { NodeRequest } from 'srvx/node';
import type { Exchange } from './exchange.ts';
import { METRICS_PATH } from './metrics/page.ts';
import { badRequest, NOT_FOUND } from './problems.ts';
import type { OpenRoute, ReadRoute } from './route.ts';
import { OPEN_ROUTES, READ_ROUTES, SYNC_PATH } from './routes.ts';

/** Where a read was routed to: the `{id}` of its path, empty where there is none, and its query. */
export type Target = { id: string; query: URLSearchParams };

/** What happens to a request once its route is known. */
export type Answers = {
  open(exchange: Exchange, route: OpenRoute): Promise<void>;
  read(exchange: Exchange, route: ReadRoute, target: Target): Promise<void>;
  sync(exchange: Exchange): Promise<void>;
  /** Where there is no such page, its path is one like any other that does not exist. */
  metrics?: (exchange: Exchange) => Promise<void>;
  /** Answers for whatever any of them throws. */
  fail(exchange: Exchange, error: unknown): void;
};

// What h3 is given back: the answer itself has gone straight to Node's response by then. h3 and srvx
// never get to see a request's body either, because they cancel what they do not like.
const DONE = new Response(null);

/** Gives a function that takes every exchange to its route, or answers that there is none. */
export function createRouter(answers: Answers): (exchange: Exchange) => void {
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

  const on = (
    method: 'GET' | 'PUT',
    path: string,
    answer: (exchange: Exchange, event: H3Event) => Promise<void>,
  ) => {
    router.on(method, path, async (event) => {
      const exchange = exchangeOf(event);
      exchange.route = path;
      try {
        await answer(exchange, event);
      } catch (error) {
        answers.fail(exchange, error);
      }
      return DONE;
    });
  };

  for (const route of OPEN_ROUTES) {
    on('GET', route.path, (exchange) => answers.open(exchange, route));
  }
  for (const route of READ_ROUTES) {
    on('GET', route.path, (exchange, event) => {
      const { id = '' } = event.context.params ?? {};
      return answers.read(exchange, route, { id, query: event.url.searchParams });
    });
  }
  on('PUT', SYNC_PATH, (exchange) => answers.sync(exchange));
  if (answers.metrics) on('GET', METRICS_PATH, answers.metrics);

  return (exchange) => {
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

function exchangeOf(event: H3Event): Exchange {
  const { exchange } = event.context;
  return exchange as Exchange;
}
