import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';
import { number } from './format.ts';

/** Figures in a row. */
export const stats = (figures: readonly Html[]): Html => html`<dl class="stats">${figures}</dl>`;

/** One of `stats`, a dash for null; `more` stands beside it in small letters. */
export const stat = (
  label: string,
  value: number | null,
  { more = '', isBad = false }: { more?: string; isBad?: boolean } = {},
): Html =>
  html`<div><dt>${label}</dt><dd${isBad ? html` class="bad"` : ''}>${value === null ? '–' : number(value)}${more === '' ? '' : html` <small>${more}</small>`}</dd></div>`;

/** A rank among `size` people; null for somebody who has none. */
export const rankStat = (
  { lists }: Messages,
  label: string,
  rank: number | null,
  size: number,
): Html => stat(label, rank, rank === null ? {} : { more: lists.of({ count: size }) });
