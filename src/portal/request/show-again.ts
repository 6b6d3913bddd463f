import { Html, html } from '../../http/response/html.ts';
import type { Form } from '../forms/form.ts';
import type { Refusal } from '../forms/refused.ts';
import { summary } from '../forms/summary.ts';
import type { Visit } from './call.ts';

/** Shows a page again, with what is wrong with one of its forms above it. */
export async function showAgain<T extends object>(
  { t }: Visit,
  form: Form,
  refusal: Refusal,
  show: (said: Refusal) => T | Promise<T>,
): Promise<T> {
  const shown = await show(refusal);
  if (!('body' in shown && shown.body instanceof Html)) return shown;
  return { ...shown, body: html`${summary(form, t, refusal, shown.body)}${shown.body}` };
}
