/** What has been used of an allowance since its window began. Times in milliseconds UTC. */
export type FixedWindow = { startedAt: number; used: number };

/**
 * The window that `now` lies in: the running one, or a fresh one that begins on the present whole second.
 * Responses give windows in whole seconds, so no wait is longer than a window. A window that begins in the
 * future is from a clock that was set back since, and is replaced.
 */
export function currentWindow(
  window: FixedWindow | undefined,
  now: number,
  length: number,
): FixedWindow {
  const isRunning = window && window.startedAt <= now && now < window.startedAt + length;
  return isRunning ? window : { startedAt: now - (now % 1000), used: 0 };
}

/** The first whole second, Unix time, after a window. */
export const windowEnd = (window: FixedWindow, length: number): number =>
  Math.ceil((window.startedAt + length) / 1000);

/**
 * Whole seconds to wait for the end of a running window, at least 1. Derived from `windowEnd`, so that
 * "when" and "how long" never contradict each other.
 */
export const secondsLeft = (window: FixedWindow, now: number, length: number): number =>
  windowEnd(window, length) - Math.floor(now / 1000);
