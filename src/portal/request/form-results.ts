import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../domain/duration.ts';
import type { Html } from '../../http/response/html.ts';
import { formIdIn } from '../forms/read-form.ts';
import type { FormOutcome } from './outcome.ts';

/** The most characters that what is kept holds: one message may be a page of links. */
const MAX_KEPT = 16_000_000;

/**
 * Keeps what came of forms for as long as somebody may still ask for it. It may hold a secret.
 *
 * @param messageOf the message of what is kept, as far as there is one
 */
const keptForAMinute = <V extends object>(messageOf: (kept: V) => Html | undefined) =>
  new LRUCache<string, V>({
    max: 1_000,
    maxSize: MAX_KEPT,
    sizeCalculation: (kept) => Math.max(1, messageOf(kept)?.text.length ?? 0),
    ttl: MINUTE_MS,
    // The memory is freed even if nobody asks.
    ttlAutopurge: true,
  });

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

/** What a form leads to, and, once that is known, where it led. */
type Submitted = { outcome: Promise<FormOutcome>; led?: FormOutcome };

/** What forms led to: one that is sent twice does its work once, and leads to the same page with the same message. */
export class Repeats {
  readonly #submitted = keptForAMinute<Submitted>(({ led }) => led?.done);

  /**
   * Submits a form, unless the same was sent in the same session. One that was refused may be sent again.
   *
   * @param session the id of the session
   */
  submit(
    { session, path, form }: { session: string; path: string; form: URLSearchParams },
    submit: () => Promise<FormOutcome>,
  ): Promise<FormOutcome> {
    if (formIdIn(form) === '') return submit();
    const key = createHash('sha256').update(`${session} ${path} ${form}`).digest('base64');
    const known = this.#submitted.get(key);
    if (known) return known.outcome;
    const outcome = submit();
    this.#submitted.set(key, { outcome });
    outcome.then(
      (led) => this.#submitted.set(key, { outcome, led }),
      () => this.#submitted.delete(key),
    );
    return outcome;
  }
}
