import { type Html, html } from '../../../http/response/html.ts';

/** A part of the page without a frame. @param more beside its heading */
export const part = (id: string, title: string, more: string | Html, list: Html): Html =>
  html`<section aria-labelledby="${id}"><div class="between"><h2 id="${id}">${title}</h2>${more}</div>${list}</section>`;
