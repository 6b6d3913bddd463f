import { clientAddress, isProxy, type TrustedProxies } from '../admission/client-address.ts';
import { RateLimiter } from '../admission/rate-limiter.ts';

/** How many addresses are counted at once. */
const MAX_CLIENTS = 100_000;

/**
 * Limits how many connections each client has open, and how many TLS handshakes it may begin in a minute: a handshake
 * is expensive, and done before any request could be refused. Trusted proxies speak for many and have no limit.
 */
export class ConnectionAdmission {
  readonly #limits: { perAddress: number; handshakes: number };
  readonly #trustedProxies: TrustedProxies;
  readonly #open = new Map<string, number>();
  readonly #handshakes = new RateLimiter(MAX_CLIENTS);

  /**
   * @param limits.perAddress connections open at once
   * @param limits.handshakes handshakes in a minute; 0 for no limit
   */
  constructor(limits: { perAddress: number; handshakes: number }, trustedProxies: TrustedProxies) {
    this.#limits = limits;
    this.#trustedProxies = trustedProxies;
  }

  /**
   * Counts a connection if its client may have one more.
   *
   * @returns what to call when the connection has closed; undefined if it is refused
   */
  admit(remoteAddress: string | undefined): (() => void) | undefined {
    if (isProxy(remoteAddress, this.#trustedProxies)) return () => {};
    const client = clientAddress(remoteAddress, undefined, undefined);
    const open = this.#open.get(client) ?? 0;
    if (open >= this.#limits.perAddress || !this.#takeHandshake(client)) return undefined;
    this.#open.set(client, open + 1);
    return () => this.#release(client);
  }

  #takeHandshake(client: string): boolean {
    const { handshakes } = this.#limits;
    return (
      handshakes === 0 || this.#handshakes.take(client, handshakes, performance.now()).isAllowed
    );
  }

  #release(client: string): void {
    const open = (this.#open.get(client) ?? 0) - 1;
    if (open > 0) this.#open.set(client, open);
    else this.#open.delete(client);
  }
}
