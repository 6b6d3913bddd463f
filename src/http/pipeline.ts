import type { IncomingMessage, ServerResponse } from 'node:http';
import { EngagedError, SCHEMA_NEWER } from '../domain/errors.ts';
import { newId } from '../domain/id.ts';
import { describeError, type LogFields, type Logger } from '../service/operations/log.ts';
import { toDataFileFault } from '../store/files/data-file-fault.ts';
import { Admission } from './admission/admission.ts';
import { findRequestError } from './admission/authentication.ts';
import type { TrustedProxies } from './admission/client-address.ts';
import { syncRoster } from './api/roster/sync-roster.ts';
import { type App, createApp } from './app.ts';
import type { Services } from './endpoint.ts';
import { ignoredParameters } from './ignored-parameters.ts';
import type { MetricsPage } from './metrics/page.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import type { Portal } from './portal.ts';
import { type Problem, problemOf } from './response/problems.ts';
import { accessLineOf, unreadableLineOf, type WriteAccessLine } from './server/access-line.ts';
import { type Answer, Exchange, type ExchangeHost } from './server/exchange.ts';
import { Outbox } from './server/outbox.ts';

/** The dependencies and settings of the API. */
type ApiOptions = {
  services: Services;
  log: Logger;
  /** The clock, in milliseconds UTC; read once a request. */
  now: () => number;
  /** Requests a minute from one address, with or without a key; 0 for no limit. */
  ipLimit: number;
  trustedProxies: TrustedProxies;
  metrics: ServiceMetrics;
  /** The pages for people who sign in. */
  portal: Portal;
  /** Undefined without an access log. */
  accessLog?: WriteAccessLine | undefined;
  /** Undefined if there is no metrics token: then the page does not exist. */
  metricsPage?: MetricsPage | undefined;
};

/** Responses slower than this many seconds are logged. */
const SLOW_SECONDS = 1;

/** The API: takes each request that Node's server parsed, has `App` respond to it, and notes its one response. */
export class Api implements ExchangeHost {
  readonly log: Logger;
  readonly trustedProxies: TrustedProxies;
  readonly ipLimit: number;
  readonly admission: Admission;
  readonly outbox = new Outbox();
  readonly basePath: string;
  /** Set while the server is shutting down: every response then closes its connection. */
  isClosing = false;
  readonly #options: ApiOptions;
  readonly #app: App;

  constructor(options: ApiOptions) {
    const { services, log, ipLimit, trustedProxies, metrics, portal, metricsPage } = options;
    this.log = log;
    this.trustedProxies = trustedProxies;
    this.ipLimit = ipLimit;
    this.basePath = services.basePath;
    this.#options = options;
    this.admission = new Admission({ services, ipLimit, trustedProxies, metrics });
    const { admission } = this;
    this.#app = createApp({ services, admission, metrics, portal, metricsPage, log });
  }

  /** A new request id, for the response and the log. */
  newRequestId(): string {
    return newId(this.#options.now());
  }

  /**
   * Takes a request, which is handled from `begin` on.
   *
   * @param isWaiting whether the client waits for a `100 Continue`
   * @param knownFlaw what was found wrong with the request already
   */
  receive(
    req: IncomingMessage,
    res: ServerResponse,
    isWaiting = false,
    knownFlaw?: Problem,
  ): Exchange {
    const now = this.#options.now();
    const flaw = findRequestError(req) ?? knownFlaw;
    const requestId = newId(now);
    return new Exchange(req, res, this, { requestId, now, isWaiting, flaw });
  }

  /** Handles a request and sends its response. */
  begin(exchange: Exchange): void {
    const fail = (error: unknown) => this.#fail(exchange, error);
    try {
      const answer = this.#app(exchange);
      const send = (ready: Answer) => exchange.answer(ready);
      if (answer instanceof Promise) answer.then(send).catch(fail);
      // Waiting for a body that is there already would take time for nothing.
      else send(answer);
    } catch (error) {
      fail(error);
    }
  }

  /** Whether the key of a request that was admitted is still valid. */
  isAllowed({ req }: Exchange): Promise<boolean> {
    return this.admission.isStillValid(req, this.#options.now());
  }

  /** Ends what waits. Every response from now on closes its connection. */
  beginClosing(): void {
    this.isClosing = true;
    this.#options.services.eventWaits.close();
  }

  /** Counts a response and logs it if it was slow. */
  recordResponse(exchange: Exchange): void {
    const { route, status } = exchange;
    const milliseconds = performance.now() - exchange.startedAt;
    this.#options.accessLog?.(accessLineOf(exchange, milliseconds));
    const seconds = (milliseconds - exchange.waited) / 1_000;
    this.#options.metrics.noteResponse(route, status, seconds);
    if (exchange.keyId !== null) this.#options.metrics.noteKey(exchange.keyId);
    // A sync has a log line of its own.
    const isSlow = seconds > SLOW_SECONDS && route !== syncRoster.path;
    if (isSlow) this.log.warn('slow_request', this.#describe(exchange, seconds));
    else if (this.log.isDebugging) {
      const ignored_parameters = ignoredParameters(route, exchange.req.url);
      this.log.debug('request', { ...this.#describe(exchange, seconds), ignored_parameters });
    }
  }

  /** Puts a request without a response into the access log. */
  recordAbandoned(exchange: Exchange): void {
    const milliseconds = performance.now() - exchange.startedAt;
    this.#options.accessLog?.(accessLineOf(exchange, milliseconds, null));
  }

  /** Logs the response to what could not be read as a request. */
  recordUnreadable(response: { status: number; bytes: number; requestId: string }): void {
    this.#options.accessLog?.(unreadableLineOf(this.#options.now(), response));
    const { status, requestId } = response;
    this.log.debug('request_refused', { request_id: requestId, status });
  }

  #describe({ requestId, req, route, status }: Exchange, seconds: number): LogFields {
    const milliseconds = Math.round(seconds * 10_000) / 10;
    return { request_id: requestId, method: req.method, route, status, milliseconds };
  }

  #fail(exchange: Exchange, error: unknown): void {
    const fault = toDataFileFault(error);
    const refusal = fault ?? (error instanceof EngagedError ? error : undefined);
    if (fault || !refusal || refusal.code === 'internal_error') {
      const { requestId, req, route } = exchange;
      // Where a newer program has the data, a write is refused, and nothing is broken.
      const write = fault?.reason === SCHEMA_NEWER ? this.log.warn : this.log.error;
      write('request_failed', {
        ...{ request_id: requestId, method: req.method, route },
        ...describeError(error),
      });
    }
    exchange.refuse(problemOf(error));
  }
}
