import { setImmediate } from 'node:timers/promises';
import type { Outbox } from './outbox.ts';

/** Turns of the event loop for work that comes in long parts: one part in each, after everything that is ready. */
export class Turns {
  readonly #outbox: Outbox;
  #last: Promise<void> = Promise.resolve();

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** The next turn that nobody else has. What arrived before it is read, and what is ready is sent. */
  next(): Promise<void> {
    this.#last = this.#last.then(async () => {
      // The first one may belong to a turn that has read its input already.
      await setImmediate();
      await setImmediate();
      this.#outbox.flush();
    });
    return this.#last;
  }
}
