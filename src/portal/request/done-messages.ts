import { LRUCache } from 'lru-cache';
import type { Html } from '../../http/html.ts';

/** What was done, to be shown once, on the next page of an account: its session may be another one by then. */
export class DoneMessages {
  readonly #messages = new LRUCache<string, { account: string; text: Html }>({ max: 1_000 });
  #last = 0;

  /** Keeps a message. @returns its id, for the address of the next page */
  keep(account: string, text: Html): string {
    const id = String(++this.#last);
    this.#messages.set(id, { account, text });
    return id;
  }

  take(account: string, id: string): Html | undefined {
    const message = this.#messages.get(id);
    if (message?.account !== account) return undefined;
    this.#messages.delete(id);
    return message.text;
  }
}
