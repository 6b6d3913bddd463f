import { monthOf } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import * as peopleSearch from '../../../store/people/people-search.ts';
import type { Call } from '../../request/call.ts';
import { fileLinks } from '../../view/file-links.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE } from '../../view/pager.ts';
import { emptyPanel } from '../../view/panel.ts';
import { MAX_COUNTED, totalOf } from '../../view/total.ts';
import { totalsOf } from '../boards/board-view.ts';
import { giveLink } from '../gifts/give-link.ts';
import { definePage } from '../page.ts';
import { mayEdit, SEES_PEOPLE, seesPeople } from '../roles.ts';
import { nobodyActive } from './no-people.ts';
import {
  type Filters,
  filtersOf,
  isFiltered,
  NEWEST,
  queryOf,
  readFilters,
  visibleDepartments,
  visibleNumbers,
} from './people-filters.ts';
import { peopleList } from './people-list.ts';

/** The path of the page, and before the end of their names, of its files. */
export const PEOPLE = '/people';

/** People, the last one to join first, with filters that stand in the address. */
export const peoplePage = definePage({
  path: PEOPLE,
  roles: SEES_PEOPLE,
  mayOpen: seesPeople,
  isOfCompany: true,
  nav: {
    label: (t) => t.people.title,
    icon: 'people',
    key: 'p',
    group: 'people',
  },
  show: async (call) => {
    const { t, services, company, now } = call;
    const filters = readFilters(call);
    const inBoard = await countInBoard(call, filters);
    const limit = inBoard === undefined ? MAX_COUNTED + 1 : PAGE_SIZE + 1;
    const numbers = await search(call, filters, { before: filters.before, limit });
    const total = inBoard ?? (await search(call, filters, { before: NEWEST, limit })).length;
    const rows = services.db.all(peopleSearch.listRows, {
      ...{ companyId: company.companyId, month: monthOf(now) },
      numbers: numbers.slice(0, PAGE_SIZE),
    });
    return {
      title: t.people.title,
      body: html`${pageHead({ title: t.people.title, lead: await counted(call, filters, total), tools: toolsOf(call, filters, total) })}
${filtersOf(call, filters)}
${rows.length === 0 ? await nobody(call, filters) : peopleList(call, rows, filters, { hasMore: numbers.length > PAGE_SIZE, total: totalOf(total) })}`,
    };
  },
});

/** The list as a file, and what somebody who changes people can do with those that are listed, and beside them. */
function toolsOf(call: Call, filters: Filters, total: number): Html {
  const { t, href, session } = call;
  const query = queryOf(filters).toString();
  const files =
    total === 0 ? '' : fileLinks(t, (path) => href(path) + (query && `?${query}`), PEOPLE);
  if (!mayEdit(session.role)) return html`${files}`;
  const { search, department, role, state } = filters;
  const give = giveLink(call, { q: search, role, department });
  return html`${files}${state === 'active' ? give : ''}<a class="btn" href="${href('/people/add')}">${t.people.add}</a>`;
}

/** Those who match, the last one to join first. */
export const search = (
  { services, company }: Call,
  filters: Filters,
  { before, limit }: { before: number; limit: number },
): Promise<number[]> =>
  services.ranker.search({
    ...{ companyId: company.companyId, search: filters.search, departments: filters.numbers },
    state: filters.state === 'all' ? null : filters.state,
    ...{ withRole: filters.role === 'any', before, count: limit },
  });

/** How many people match, if the board knows: active ones, without a search. */
async function countInBoard(
  { services, company, now }: Call,
  { state, role, search: words, numbers }: Filters,
): Promise<number | undefined> {
  if (state !== 'active' || role !== '' || words !== '') return undefined;
  const board = await services.boards.standing(company.companyId, now);
  return totalsOf(board, numbers && new Set(numbers)).size;
}

/** How many people match, and of how many where filters leave some out. */
async function counted(call: Call, filters: Filters, total: number): Promise<string> {
  const { state } = filters;
  const everybody = { ...filters, numbers: visibleNumbers(call), role: '', search: '' };
  return call.t.people.counted({
    ...{ ...totalOf(total), state },
    of: isFiltered(filters) ? await countInBoard(call, everybody) : undefined,
    isOwnDepartment: visibleDepartments(call) !== null,
  });
}

async function nobody(call: Call, filters: Filters): Promise<Html> {
  const { search, department, state, role, before } = filters;
  const { t, href } = call;
  const { people } = t;
  if (!isFiltered(filters) && before === NEWEST) {
    if (!visibleDepartments(call)) return nobodyActive(call);
    return emptyPanel({
      ...{ icon: 'people', title: people.nobodyOfYours, text: people.nobodyOfYoursText },
    });
  }
  const list = href('/people');
  const isEverywhere = state === 'all' && department === '' && role === '';
  const everywhere = `${list}?state=all&q=${encodeURIComponent(search)}`;
  return emptyPanel({
    icon: 'people',
    title: search === '' ? people.nobody : people.nobodySought({ search }),
    text: people[department === '' ? 'searched' : 'searchedInDepartment'][state],
    links: [
      ...(isEverywhere ? [] : [{ href: everywhere, label: people.searchEverywhere }]),
      { href: list, label: people.clear },
    ],
  });
}
