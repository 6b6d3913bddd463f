import { H3, type H3Event } from 'h3';
import { PAGE_HEADERS } from './docs/style.ts';
import type { Services } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { METRICS_PATH, type MetricsPage } from './metrics/page.ts';
import { NOT_FOUND } from './problems.ts';
import { ENDPOINTS, PAGES } from './routes.ts';

/** Carries the error of a handler past h3. */
type FailedContext = { error?: unknown };

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** What is served outside the API proper: probes, documentation, metrics. */
export type Pages = {
  /** Whether a page responds to that method at that path. */
  has(method: string | undefined, path: string): boolean;
  /** Responds to a path that exists; rejects with whatever its handler throws. */
  respond(exchange: Exchange, path: string): Promise<void>;
};

/** @param options.metricsPage undefined where the service has none */
export function createPages(options: {
  services: Services;
  metricsPage: MetricsPage | undefined;
}): Pages {
  const { services, metricsPage } = options;
  const paths = new Set<string>();
  const app = new H3({
    silent: true,
    onError: (error, event) => {
      (event.context as FailedContext).error = error.cause ?? error;
    },
  });
  const add = (path: string, handle: (event: H3Event) => Response | Promise<Response>) => {
    paths.add(path);
    app.get(path, handle);
  };
  for (const { path, handle } of ENDPOINTS.public) {
    add(path, async () => new Response(await handle(services), { headers: JSON_HEADERS }));
  }
  for (const { path, html } of PAGES) {
    add(path, () => new Response(html(), { headers: PAGE_HEADERS }));
  }
  if (metricsPage) {
    add(METRICS_PATH, ({ req }) => metricsPage.respond(req.headers.get('authorization') ?? ''));
  }

  return {
    has: (method = '', path) => ['GET', 'HEAD'].includes(method) && paths.has(path),
    respond: async (exchange, path) => {
      const { authorization = '' } = exchange.req.headers;
      const context: FailedContext = {};
      const response = await app.request(path, { headers: { authorization } }, context);
      if (context.error !== undefined) throw context.error;
      if (response.status === 404) {
        exchange.route = null;
        exchange.refuse(NOT_FOUND);
      } else {
        exchange.reply(await response.text(), [...response.headers].flat());
      }
    },
  };
}
