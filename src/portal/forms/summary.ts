import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';
import { note } from '../view/note.ts';
import { type Form, idOf } from './form.ts';
import type { Refusal } from './refused.ts';

/**
 * What is wrong with a form that was sent, with links to its fields. It stands above the page. A field that the page does
 * not have, or not any more, is named without a link.
 */
export function summary(form: Form, t: Messages, refusal: Refusal, page: Html): Html {
  const fields = Object.entries(refusal.fields).map(([name, error]) => {
    const id = idOf(form, name);
    return page.text.includes(` id="${id}"`) ? html`<a href="#${id}">${error}</a>` : html`${error}`;
  });
  const said = [...(refusal.message === '' ? [] : [html`${refusal.message}`]), ...fields];
  const text = said.map((part, at) => html`${at === 0 ? '' : ' '}${part}`);
  return note('bad', html`<b>${form.texts(t).refused ?? t.forms.notSaved}</b> ${text}`, {
    isAlert: true,
  });
}
