import { MINUTE_MS } from '../../domain/duration.ts';

/** How long a pause is at first, and at most, in milliseconds. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * MINUTE_MS;

/** Pauses after something failed, each twice as long as the one before it, until it succeeds. */
export class Pauses<K> {
  readonly #pauses = new Map<K, { failures: number; until: number }>();

  /** @param now in milliseconds UTC */
  noteFailure(key: K, now: number): void {
    const failures = (this.#pauses.get(key)?.failures ?? 0) + 1;
    const pause = FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10);
    this.#pauses.set(key, { failures, until: now + Math.min(pause, MAX_PAUSE_MS) });
  }

  noteSuccess(key: K): void {
    this.#pauses.delete(key);
  }

  /** A longer pause was begun by a clock that has been set back since. */
  isPaused(key: K, now: number): boolean {
    const until = this.#pauses.get(key)?.until ?? now;
    return until > now && until <= now + MAX_PAUSE_MS;
  }
}
