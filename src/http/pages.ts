import type { IncomingMessage } from 'node:http';
import type { H3, H3Event } from 'h3';
import { PAGE_HEADERS } from './docs/style.ts';
import type { Services } from './endpoint.ts';
import { METRICS_PATH, type MetricsPage } from './metrics/page.ts';
import { NOT_FOUND } from './response/problems.ts';
import { ENDPOINTS, PAGES } from './routes.ts';
import type { Exchange } from './server/exchange.ts';

/** Carries the error of a handler past h3. */
type FailedContext = { error?: unknown };

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** What is served outside the API proper: probes, documentation, metrics. */
export type Pages = {
  /** Whether a page responds to that method at that path. */
  has(method: string | undefined, path: string): boolean;
  /** Whether it is monitoring that asks, which the limit per address must not refuse. */
  isMonitoring(req: IncomingMessage, path: string): boolean;
  /** Responds to a path that exists; rejects with whatever its handler throws. */
  respond(exchange: Exchange, path: string): Promise<void>;
};

/** @param options.metricsPage undefined where the service has none */
export function createPages(options: {
  services: Services;
  metricsPage: MetricsPage | undefined;
}): Pages {
  const { services, metricsPage } = options;
  const handlers = new Map<string, (event: H3Event) => Response | Promise<Response>>();
  const probes = new Set<string>();
  for (const { path, handle, isProbe } of ENDPOINTS.public) {
    if (isProbe) probes.add(path);
    const respond = async () => new Response(await handle(services), { headers: JSON_HEADERS });
    handlers.set(path, respond);
  }
  for (const { path, html } of PAGES) {
    handlers.set(path, () => new Response(html(), { headers: PAGE_HEADERS }));
  }
  if (metricsPage) {
    const { respond } = metricsPage;
    handlers.set(METRICS_PATH, ({ req }) => respond(req.headers.get('authorization') ?? ''));
  }

  let app: Promise<H3> | undefined;
  const createApp = async (): Promise<H3> => {
    const { H3 } = await import('h3');
    const created = new H3({
      silent: true,
      onError: (error, event) => {
        (event.context as FailedContext).error = error.cause ?? error;
      },
    });
    for (const [path, handle] of handlers) created.get(path, handle);
    return created;
  };

  const has = (method = '', path: string) => ['GET', 'HEAD'].includes(method) && handlers.has(path);
  return {
    has,
    isMonitoring: ({ method, headers: { authorization = '' } }, path) =>
      has(method, path) &&
      (probes.has(path) || (path === METRICS_PATH && !!metricsPage?.isAuthorized(authorization))),
    respond: async (exchange, path) => {
      const { authorization = '' } = exchange.req.headers;
      const context: FailedContext = {};
      // Loaded with the first page: h3 loads Node's fetch, which takes longer than everything else of a start.
      app ??= createApp();
      const response = await (await app).request(path, { headers: { authorization } }, context);
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
