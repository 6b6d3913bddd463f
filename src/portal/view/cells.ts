import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';

// What stands in the cells of tables and on the lines of lists.

/** The name of something, which leads to its page. */
export const strongLink = (href: string, name: string | Html): Html =>
  html`<a class="strong" href="${href}">${name}</a>`;

/** What else is known, below a name. @param only on phones alone, or on wider screens alone */
export const sub = (text: string | number | Html | undefined, only?: 'phones' | 'wider'): Html =>
  html`<span class="sub${only === 'phones' ? ' nar' : only === 'wider' ? ' opt' : ''}">${text}</span>`;

/** A count; none of them stands out less, and what is not counted is a dash. */
export const figure = ({ format }: Messages, value: number | null | undefined): Html => {
  if (value === 0) return html`<span class="muted">0</span>`;
  return html`${value === null || value === undefined ? '–' : format.number(value)}`;
};

/** The lines of a list. @param none what stands in its place where there are none */
export const linesOf = (lines: readonly Html[], none?: string | Html): Html =>
  lines.length === 0 && none !== undefined
    ? html`<p class="pad muted">${none}</p>`
    : html`<ul class="list">${lines}</ul>`;
