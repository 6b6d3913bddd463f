import { defineHandler, type H3Event } from 'h3';
import type { Logger } from '../service/operations/log.ts';
import type { Access, Admission } from './admission/admission.ts';
import { prepareSync, RosterSyncs } from './api/roster/roster-sync.ts';
import { pageUnderBase } from './base-path.ts';
import { PAGE_HEADERS } from './docs/style.ts';
import type { Services } from './endpoint.ts';
import { RememberingApp, respondWith } from './h3.ts';
import { METRICS_PATH, type MetricsPage } from './metrics/page.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import { NO_PARAMETERS, type PathParameters } from './parameters.ts';
import { PICTURE_PATH, respondWithPicture } from './picture.ts';
import type { Portal } from './portal.ts';
import { prepareRead, respondToRead } from './reads.ts';
import { INVALID_PATH, NOT_FOUND } from './response/problems.ts';
import { ENDPOINTS, PAGES } from './routes.ts';
import { scimRoutes } from './scim/routes.ts';
import { discardBody } from './server/body.ts';
import type { Answer, Exchange } from './server/exchange.ts';
import { NO_PATH } from './server/path.ts';
import { respondToWrite } from './writes.ts';

type Responding = Answer | Promise<Answer>;

/** What is declared beside the handler of a route. */
type Route = Access & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | '';
  path: string;
  /** Called before anything is checked. */
  prepare?(exchange: Exchange): void;
};

/** Has the route respond that a request asks for. Throws, or rejects with, what its handler throws. */
export type App = (exchange: Exchange) => Responding;

/** Every route of the process. @param options.metricsPage undefined where the service has none */
export function createApp(options: {
  services: Services;
  admission: Admission;
  metrics: ServiceMetrics;
  portal: Portal;
  metricsPage: MetricsPage | undefined;
  log: Logger;
}): App {
  const { services, admission, metrics, portal, metricsPage, log } = options;
  const syncs = new RosterSyncs(services, metrics);
  const app = new RememberingApp();

  const add = (
    route: Route,
    respond: (exchange: Exchange, path: PathParameters) => Responding,
  ): void => {
    const handler = ({ context }: H3Event) =>
      respond(exchangeOf(context), context.params ?? NO_PARAMETERS);
    app.on(
      route.method,
      route.path,
      defineHandler({ handler, meta: { label: route.path, ...route } }),
    );
  };

  const addPage = (
    route: Omit<Route, 'method'>,
    respond: (exchange: Exchange) => Responding,
  ): void =>
    add({ method: 'GET', ...route }, async (exchange) =>
      (await discardBody(exchange)) ? respond(exchange) : undefined,
    );

  app.use(({ context }, next) => {
    const exchange = exchangeOf(context);
    const route = context.matchedRoute?.meta as Route | undefined;
    route?.prepare?.(exchange);
    const respond = () => (route ? next() : exchange.path === undefined ? INVALID_PATH : NOT_FOUND);
    const refused = admission.admit(exchange, route ?? {});
    if (refused instanceof Promise) return refused.then((problem) => problem ?? respond());
    return refused ?? respond();
  });

  for (const endpoint of ENDPOINTS.read) {
    add({ ...endpoint, prepare: prepareRead }, (exchange, path) =>
      respondToRead(services, exchange, { endpoint, path }),
    );
  }
  for (const endpoint of ENDPOINTS.write) {
    add(endpoint, (exchange, path) => respondToWrite(services, exchange, { endpoint, path }));
  }
  add({ ...ENDPOINTS.sync, prepare: prepareSync }, (exchange) => syncs.respond(exchange));
  for (const { path, isProbe, handle } of ENDPOINTS.public) {
    addPage({ path, isMonitoring: () => isProbe === true }, () => handle(services));
  }
  for (const { path, html } of PAGES) {
    addPage({ path }, () => ({
      text: pageUnderBase(services.basePath, html()),
      headers: PAGE_HEADERS,
    }));
  }
  for (const { respond, ...route } of scimRoutes(services, log)) add(route, respond);
  addPage({ path: PICTURE_PATH }, (exchange) => respondWithPicture(services, exchange));
  if (metricsPage) {
    const { isAuthorized, respond } = metricsPage;
    addPage({ path: METRICS_PATH, isMonitoring: isAuthorized }, respond);
  }
  for (const path of ['/portal/**', '/wall/**']) {
    add({ method: '', path, label: null, prepare: portal.prepare }, portal.respond);
  }

  return (exchange) => {
    const { path = NO_PATH, req } = exchange;
    return respondWith(app, { method: req.method ?? '', path }, { exchange }) as Responding;
  };
}

/** What a handler reads of a request is its exchange. */
const exchangeOf = ({ exchange }: H3Event['context']): Exchange => exchange as Exchange;
