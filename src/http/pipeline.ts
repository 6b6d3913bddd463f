import type { IncomingMessage, ServerResponse } from 'node:http';
import { H3, type H3Event, type HTTPError } from 'h3';
import { NodeRequest } from 'srvx/node';
import type { Scope } from '../domain/api-key.ts';
import { EngagedError } from '../domain/errors.ts';
import { newId } from '../domain/id.ts';
import { type Credential, KeyRing } from '../service/key-ring.ts';
import { describeError, type Logger } from '../service/log.ts';
import { findCredential, hasValidHost } from './access.ts';
import { BODY_LIMIT, discardBody, isExpected } from './body.ts';
import { clientOf, type TrustedProxies } from './client-address.ts';
import { Exchange } from './exchange.ts';
import {
  badRequest,
  INTERNAL_ERROR,
  invalidKey,
  limitExceeded,
  MISSING_HOST,
  missingScope,
  NOT_FOUND,
  type Problem,
  payloadTooLarge,
  toProblem,
} from './problems.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { OpenRoute, ReadRoute, Services } from './route.ts';
import { OPEN_ROUTES, READ_ROUTES, SYNC_PATH } from './routes.ts';
import { answerSync, hasLongBody } from './sync.ts';
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
};

/** How many addresses and keys are remembered at once: some 10 MB. */
const REMEMBERED = { addresses: 100_000, keys: 10_000 };

// What h3 is given back: the answer itself has gone straight to Node's response by then.
const DONE = new Response(null);

/** The API: takes requests as Node's server parsed them and sees to their one answer each. */
export class Api {
  readonly log: Logger;
  /** Set while the server is shutting down: every answer then asks the client to come back elsewhere. */
  isClosing = false;
  readonly #options: ApiOptions;
  readonly #keys: KeyRing;
  readonly #perAddress = new RateLimiter(REMEMBERED.addresses);
  readonly #perKey = new RateLimiter(REMEMBERED.keys);
  readonly #gate: { slots: SyncSlots; budgets: SyncBudgets };
  readonly #router: H3;

  constructor(options: ApiOptions) {
    this.log = options.log;
    this.#options = options;
    this.#keys = new KeyRing(options.services.db);
    this.#gate = { slots: new SyncSlots(), budgets: new SyncBudgets(options.services.db) };
    this.#router = this.#createRouter();
  }

  /** What an answer is known by, to its receiver and in the log. */
  newRequestId(): string {
    return newId(this.#options.now());
  }

  /**
   * Takes in one request.
   *
   * @param isWaiting whether the client waits for a `100 Continue`
   * @param objection what Node found wrong with the request already
   */
  receive(
    req: IncomingMessage,
    res: ServerResponse,
    isWaiting = false,
    objection?: Problem,
  ): Exchange {
    const now = this.#options.now();
    const exchange = new Exchange(req, res, this, { requestId: newId(now), now, isWaiting });
    const problem = this.#checkAddress(exchange) ?? (hasValidHost(req) ? objection : MISSING_HOST);
    if (problem) {
      exchange.isLast ||= problem === MISSING_HOST || problem === objection;
      exchange.refuse(problem);
    } else {
      this.#route(exchange);
    }
    return exchange;
  }

  // From here on in the order in which a request meets it.

  #checkAddress({ req, now }: Exchange): Problem | undefined {
    const { ipLimit, trustedProxies } = this.#options;
    if (ipLimit === 0) return undefined;
    const forwarded = req.headers['x-forwarded-for'];
    const client = clientOf(
      req.socket.remoteAddress,
      typeof forwarded === 'object' ? forwarded.join(',') : forwarded,
      trustedProxies,
    );
    const allowance = this.#perAddress.take(client, ipLimit, now);
    return allowance.isAllowed
      ? undefined
      : limitExceeded('Too many requests from this address', allowance.retryAfter);
  }

  #createRouter(): H3 {
    const router = new H3({
      silent: true,
      onError: (error, event) => this.#failRouting(error, exchangeOf(event)),
    });
    const answer = (work: (exchange: Exchange, event: H3Event) => Promise<void>) => {
      return async (event: H3Event) => {
        const exchange = exchangeOf(event);
        try {
          await work(exchange, event);
        } catch (error) {
          this.#fail(exchange, error);
        }
        return DONE;
      };
    };
    for (const route of OPEN_ROUTES) {
      router.get(
        route.path,
        answer((exchange) => this.#answerOpen(route, exchange)),
      );
    }
    for (const route of READ_ROUTES) {
      router.get(
        route.path,
        answer((exchange, event) => this.#answerRead(route, exchange, event)),
      );
    }
    router.put(
      SYNC_PATH,
      answer((exchange) => this.#answerSync(exchange)),
    );
    return router;
  }

  #route(exchange: Exchange): void {
    const request = new NodeRequest({ req: exchange.req, res: exchange.res });
    request.context = { exchange };
    try {
      Promise.resolve(this.#router.fetch(request)).catch((error) => this.#fail(exchange, error));
    } catch (error) {
      // h3 builds a URL of the request before it looks after errors.
      this.#fail(exchange, error);
    }
  }

  async #answerOpen(route: OpenRoute, exchange: Exchange): Promise<void> {
    if (!(await this.#checkBody(exchange))) return;
    exchange.reply(await route.handle(this.#options.services), route.headers);
  }

  async #answerRead(route: ReadRoute, exchange: Exchange, event: H3Event): Promise<void> {
    const credential = this.#admit(exchange, route.scope);
    if (!credential || !(await this.#checkBody(exchange))) return;
    const { id = '' } = event.context.params ?? {};
    const json = await route.handle({
      services: this.#options.services,
      credential,
      now: exchange.now,
      id,
      query: event.url.searchParams,
    });
    exchange.reply(json);
  }

  async #answerSync(exchange: Exchange): Promise<void> {
    const credential = this.#admit(exchange, 'employees:write', hasLongBody(exchange));
    if (credential) await answerSync(this.#options.services, this.#gate, exchange, credential);
  }

  /**
   * Key, limit and scope. Refuses the request and gives nothing if one of them is missing.
   *
   * @param isBare whether a 429 is to go without rate headers
   */
  #admit(exchange: Exchange, scope: Scope | null, isBare = false): Credential | undefined {
    const { req, now } = exchange;
    const credential = findCredential(this.#keys, req, now);
    if (!credential) {
      exchange.refuse(invalidKey(req.headers.authorization !== undefined));
      return undefined;
    }
    const allowance = this.#perKey.take(credential.keyId, credential.requestsPerMinute, now);
    if (allowance.isAllowed || !isBare) exchange.allowance = allowance;
    if (!allowance.isAllowed) {
      exchange.refuse(limitExceeded('Too many requests with this API key', allowance.retryAfter));
      return undefined;
    }
    if (scope && !credential.scopes.has(scope)) {
      exchange.refuse(missingScope(scope));
      return undefined;
    }
    return credential;
  }

  /** Nobody wants a body here; one within the limit is read past, a longer one is refused. */
  async #checkBody(exchange: Exchange): Promise<boolean> {
    const { body, req } = exchange;
    if (!isExpected(body)) return true;
    let isTooLarge = body.kind === 'sized' && body.length > BODY_LIMIT;
    if (body.kind === 'open' && !exchange.isWaiting) {
      const how = await discardBody(req, BODY_LIMIT);
      if (how === 'gone') return false;
      isTooLarge = how === 'too_large';
    }
    if (isTooLarge) exchange.refuse(payloadTooLarge(BODY_LIMIT));
    return !isTooLarge;
  }

  #failRouting(error: HTTPError, exchange: Exchange): Response {
    if (error.status === 404) exchange.refuse(NOT_FOUND);
    else if (error.status === 400) exchange.refuse(badRequest(400, 'The path is not valid'));
    else this.#fail(exchange, error.cause ?? error);
    return DONE;
  }

  #fail(exchange: Exchange, error: unknown): void {
    if (error instanceof EngagedError) {
      exchange.refuse(toProblem(error));
      return;
    }
    this.log.error('request_failed', {
      request_id: exchange.requestId,
      method: exchange.req.method,
      ...describeError(error),
    });
    exchange.refuse(INTERNAL_ERROR);
  }
}

function exchangeOf(event: H3Event): Exchange {
  const { exchange } = event.context;
  return exchange as Exchange;
}
