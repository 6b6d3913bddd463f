import { DAY_MS, HOUR_MS, MINUTE_MS } from '../duration.ts';

/** How long after each failed attempt the next one is made, in milliseconds. After the last one there is none. */
const RETRY_DELAYS_MS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

/** The share by which a delay is made longer at most, so that retries spread out. */
const JITTER = 0.1;

/** The longest delay. A retry that is further away was planned before the clock was set back. */
export const MAX_RETRY_DELAY_MS = Math.round((1 + JITTER) * DAY_MS);

/** A webhook that only failed for this long is disabled. */
const MAX_FAILING_MS = 5 * DAY_MS;

/** With fewer failures in that time the clock may have been set forward. */
const MIN_FAILURES = 10;

/**
 * How long to wait after a failed attempt, in milliseconds; undefined to give up. A receiver can ask for more time with
 * `Retry-After`, but not for less.
 *
 * @param attempts how many failed, at least 1
 * @param random from 0 to 1
 */
export function retryDelay(
  attempts: number,
  retryAfterMs: number,
  random: number,
): number | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return undefined;
  const spread = Math.round(delay * (1 + JITTER * random));
  return Math.min(MAX_RETRY_DELAY_MS, Math.max(spread, retryAfterMs));
}

/**
 * Whether a webhook has failed for so long that it is disabled.
 *
 * @param failures how many attempts failed since the last success
 */
export const isGivenUp = (failingSince: number, failures: number, now: number): boolean =>
  failures >= MIN_FAILURES && now - failingSince >= MAX_FAILING_MS;

/** What a `Retry-After` header asks for, in milliseconds: seconds, or a date in the form of HTTP. Otherwise 0. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]{2,8},? .*GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
