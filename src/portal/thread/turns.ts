import { AsyncLocalStorage } from 'node:async_hooks';
import { failure } from '../../domain/errors.ts';
import type { Awaitable } from '../../store/database.ts';
import type { Remote } from '../../worker/remote-calls.ts';
import { FairQueue } from './fair-queue.ts';

/** Whose work something is: a company and somebody in it. Companies take turns, and so do the people of each. */
export type Whose = readonly [company: string, somebody: string];

/**
 * Requests of a company that may wait, and how long one may, in milliseconds: a browser has given up by then. Of one person no
 * more wait than there is room for others.
 */
const MAX_WAITING = 500;
const MAX_WAIT_MS = 30_000;

/**
 * Decides whose work the thread does next. A turn is what is done at once: it ends where a page waits for something, and
 * what has come of that is seen to in another turn. There is one turn of each in a turn of the event loop, in which all
 * that has arrived meanwhile is queued. So nobody waits for more than one turn of each other company.
 */
export class Turns {
  readonly #clock: () => number;
  readonly #queue = new FairQueue<() => void>();
  readonly #current = new AsyncLocalStorage<Whose>();
  #isRunning = false;

  /** @param clock in milliseconds, monotonic */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * Begins the work of a request when it is its turn.
   *
   * @throws EngagedError `unavailable` where too many requests of the company or person wait, or this one has waited for too long
   */
  async begin<T>(whose: Whose, work: () => Awaitable<T>): Promise<T> {
    const room = MAX_WAITING - this.#queue.sizeOf(whose[0]);
    if (this.#queue.sizeOf(...whose) >= room) throw failure('pages_waiting');
    const arrivedAt = this.#clock();
    return this.goOn(whose, () => {
      if (this.#clock() - arrivedAt > MAX_WAIT_MS) throw failure('pages_waiting');
      return work();
    });
  }

  /** Goes on with work that has begun when it is its turn. */
  goOn<T>(whose: Whose, work: () => Awaitable<T>): Promise<T> {
    return this.#current.run(whose, async () => {
      await this.#next(whose);
      return work();
    });
  }

  /**
   * The functions of another thread, whose callers go on when it is their turn.
   *
   * @param make makes a call in work of somebody, at once by default
   */
  of<T extends object>(
    remote: Remote<T>,
    make: <R>(whose: Whose, call: () => Promise<R>) => Promise<R> = (_, call) => call(),
  ): Remote<T> {
    const functions = remote as Record<string, (...values: unknown[]) => Promise<unknown>>;
    const get =
      (_: unknown, name: string) =>
      (...values: unknown[]) => {
        const call = () => functions[name]?.(...values) as Promise<unknown>;
        const whose = this.#current.getStore();
        return whose ? make(whose, call).finally(() => this.#next(whose)) : call();
      };
    return new Proxy(remote, { get }) as Remote<T>;
  }

  #next(whose: Whose): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.add(whose, resolve);
    if (!this.#isRunning) setImmediate(() => this.#run());
    this.#isRunning = true;
    return promise;
  }

  /** Asks for something, and where it is not there yet, again in a turn of its own: many may have waited for the same. */
  asking<R>(ask: () => Awaitable<R>): Awaitable<R> {
    const found = ask();
    const whose = this.#current.getStore();
    if (!(found instanceof Promise) || !whose) return found;
    return found.then(async () => {
      await this.#next(whose);
      return ask();
    });
  }

  #run(): void {
    this.#queue.take()?.();
    this.#isRunning = this.#queue.size > 0;
    if (this.#isRunning) setImmediate(() => this.#run());
  }
}
