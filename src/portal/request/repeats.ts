import { createHash } from 'node:crypto';
import { formIdIn } from '../forms/read-form.ts';
import { keptForAMinute } from './kept-for-a-minute.ts';
import type { FormOutcome } from './outcome.ts';

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
