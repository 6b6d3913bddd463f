import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';

export const PAGE_SIZE = 50;

/** The foot of a list that goes on after its last row. Nothing for a list that is shown whole. */
export function nextPager(
  { lists }: Messages,
  options: {
    /** Where the list goes on. */
    next: string | undefined;
    /** Where it begins; undefined where that is shown. */
    first: string | undefined;
    note?: string;
  },
): Html {
  const { next, first, note = '' } = options;
  if (next === undefined && first === undefined && note === '') return html``;
  return html`<footer><span>${first === undefined ? '' : html`<a href="${first}">${lists.toTheBeginning}</a> `}${note}</span>${next === undefined ? '' : html`<a class="btn s" href="${next}">${lists.next({ count: PAGE_SIZE })}</a>`}</footer>`;
}

/** The place in a list where a page begins, as a link of it names it; undefined for the first page. */
export function placeIn(query: URLSearchParams, name = 'before'): number | undefined {
  const place = Number(query.get(name) ?? '');
  return Number.isSafeInteger(place) && place > 0 ? place : undefined;
}

/** The number of a page in a query, from 1. */
export function pageNumber(query: URLSearchParams, name = 'page'): number {
  const text = query.get(name) ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The foot of a list: what is shown of how many, and the pages beside it. Nothing for a list that fits. */
export function pager(
  { lists }: Messages,
  total: number,
  page: number,
  {
    link,
    name = 'page',
    size = PAGE_SIZE,
  }: { link: (query: string) => string; name?: string; size?: number },
): Html {
  if (total <= size) return html``;
  const first = (page - 1) * size + 1;
  const last = Math.min(total, page * size);
  const to = (target: number, label: string, isPossible: boolean) =>
    isPossible
      ? html`<a class="btn s" href="${link(`${name}=${target}`)}">${label}</a>`
      : html`<span class="btn s" aria-disabled="true">${label}</span>`;
  return html`<footer><span class="num">${lists.part({ first, last, total })}</span><span class="row">${to(page - 1, lists.previousPage, page > 1)}${to(page + 1, lists.nextPage, last < total)}</span></footer>`;
}
