import { type Html, html } from '../../http/response/html.ts';
import { icon } from './icons.ts';

/** Something to know at once: that it went well, what to look at, or what went wrong. */
export const note = (
  kind: 'ok' | 'warn' | 'bad',
  text: Html,
  { isAlert = false }: { isAlert?: boolean } = {},
): Html =>
  html`<div class="note ${kind}" role="${isAlert ? 'alert' : 'status'}">${icon(kind === 'ok' ? 'check' : 'alert')}<div>${text}</div></div>`;
