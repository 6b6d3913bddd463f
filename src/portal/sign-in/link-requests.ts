import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../domain/duration.ts';
import { failure } from '../../domain/errors.ts';
import { currentWindow, type FixedWindow } from '../../domain/fixed-window.ts';

/** Links that can be asked for from one address in that time; an office of many people may have one. */
const WINDOW_MS = 15 * MINUTE_MS;
const MOST = 30;

/** Counts the links that are asked for, by the address from which they are. */
export class LinkRequests {
  readonly #windows = new LRUCache<string, FixedWindow>({
    maxSize: 100_000,
    sizeCalculation: () => 1,
  });

  /** @throws EngagedError `rate_limit_exceeded` where too many were asked for */
  note(address: string, now: number): void {
    const window = currentWindow(this.#windows.get(address), now, WINDOW_MS);
    if (window.used >= MOST) throw failure('too_many_links');
    this.#windows.set(address, { ...window, used: window.used + 1 });
  }
}
