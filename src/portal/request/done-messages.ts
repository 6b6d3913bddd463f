import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../domain/duration.ts';
import type { Html } from '../../http/response/html.ts';

/** How long a message waits for its page. It may hold a secret. */
const KEPT_MS = MINUTE_MS;

/** The most characters that all of them hold: one may be a page of links. */
const MAX_KEPT = 16_000_000;

/**
 * What was done, to be shown once, on the next page in the same browser. The id of a message is in an address, so it opens
 * nothing without the session's token.
 */
export class DoneMessages {
  readonly #messages = new LRUCache<string, { token: string; text: Html }>({
    max: 1_000,
    maxSize: MAX_KEPT,
    sizeCalculation: ({ text }) => Math.max(1, text.text.length),
    ttl: KEPT_MS,
    // The memory is freed even if nobody asks.
    ttlAutopurge: true,
  });
  #last = 0;

  /** Keeps a message. @returns its id, for the address of the next page */
  keep(token: string, text: Html): string {
    const id = String(++this.#last);
    this.#messages.set(id, { token, text });
    return id;
  }

  take(token: string, id: string): Html | undefined {
    const message = this.#messages.get(id);
    if (message?.token !== token) return undefined;
    this.#messages.delete(id);
    return message.text;
  }
}
