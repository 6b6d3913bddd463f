import { type Html, html } from '../../http/response/html.ts';

// Parts of a text that are not like the rest of it, also within a sentence of a catalogue.

/** What stands out. */
export const strong = (text: string | Html): Html => html`<b>${text}</b>`;

/** What screen readers alone say. */
export const unseen = (text: string | Html): Html => html`<span class="vh">${text}</span>`;

/** What is seen, and the words with which screen readers say it. */
export const spoken = (seen: string | Html, words: string): Html =>
  html`<span aria-hidden="true">${seen}</span>${unseen(words)}`;

/** A name or value of a company, in any writing direction. */
export const isolated = (text: string): Html => html`<bdi>${text}</bdi>`;
