import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../domain/duration.ts';
import {
  currentWindow,
  type FixedWindow,
  secondsLeft,
  windowEnd,
} from '../../domain/fixed-window.ts';

/** The result of a rate limit check. `resetAt` is Unix time in seconds, `retryAfter` seconds. */
export type RateLimitResult = {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetAt: number;
  retryAfter: number;
};

/**
 * Counts requests per client, in fixed windows of a minute that begin on the whole second of the first request.
 * The least recently seen clients are evicted, so its memory is bounded.
 */
export class RateLimiter {
  readonly #windows: LRUCache<string, FixedWindow>;

  constructor(capacity: number) {
    // With `max` the cache would allocate memory for all entries at once.
    this.#windows = new LRUCache({ maxSize: capacity, sizeCalculation: () => 1 });
  }

  /** Counts one more request and checks whether it is within the limit. */
  take(client: string, limit: number, now: number): RateLimitResult {
    const known = this.#windows.get(client);
    const window = currentWindow(known, now, MINUTE_MS);
    if (window !== known) this.#windows.set(client, window);
    const isAllowed = window.used < limit;
    if (isAllowed) window.used++;
    return {
      isAllowed,
      limit,
      // The limit of a key may have been lowered since the window began.
      remaining: Math.max(0, limit - window.used),
      resetAt: windowEnd(window, MINUTE_MS),
      retryAfter: secondsLeft(window, now, MINUTE_MS),
    };
  }
}
