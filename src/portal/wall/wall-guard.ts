import { LRUCache } from 'lru-cache';
import { RateLimiter } from '../../http/admission/rate-limiter.ts';

/** Unknown links that an address may open in a minute. Screens whose link was revoked still ask now and then. */
const MAX_UNKNOWN = 60;

const MAX_ENTRIES = 100_000;

/**
 * Limits guesses at links: an address that opened too many unknown ones sees only the walls that it has seen before,
 * until the minute is over.
 */
export class WallGuard {
  readonly #unknown = new RateLimiter(MAX_ENTRIES);
  /** Until when an address is refused, in milliseconds UTC. */
  readonly #refused = entries<number>();
  /** Addresses with the walls that they have seen. */
  readonly #seen = entries<true>();

  /** Seconds after which the address may try again; 0 where it may now. */
  retryAfter(client: string, token: string, now: number): number {
    const until = this.#refused.get(client) ?? 0;
    if (until <= now || this.#seen.has(`${client} ${token}`)) return 0;
    return Math.ceil((until - now) / 1_000);
  }

  noteShown(client: string, token: string): void {
    this.#seen.set(`${client} ${token}`, true);
  }

  noteUnknown(client: string, now: number): void {
    const { remaining, retryAfter } = this.#unknown.take(client, MAX_UNKNOWN, now);
    if (remaining === 0) this.#refused.set(client, now + retryAfter * 1_000);
  }
}

// With `max` the cache would allocate memory for all entries at once.
const entries = <V extends number | true>() =>
  new LRUCache<string, V>({ maxSize: MAX_ENTRIES, sizeCalculation: () => 1 });
