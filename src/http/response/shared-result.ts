import { currentWindow, type FixedWindow } from '../../domain/fixed-window.ts';

const SECOND = 1_000;

/**
 * Work that may be asked for without a limit. Who asks while it is being done gets that result, and beyond so
 * many times a second everybody gets the latest one.
 */
export class SharedResult<T> {
  readonly #work: () => Promise<T>;
  readonly #perSecond: number;
  #window: FixedWindow | undefined;
  #latest: Promise<T> | undefined;
  #isBusy = false;

  constructor(work: () => Promise<T>, perSecond: number) {
    this.#work = work;
    this.#perSecond = perSecond;
  }

  /** @param now in milliseconds, by any clock */
  get(now: number): Promise<T> {
    this.#window = currentWindow(this.#window, now, SECOND);
    const mayWork = !this.#isBusy && this.#window.used < this.#perSecond;
    if (this.#latest && !mayWork) return this.#latest;
    this.#window.used++;
    this.#isBusy = true;
    this.#latest = this.#work().finally(() => {
      this.#isBusy = false;
    });
    return this.#latest;
  }
}
