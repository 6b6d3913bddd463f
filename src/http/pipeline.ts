import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scope } from '../domain/api-key.ts';
import { EngagedError, SCHEMA_NEWER } from '../domain/errors.ts';
import { newId } from '../domain/id.ts';
import { type Credential, KeyCache } from '../service/keys/key-cache.ts';
import { KeyUsageTracker } from '../service/keys/key-usage.ts';
import { describeError, type LogFields, type Logger } from '../service/operations/log.ts';
import { toDataFileFault } from '../store/files/data-file-fault.ts';
import { findCredential, findRequestError } from './admission/authentication.ts';
import { clientAddress, type TrustedProxies } from './admission/client-address.ts';
import { RateLimiter } from './admission/rate-limiter.ts';
import { RosterSyncs, refuseSync } from './api/roster/roster-sync.ts';
import { syncRoster } from './api/roster/sync-roster.ts';
import type { ReadEndpoint, Services } from './endpoint.ts';
import { ignoredParameters } from './ignored-parameters.ts';
import type { MetricsPage } from './metrics/page.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import { createPages, type Pages } from './pages.ts';
import type { PathParameters } from './parameters.ts';
import { NO_PORTAL, type Portal } from './portal.ts';
import {
  addressLimitExceeded,
  INVALID_PATH,
  invalidKey,
  keyLimitExceeded,
  missingScope,
  NOT_FOUND,
  type Problem,
  problemOf,
} from './response/problems.ts';
import { findEndpoint, type Match, pathOf } from './router.ts';
import { accessLineOf, unreadableLineOf, type WriteAccessLine } from './server/access-line.ts';
import { BODY_LIMIT, discardBody } from './server/body.ts';
import { Exchange, type ExchangeHost } from './server/exchange.ts';
import { Outbox } from './server/outbox.ts';
import { respondToWrite } from './writes.ts';

/** What an endpoint is asked for, by a request that was admitted. */
type Admitted = { credential: Credential; url: string; path: PathParameters };

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
  /** The pages for people who sign in; none without it. */
  portal?: Portal | undefined;
  /** Undefined without an access log. */
  accessLog?: WriteAccessLine | undefined;
  /** Undefined if there is no metrics token: then the page does not exist. */
  metricsPage?: MetricsPage | undefined;
};

/** How many addresses and keys have rate limit windows at once: some 10 MB. */
const RATE_LIMIT_ENTRIES = { addresses: 100_000, keys: 10_000 };

/** Responses slower than this many seconds are logged. */
const SLOW_SECONDS = 1;

/** The API: takes each request that Node's server parsed and sends its one response. */
export class Api implements ExchangeHost {
  readonly log: Logger;
  /** When keys were last used, until it is recorded. */
  readonly keyUses = new KeyUsageTracker();
  readonly trustedProxies: TrustedProxies;
  readonly ipLimit: number;
  readonly outbox = new Outbox();
  /** Set while the server is shutting down: every response then closes its connection. */
  isClosing = false;
  readonly #options: ApiOptions;
  readonly #keys: KeyCache;
  readonly #perAddress = new RateLimiter(RATE_LIMIT_ENTRIES.addresses);
  readonly #perKey = new RateLimiter(RATE_LIMIT_ENTRIES.keys);
  readonly #rosterSyncs: RosterSyncs;
  readonly #pages: Pages;
  readonly #portal: Portal;

  constructor(options: ApiOptions) {
    this.log = options.log;
    this.trustedProxies = options.trustedProxies;
    this.ipLimit = options.ipLimit;
    this.#options = options;
    const { services, metricsPage, portal = NO_PORTAL } = options;
    this.#portal = portal;
    this.#keys = new KeyCache(services.db);
    this.#rosterSyncs = new RosterSyncs(services);
    this.#pages = createPages({ services, metricsPage });
  }

  /** A new request id, for the response and the log. */
  newRequestId(): string {
    return newId(this.#options.now());
  }

  /**
   * Handles one request.
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
    const exchange = new Exchange(req, res, this, { requestId: newId(now), now, isWaiting });
    const path = pathOf(req.url ?? '');
    if (path !== undefined && this.#portal.owns(path)) this.#portal.prepare(exchange);
    const flaw = findRequestError(req) ?? knownFlaw;
    if (flaw) exchange.closesConnection = true;
    const problem = this.#checkAddress(exchange, path) ?? flaw;
    if (problem) exchange.refuse(problem);
    else this.#route(exchange, path).catch((error) => this.#fail(exchange, error));
    return exchange;
  }

  async #route(exchange: Exchange, path: string | undefined): Promise<void> {
    const { method, url = '' } = exchange.req;
    if (path === undefined) return exchange.refuse(INVALID_PATH);
    const match = findEndpoint(method, path);
    if (match) return this.#serve(exchange, match, url);
    if (this.#portal.owns(path)) return this.#portal.respond(exchange, path);
    if (!this.#pages.has(method, path)) return exchange.refuse(NOT_FOUND);
    exchange.route = path;
    if (await discardBody(exchange)) await this.#pages.respond(exchange, path);
  }

  /** Responds with an endpoint, once the request is admitted. */
  async #serve(exchange: Exchange, { endpoint, path }: Match, url: string): Promise<void> {
    exchange.route = endpoint.path;
    const isSync = 'errors' in endpoint;
    const { body } = exchange;
    const isRefused = isSync
      ? body.kind === 'open'
      : endpoint.method === 'GET' && body.kind === 'sized' && body.length > BODY_LIMIT;
    // However long the refusal takes, nothing that follows such a body is read as a request.
    if (isRefused) exchange.closesConnection = true;
    const { services } = this.#options;
    const { readiness } = services;
    // What the service still has open is not the data any more. Each read checks whether the file is back.
    if (readiness.isFileReplaced && endpoint.method === 'GET') await readiness.check();
    const admitted = this.#admit(exchange, endpoint.scope);
    // At once where it can be: nothing that follows a body which is refused is read as a request.
    const credential = admitted instanceof Promise ? await admitted : admitted;
    if ('status' in credential) {
      return isSync ? refuseSync(exchange, credential) : exchange.refuse(credential);
    }
    if (isSync) return this.#sync(exchange, credential);
    if ('name' in endpoint) {
      return respondToWrite(services, exchange, { credential, endpoint, url, path });
    }
    return this.#read(exchange, endpoint, { credential, url, path });
  }

  /** Whether the key of a request that was admitted is still valid. */
  async isAllowed({ req }: Exchange): Promise<boolean> {
    return (await this.#findCredential(req, this.#options.now())) !== undefined;
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

  // The checks of a request, in their order.

  #checkAddress(exchange: Exchange, path: string | undefined): Problem | undefined {
    const { req, now } = exchange;
    const { ipLimit } = this;
    const forwarded = req.headers['x-forwarded-for'];
    exchange.client = clientAddress(
      req.socket.remoteAddress,
      typeof forwarded === 'object' ? forwarded.join(',') : forwarded,
      this.trustedProxies,
    );
    if (ipLimit === 0) return undefined;
    if (path !== undefined && this.#pages.isMonitoring(req, path)) return undefined;
    const allowance = this.#perAddress.take(exchange.client, ipLimit, now);
    if (allowance.isAllowed) return undefined;
    this.#options.metrics.noteRefusal('address');
    return addressLimitExceeded(allowance.retryAfter);
  }

  async #read(
    exchange: Exchange,
    endpoint: ReadEndpoint,
    { credential, url, path }: Admitted,
  ): Promise<void> {
    const { services } = this.#options;
    if (exchange.body.kind !== 'none') {
      if (!(await discardBody(exchange))) return;
      // The key was found in an earlier snapshot.
      await services.db.refreshSnapshot();
    }
    const found = services.revisions.of(credential.companyId);
    const { revision, generation, epoch } = found instanceof Promise ? await found : found;
    const { now } = exchange;
    const state = { revision, generation, epoch };
    const call = { ...state, services, credential, now, url, path, request: exchange };
    const body = endpoint.isCacheable
      ? services.responses.get(call, () => endpoint.handle(call))
      : endpoint.handle(call);
    // Waiting for a body that is there already would take time for nothing.
    exchange.reply(typeof body === 'string' ? body : await body);
  }

  async #sync(exchange: Exchange, credential: Credential): Promise<void> {
    await this.#rosterSyncs.respond(exchange, credential);
    if (exchange.status === 429) this.#options.metrics.noteRefusal('sync_budget');
  }

  /** Checks key, rate limit and scope. Returns the problem if one of them does not allow the request. */
  #admit(
    exchange: Exchange,
    scope: Scope | null,
  ): Credential | Problem | Promise<Credential | Problem> {
    const found = this.#findCredential(exchange.req, exchange.now);
    return found instanceof Promise
      ? found.then((credential) => this.#check(exchange, credential, scope))
      : this.#check(exchange, found, scope);
  }

  #check(
    exchange: Exchange,
    credential: Credential | undefined,
    scope: Scope | null,
  ): Credential | Problem {
    const { req, now } = exchange;
    if (!credential) return invalidKey(req.headers.authorization !== undefined);
    exchange.keyId = credential.keyId;
    this.keyUses.note(credential, exchange.client, now);
    const allowance = this.#perKey.take(credential.keyId, credential.requestsPerMinute, now);
    exchange.rateLimit = allowance;
    if (!allowance.isAllowed) {
      this.#options.metrics.noteRefusal('key');
      return keyLimitExceeded(allowance.retryAfter);
    }
    if (scope && !credential.scopes.has(scope)) return missingScope(scope);
    return credential;
  }

  #findCredential(
    req: IncomingMessage,
    now: number,
  ): Credential | undefined | Promise<Credential | undefined> {
    const { db } = this.#options.services;
    const find = () => findCredential(this.#keys, req, now);
    const refreshed = db.refreshSnapshot();
    return refreshed ? refreshed.then(find) : find();
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
