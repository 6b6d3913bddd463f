import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scope } from '../domain/api-key.ts';
import { EngagedError } from '../domain/errors.ts';
import { newId } from '../domain/id.ts';
import { type Credential, KeyCache } from '../service/key-ring.ts';
import { KeyUsageTracker } from '../service/key-usage.ts';
import { describeError, type LogFields, type Logger } from '../service/log.ts';
import { toDataFileFault } from '../store/data-file-fault.ts';
import { findCredential, findRequestError } from './authentication.ts';
import { BODY_LIMIT, discardBody, hasBody } from './body.ts';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import type { ReadEndpoint, Services, SyncEndpoint } from './endpoint.ts';
import { syncRoster } from './endpoints/sync-roster.ts';
import { Exchange, type ExchangeHost } from './exchange.ts';
import { ignoredParameters } from './ignored-parameters.ts';
import type { MetricsPage } from './metrics/page.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import { Outbox } from './outbox.ts';
import { createPages, type Pages } from './pages.ts';
import {
  INTERNAL_ERROR,
  INVALID_PATH,
  invalidKey,
  limitExceeded,
  missingScope,
  NOT_FOUND,
  type Problem,
  payloadTooLarge,
  toProblem,
} from './problems.ts';
import { RateLimiter } from './rate-limiter.ts';
import { answerSync, hasLongBody } from './roster-sync.ts';
import { findEndpoint, pathOf } from './router.ts';
import { SyncBudgets } from './sync-budgets.ts';
import { SyncSlots } from './sync-slots.ts';

/** What the API is made of, and how it is set. */
export type ApiOptions = {
  services: Services;
  log: Logger;
  /** The clock, in milliseconds UTC; read once a request. */
  now: () => number;
  /** Requests a minute from one address, keys or not; 0 for no ceiling. */
  ipLimit: number;
  trustedProxies: TrustedProxies;
  metrics: ServiceMetrics;
  /** Undefined if there is no metrics token: then the page does not exist. */
  metricsPage?: MetricsPage | undefined;
};

/** How many addresses and keys are remembered at once: some 10 MB. */
const REMEMBERED = { addresses: 100_000, keys: 10_000 };

/** Responses slower than this many seconds are logged. */
const SLOW_SECONDS = 1;

/** The API: takes requests as Node's server parsed them and sees to their one answer each. */
export class Api implements ExchangeHost {
  readonly log: Logger;
  /** Which keys are used, to be written down now and then. */
  readonly keyUses = new KeyUsageTracker();
  readonly trustedProxies: TrustedProxies;
  readonly outbox = new Outbox();
  /** Set while the server is shutting down: every answer then asks the client to come back elsewhere. */
  isClosing = false;
  readonly #options: ApiOptions;
  readonly #keys: KeyCache;
  readonly #perAddress = new RateLimiter(REMEMBERED.addresses);
  readonly #perKey = new RateLimiter(REMEMBERED.keys);
  readonly #gate: { slots: SyncSlots; budgets: SyncBudgets };
  readonly #pages: Pages;

  constructor(options: ApiOptions) {
    this.log = options.log;
    this.trustedProxies = options.trustedProxies;
    this.#options = options;
    this.#keys = new KeyCache(options.services.db);
    this.#gate = { slots: new SyncSlots(), budgets: new SyncBudgets(options.services.db) };
    const { services, metricsPage } = options;
    this.#pages = createPages({ services, metricsPage });
  }

  /** A new request id, for the response and the log. */
  newRequestId(): string {
    return newId(this.#options.now());
  }

  /**
   * Takes in one request.
   *
   * @param isWaiting whether the client waits for a `100 Continue`
   * @param parserError what Node found wrong with the request already
   */
  receive(
    req: IncomingMessage,
    res: ServerResponse,
    isWaiting = false,
    parserError?: Problem,
  ): Exchange {
    const now = this.#options.now();
    const exchange = new Exchange(req, res, this, { requestId: newId(now), now, isWaiting });
    const flaw = findRequestError(req) ?? parserError;
    if (flaw) exchange.closesConnection = true;
    const problem = this.#checkAddress(exchange) ?? flaw;
    if (problem) exchange.refuse(problem);
    else this.#dispatch(exchange);
    return exchange;
  }

  #dispatch(exchange: Exchange): void {
    try {
      this.#route(exchange)?.catch((error) => this.#fail(exchange, error));
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  /** Routes a request to its endpoint. Returns a promise only for asynchronous work. */
  #route(exchange: Exchange): Promise<void> | undefined {
    const { method, url = '' } = exchange.req;
    const path = pathOf(url);
    if (path === undefined) {
      exchange.refuse(INVALID_PATH);
      return undefined;
    }
    const match = findEndpoint(method, path);
    if (match) {
      const { endpoint, id } = match;
      exchange.route = endpoint.path;
      if (endpoint.method === 'PUT') return this.#answerSync(exchange, endpoint);
      const read = () => this.#answerRead(exchange, endpoint, { url, id });
      const { readiness } = this.#options.services;
      // What the service still has open is not the data any more. Each read checks whether the file is back.
      return readiness.isFileMoved ? readiness.check().then(read) : read();
    }
    if (this.#pages.has(method, path)) {
      exchange.route = path;
      return this.#afterBody(exchange, () => this.#pages.respond(exchange, path));
    }
    exchange.refuse(NOT_FOUND);
    return undefined;
  }

  /** Puts an answer on record. */
  recordResponse(exchange: Exchange): void {
    const { route, status } = exchange;
    const seconds = (performance.now() - exchange.startedAt) / 1_000;
    this.#options.metrics.noteAnswer(route, status, seconds);
    // A roster takes its time, and has a line of its own.
    const isSlow = seconds > SLOW_SECONDS && route !== syncRoster.path;
    if (isSlow) this.log.warn('slow_request', this.#describe(exchange, seconds));
    else if (this.log.isDebugging) {
      const ignored_parameters = ignoredParameters(route, exchange.req.url);
      this.log.debug('request', { ...this.#describe(exchange, seconds), ignored_parameters });
    }
  }

  #describe({ requestId, req, route, status }: Exchange, seconds: number): LogFields {
    const milliseconds = Math.round(seconds * 10_000) / 10;
    return { request_id: requestId, method: req.method, route, status, milliseconds };
  }

  // From here on in the order in which a request meets it.

  #checkAddress(exchange: Exchange): Problem | undefined {
    const { req, now } = exchange;
    const { ipLimit } = this.#options;
    const forwarded = req.headers['x-forwarded-for'];
    exchange.client = clientAddress(
      req.socket.remoteAddress,
      typeof forwarded === 'object' ? forwarded.join(',') : forwarded,
      this.trustedProxies,
    );
    if (ipLimit === 0) return undefined;
    const allowance = this.#perAddress.take(exchange.client, ipLimit, now);
    if (allowance.isAllowed) return undefined;
    this.#options.metrics.noteRefusal('address');
    return limitExceeded('Too many requests from this address', allowance.retryAfter);
  }

  #answerRead(
    exchange: Exchange,
    endpoint: ReadEndpoint,
    target: { url: string; id: string },
  ): Promise<void> | undefined {
    const credential = this.#admit(exchange, endpoint.scope);
    if (!credential) return undefined;
    const { services } = this.#options;
    const { revision } = services.revisions.of(credential.companyId);
    const call = { services, credential, revision, now: exchange.now, ...target };
    return this.#afterBody(exchange, () =>
      reply(
        exchange,
        endpoint.isCacheable
          ? services.responses.get(call, () => endpoint.handle(call))
          : endpoint.handle(call),
      ),
    );
  }

  async #answerSync(exchange: Exchange, { scope }: SyncEndpoint): Promise<void> {
    const credential = this.#admit(exchange, scope, hasLongBody(exchange));
    if (!credential) return;
    await answerSync(this.#options.services, this.#gate, exchange, credential);
    if (exchange.status === 429) this.#options.metrics.noteRefusal('sync_budget');
  }

  /**
   * Key, limit and scope. Refuses the request and gives nothing if one of them is missing.
   *
   * @param withoutRateHeaders whether a 429 is to go without rate headers
   */
  #admit(
    exchange: Exchange,
    scope: Scope | null,
    withoutRateHeaders = false,
  ): Credential | undefined {
    const { req, now } = exchange;
    const credential = findCredential(this.#keys, req, now);
    if (!credential) {
      exchange.refuse(invalidKey(req.headers.authorization !== undefined));
      return undefined;
    }
    this.keyUses.note(credential, exchange.client, now);
    const allowance = this.#perKey.take(credential.keyId, credential.requestsPerMinute, now);
    if (allowance.isAllowed || !withoutRateHeaders) exchange.rateLimit = allowance;
    if (!allowance.isAllowed) {
      this.#options.metrics.noteRefusal('key');
      exchange.refuse(limitExceeded('Too many requests with this API key', allowance.retryAfter));
      return undefined;
    }
    if (scope && !credential.scopes.has(scope)) {
      exchange.refuse(missingScope(scope));
      return undefined;
    }
    return credential;
  }

  /** Reads take no body: one within the limit is discarded, a longer one is refused. */
  #afterBody(
    exchange: Exchange,
    answer: () => Promise<void> | undefined,
  ): Promise<void> | undefined {
    return hasBody(exchange.body) ? this.#discard(exchange, answer) : answer();
  }

  async #discard(exchange: Exchange, answer: () => Promise<void> | undefined): Promise<void> {
    const { body } = exchange;
    let isTooLarge = body.kind === 'sized' && body.length > BODY_LIMIT;
    if (body.kind === 'open' && !exchange.expectsContinue) {
      const how = await discardBody(exchange, BODY_LIMIT);
      if (how === 'gone') return;
      isTooLarge = how === 'too_large';
    }
    if (isTooLarge) exchange.refuse(payloadTooLarge(BODY_LIMIT));
    else await answer();
  }

  #fail(exchange: Exchange, error: unknown): void {
    const fault = toDataFileFault(error);
    if (error instanceof EngagedError && !fault) {
      exchange.refuse(toProblem(error));
      return;
    }
    const { requestId, req, route } = exchange;
    this.log.error('request_failed', {
      ...{ request_id: requestId, method: req.method, route },
      ...describeError(error),
    });
    exchange.refuse(fault ? toProblem(fault) : INTERNAL_ERROR);
  }
}

/** Replies synchronously if the body is ready: a promise would cost another turn of the microtask queue. */
function reply(exchange: Exchange, body: string | Promise<string>): Promise<void> | undefined {
  if (typeof body !== 'string') return body.then((made) => exchange.reply(made));
  exchange.reply(body);
  return undefined;
}
