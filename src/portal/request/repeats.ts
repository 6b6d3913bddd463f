import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../domain/duration.ts';
import { formIdIn } from '../forms/read-form.ts';
import type { Call, FormOutcome } from '../page.ts';

/** How long it is known what a form led to. That may hold a secret. */
const KEPT_MS = MINUTE_MS;

/** What forms led to: one that is sent twice does its work once, and leads to the same page with the same message. */
export class Repeats {
  readonly #outcomes = new LRUCache<string, Promise<FormOutcome>>({
    max: 1_000,
    ttl: KEPT_MS,
    // The memory is freed even if nobody asks.
    ttlAutopurge: true,
  });

  /** Submits a form, unless the same was sent in the same session. One that was refused may be sent again. */
  submit(
    { session }: Call,
    { path, form }: { path: string; form: URLSearchParams },
    submit: () => Promise<FormOutcome>,
  ): Promise<FormOutcome> {
    if (formIdIn(form) === '') return submit();
    const sent = `${session.sessionId} ${path} ${form}`;
    const key = createHash('sha256').update(sent).digest('base64');
    const known = this.#outcomes.get(key);
    if (known) return known;
    const outcome = submit();
    this.#outcomes.set(key, outcome);
    outcome.catch(() => this.#outcomes.delete(key));
    return outcome;
  }
}
