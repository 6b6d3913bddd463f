import { type Html, html } from '../../http/response/html.ts';
import type { Choices } from '../forms/write-form.ts';
import type { Messages } from '../languages/en.ts';
import { icon } from './icons.ts';

/** What is sought in a list, as the query has it. */
export const searchOf = (query: URLSearchParams): string => (query.get('q') ?? '').slice(0, 200);

/** A field to look for somebody in. The key / goes there. */
export const searchField = (label: string, search: string): Html =>
  html`<div class="search">${icon('search')}<input class="input" type="search" name="q" value="${search}" placeholder="${label}" aria-label="${label}"><kbd aria-hidden="true">/</kbd></div>`;

/** A search of its own. */
export const searchForm = (action: string, label: string, search: string, button: string): Html =>
  html`<form class="pad row" action="${action}" role="search">${searchField(label, search)}<button class="btn">${button}</button></form>`;

/** A choice among filters. */
export const filterSelect = (it: {
  name: string;
  label: string;
  options: Choices;
  value: string;
}): Html =>
  html`<select class="input" name="${it.name}" aria-label="${it.label}">${it.options.map(([value, label]) => html`<option value="${value}"${value === it.value ? html` selected` : ''}>${label}</option>`)}</select>`;

/** Filters above a list. They stand in the address. */
export const filterForm = (
  { lists }: Messages,
  action: string,
  fields: readonly Html[],
  hidden: Readonly<Record<string, string>> = {},
): Html =>
  html`<form class="filters" action="${action}" role="search">${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${fields}<button class="btn">${lists.filter}</button></form>`;
