import type { IncomingMessage } from 'node:http';
import { SCIM_SCOPE, type Scope } from '../../domain/api-key.ts';
import { type Credential, KeyCache } from '../../service/keys/key-cache.ts';
import { KeyUsageTracker } from '../../service/keys/key-usage.ts';
import type { Awaitable } from '../../store/database.ts';
import type { Services } from '../endpoint.ts';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import {
  addressLimitExceeded,
  invalidKey,
  keyLimitExceeded,
  missingScope,
  type Problem,
} from '../response/problems.ts';
import type { Exchange } from '../server/exchange.ts';
import { findCredential } from './authentication.ts';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import { RateLimiter } from './rate-limiter.ts';

/** What a route asks of a request. */
export type Access = {
  /** What log and metrics call it; none for a route that tells by itself. */
  label?: string | null | undefined;
  /** Undefined for a route that takes no key; null where any valid key will do. */
  scope?: Scope | null | undefined;
  /** Whether it is monitoring that asks, which the limit per address must not refuse. */
  isMonitoring?: ((authorization: string) => boolean) | undefined;
};

/** How many addresses and keys have rate limit windows at once: some 10 MB. */
const RATE_LIMIT_ENTRIES = { addresses: 100_000, keys: 10_000 };

type Options = {
  services: Pick<Services, 'db' | 'readiness'>;
  /** Requests a minute from one address, with or without a key; 0 for no limit. */
  ipLimit: number;
  trustedProxies: TrustedProxies;
  metrics: ServiceMetrics;
};

/** Decides which requests get to what they ask for. */
export class Admission {
  /** When keys were last used, until it is recorded. */
  readonly keyUses = new KeyUsageTracker();
  readonly #options: Options;
  readonly #keys: KeyCache;
  readonly #perAddress = new RateLimiter(RATE_LIMIT_ENTRIES.addresses);
  readonly #perKey = new RateLimiter(RATE_LIMIT_ENTRIES.keys);

  constructor(options: Options) {
    this.#options = options;
    this.#keys = new KeyCache(options.services.db);
  }

  /**
   * Checks in this order the limit of the address, the form of the request, and where a route takes a key the key, its
   * limit and its scope. At once where it can be: nothing that follows a body which is refused is read as a request.
   *
   * @returns why the request is not admitted; otherwise its exchange knows its key
   */
  admit(
    exchange: Exchange,
    { label = null, scope, isMonitoring }: Access,
  ): Awaitable<Problem | undefined> {
    const { req } = exchange;
    const isDirectory = scope === SCIM_SCOPE;
    const refused = isDirectory
      ? undefined
      : (this.#checkAddress(exchange, isMonitoring) ?? exchange.flaw);
    if (refused) return refused;
    exchange.route = label;
    if (scope === undefined) return undefined;
    const { readiness } = this.#options.services;
    if (!readiness.isFileReplaced || !['GET', 'HEAD'].includes(req.method ?? '')) {
      return this.#admitKey(exchange, scope);
    }
    // What the service still has open is not the data any more. Each read checks whether the file is back.
    return readiness.check().then(() => this.#admitKey(exchange, scope));
  }

  /** Whether the key of a request that was admitted is still valid. @param now in milliseconds UTC */
  async isStillValid(req: IncomingMessage, now: number): Promise<boolean> {
    return (await this.#findCredential(req, now)) !== undefined;
  }

  #checkAddress(
    exchange: Exchange,
    isMonitoring: Access['isMonitoring'] = () => false,
  ): Problem | undefined {
    const { headers, socket } = exchange.req;
    const { ipLimit, trustedProxies, metrics } = this.#options;
    const forwarded = headers['x-forwarded-for'];
    exchange.client = clientAddress(
      socket.remoteAddress,
      typeof forwarded === 'object' ? forwarded.join(',') : forwarded,
      trustedProxies,
    );
    if (ipLimit === 0 || isMonitoring(headers.authorization ?? '')) return undefined;
    const allowance = this.#perAddress.take(exchange.client, ipLimit, exchange.now);
    if (allowance.isAllowed) return undefined;
    metrics.noteRefusal('address');
    return addressLimitExceeded(allowance.retryAfter);
  }

  #findCredential(req: IncomingMessage, now: number): Awaitable<Credential | undefined> {
    const find = () => findCredential(this.#keys, req, now);
    const refreshed = this.#options.services.db.refreshSnapshot();
    return refreshed ? refreshed.then(find) : find();
  }

  #admitKey(exchange: Exchange, scope: Scope | null): Awaitable<Problem | undefined> {
    const found = this.#findCredential(exchange.req, exchange.now);
    return found instanceof Promise
      ? found.then((credential) => this.#admitWith(exchange, credential, scope))
      : this.#admitWith(exchange, found, scope);
  }

  /** A directory with a valid token asks more often than an address may, so that its token is looked at first. */
  #admitWith(
    exchange: Exchange,
    found: Credential | undefined,
    scope: Scope | null,
  ): Problem | undefined {
    if (scope !== SCIM_SCOPE) return this.#checkKey(exchange, found, scope);
    const isDirectory = found?.scopes.has(SCIM_SCOPE) === true;
    const refused = this.#checkAddress(exchange, () => isDirectory) ?? exchange.flaw;
    return refused ?? this.#checkKey(exchange, found, scope);
  }

  #checkKey(
    exchange: Exchange,
    credential: Credential | undefined,
    scope: Scope | null,
  ): Problem | undefined {
    const { req, now } = exchange;
    // The token of a directory is for nothing else, and nothing else is for a directory.
    if (!credential || credential.scopes.has(SCIM_SCOPE) !== (scope === SCIM_SCOPE))
      return invalidKey(req.headers.authorization !== undefined);
    exchange.credential = credential;
    this.keyUses.note(credential, exchange.client, now);
    const allowance = this.#perKey.take(credential.keyId, credential.requestsPerMinute, now);
    exchange.rateLimit = allowance;
    if (!allowance.isAllowed) {
      this.#options.metrics.noteRefusal('key');
      return keyLimitExceeded(allowance.retryAfter);
    }
    return scope && !credential.scopes.has(scope) ? missingScope(scope) : undefined;
  }
}
