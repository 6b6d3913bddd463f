/**
 * Answers that are ready to go. They leave together when the event loop has read what there was to read:
 * every write may wake its receiver, and between writing and reading by turns that costs a good third of
 * the time a small request takes.
 */
export class Outbox {
  #ready: (() => void)[] = [];

  /** @param send writes one answer; never throws */
  add(send: () => void): void {
    if (this.#ready.push(send) === 1) setImmediate(() => this.flush());
  }

  /** Sends everything now, in the order in which it was added. */
  flush(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const send of ready) send();
  }
}
