import { conflict, EngagedError } from '../../domain/errors.ts';
import { type Html, html } from '../../http/html.ts';
import { latest } from '../../store/latest.ts';
import type { Call } from '../page.ts';
import { lastDecisions } from './decisions.ts';
import type { Refusal } from './form.ts';
import { moment } from './format.ts';

// A form that changes something on record sends what its fields held when it was made, so that only what somebody
// really changed is written, and a change of another admin in between is not undone.

type Texts = Readonly<Record<string, string>>;

/** What the fields of a form hold at the moment, as hidden fields. */
export const seenFields = (current: Texts): Html[] =>
  Object.entries(current).map(
    ([name, value]) => html`<input type="hidden" name="seen-${name}" value="${value}">`,
  );

/** What somebody wrote into a field. Browsers send line ends as CRLF. */
export const textIn = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? '').replaceAll('\r\n', '\n').trim();

/** The fields that somebody changed, as they are in the form and as they were when it was made. */
export function changesIn(
  form: URLSearchParams,
  fields: readonly string[],
): { changed: string[]; to(name: string): string; seen(name: string): string } {
  const to = (name: string) => textIn(form, name);
  const seen = (name: string) => textIn(form, `seen-${name}`);
  return { changed: fields.filter((name) => to(name) !== seen(name)), to, seen };
}

/** A refused form with what is on record by now in the fields that its sender did not change. */
export function refreshed(refusal: Refusal | undefined, current: Texts): Refusal | undefined {
  if (!refusal) return undefined;
  const { values } = refusal;
  const unchanged = Object.entries(current).filter(
    ([name]) => values[name]?.trim() === values[`seen-${name}`],
  );
  return { ...refusal, values: { ...values, ...Object.fromEntries(unchanged) } };
}

/** Makes a change; where something else was decided first, the refusal says by whom. */
export async function namingOthers<T>(
  call: Call,
  target: string,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof EngagedError) || error.code !== 'conflict') throw error;
    const { db } = call.services;
    const last = (await latest(db, () => lastDecisions(call, [target]))).get(target);
    if (!last) throw error;
    throw conflict(
      `${error.message}. The last change is by ${last.actor}, ${moment(last.at, call.now)}.`,
    );
  }
}
