import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';

type Figure = {
  label: string | Html;
  value: number | string | null;
  more?: string;
  isBad?: boolean;
};

/** Figures in a row. */
export const stats = ({ format }: Messages, figures: readonly Figure[]): Html =>
  html`<dl class="stats">${figures.map(({ label, value, more = '', isBad = false }) => html`<div><dt>${label}</dt><dd${isBad ? html` class="bad"` : ''}>${typeof value === 'number' ? format.number(value) : (value ?? '–')}${more === '' ? '' : html` <small>${more}</small>`}</dd></div>`)}</dl>`;

/** One of `stats`, a dash for null, a text as it is; `more` stands beside it in small letters. */
export const stat = (
  label: Figure['label'],
  value: Figure['value'],
  options: Pick<Figure, 'more' | 'isBad'> = {},
): Figure => ({ label, value, ...options });

/** A rank among `size` people; null for somebody who has none. */
export const rankStat = (
  { lists }: Messages,
  label: string,
  rank: number | null,
  size: number,
): Figure => stat(label, rank, rank === null ? {} : { more: lists.of({ count: size }) });
