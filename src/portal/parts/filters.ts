import { type Html, html } from '../../http/html.ts';
import { type Choices, hiddenFields, optionsOf } from './form.ts';
import { icon } from './icons.ts';

/** What is sought in a list, as the query has it. */
export const searchOf = (query: URLSearchParams): string => (query.get('q') ?? '').slice(0, 200);

/** A field to look for somebody in. The key / goes there. */
export const searchField = (label: string, search: string): Html =>
  html`<div class="search">${icon('search')}<input class="input" type="search" name="q" value="${search}" placeholder="${label}" aria-label="${label}"><kbd aria-hidden="true">/</kbd></div>`;

/** A choice among filters. */
export const filterSelect = (it: {
  name: string;
  label: string;
  options: Choices;
  value: string;
}): Html =>
  html`<select class="input" name="${it.name}" aria-label="${it.label}">${optionsOf(it.options, it.value)}</select>`;

/** Filters above a list. They stand in the address. */
export const filterForm = (
  action: string,
  fields: readonly Html[],
  hidden: Readonly<Record<string, string>> = {},
): Html =>
  html`<form class="filters" action="${action}" role="search">${hiddenFields(hidden)}${fields}<button class="btn">Filter</button></form>`;
