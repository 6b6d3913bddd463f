import type { Html } from '../../http/response/html.ts';
import { keptForAMinute } from './kept-for-a-minute.ts';

/**
 * What was done, to be shown once, on the next page in the same browser. The id of a message is in an address, so it opens
 * nothing without the session's token.
 */
export class DoneMessages {
  readonly #messages = keptForAMinute<{ token: string; text: Html }>(({ text }) => text);
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
