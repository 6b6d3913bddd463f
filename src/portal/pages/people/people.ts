import { levelOf, levelThreshold } from '../../../domain/level.ts';
import { monthOf } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import type { ListedRow } from '../../../store/people/people-search.ts';
import * as peopleSearch from '../../../store/people/people-search.ts';
import { filterForm } from '../../forms/filters.ts';
import { defineForm } from '../../forms/form.ts';
import { choice, optional, pick, search as sought } from '../../forms/kinds.ts';
import { readFilter } from '../../forms/read-form.ts';
import type { Call } from '../../request/call.ts';
import { figure, sub } from '../../view/cells.ts';
import { ring } from '../../view/icons.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { personEntry } from '../../view/person.ts';
import { table } from '../../view/table.ts';
import { totalsOf } from '../boards/board-view.ts';
import { departmentTree, treeChoices } from '../departments/department-choices.ts';
import { giveLink } from '../gifts/give-link.ts';
import { definePage } from '../page.ts';
import { mayEdit, SEES_PEOPLE } from '../roles.ts';
import { nobodyActive } from './no-people.ts';
import { roleOnRecord } from './role-on-record.ts';

/** More people are not counted: a search reads everybody until it has found enough. */
const MAX_COUNTED = 1_000;

const NEWEST = Number.MAX_SAFE_INTEGER;

/** The departments whose people somebody sees; null for all of them. */
export function visibleDepartments({ services, company, session }: Call): Set<number> | null {
  if (session.role !== 'manager') return null;
  const { departmentNumber } = session;
  return departmentNumber === null
    ? new Set()
    : listNumbersBelow(services.db, company.companyId, departmentNumber);
}

/** People, the last one to join first, with filters that stand in the address. */
export const peoplePage = definePage({
  path: '/people',
  roles: SEES_PEOPLE,
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
      body: html`${pageHead({ title: t.people.title, lead: counted(call, filters, total), tools: toolsOf(call, filters) })}
${filtersOf(call, filters)}
${rows.length === 0 ? await nobody(call, filters) : listPanel(call, rows, filters, numbers.length > PAGE_SIZE)}`,
    };
  },
});

/** What somebody who changes people can do with those that are listed, and beside them. */
function toolsOf(call: Call, filters: Filters): Html | undefined {
  const { t, href, session } = call;
  if (!mayEdit(session.role)) return undefined;
  const { search, department, role, state } = filters;
  const give = giveLink(call, { q: search, role, department });
  return html`${state === 'active' ? give : ''}<a class="btn" href="${href('/people/add')}">${t.people.add}</a>`;
}

type Filters = {
  search: string;
  department: string;
  /** The numbers of the departments to list, of those that are visible; null for all. */
  numbers: number[] | null;
  state: 'active' | 'deactivated' | 'all';
  role: string;
  before: number;
};

/** Those who match, the last one to join first. */
const search = (
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

/** How many people match. */
function counted(call: Call, filters: Filters, total: number): Html {
  const name = departmentsOf(call).find(({ row }) => row.id === filters.department)?.row.name;
  return call.t.people.counted({
    ...{ count: Math.min(total, MAX_COUNTED), isMore: total > MAX_COUNTED, state: filters.state },
    department: name === undefined ? undefined : html`<bdi>${name}</bdi>`,
    isOwnDepartment: visibleDepartments(call) !== null,
    ...{ withRole: filters.role !== '', search: filters.search },
  });
}

function readFilters(call: Call): Filters {
  const { query, services, company } = call;
  const visible = visibleDepartments(call);
  const { q = '', department, state = 'active', role } = readFilter(filterFields, query);
  const chosen = departmentsOf(call).find(({ row }) => row.id === department)?.row;
  const below = chosen
    ? listNumbersBelow(services.db, company.companyId, chosen.number)
    : (visible ?? undefined);
  return {
    search: q,
    department: chosen?.id ?? '',
    numbers: below ? [...below].filter((one) => !visible || visible.has(one)) : null,
    state,
    role: role ?? '',
    before: placeIn(query) ?? NEWEST,
  };
}

/** The departments that somebody may choose from. */
function departmentsOf(call: Call) {
  const visible = visibleDepartments(call);
  return departmentTree(call).filter(
    ({ row }) => row.archivedAt === null && (!visible || visible.has(row.number)),
  );
}

const filterFields = defineForm({
  ...{ id: 'filters', layout: 'bar' },
  fields: {
    q: sought(),
    department: optional(pick()),
    state: choice(['active', 'deactivated', 'all']),
    role: optional(choice(['any'])),
  },
  texts: ({ people, lists }) => ({
    button: lists.filter,
    fields: {
      ...{ q: people.searchLabel, department: people.department },
      state: { label: people.state, options: people.states },
      role: { label: people.role, options: { '': people.anyRole, any: people.withRole } },
    },
  }),
});

function filtersOf(call: Call, filters: Filters): Html {
  const { t } = call;
  const { people } = t;
  const { department, state, role } = filters;
  return filterForm(t, filterFields, {
    action: call.href('/people'),
    values: { q: filters.search, department, state, role: role === '' ? null : 'any' },
    options: { department: treeChoices(people.allDepartments, departmentsOf(call)) },
  });
}

async function nobody(
  call: Call,
  { search, department, state, role, before }: Filters,
): Promise<Html> {
  const { t, href } = call;
  const { people } = t;
  const isFiltered = search !== '' || department !== '' || state !== 'active' || role !== '';
  if (!isFiltered && before === NEWEST) {
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

function listPanel(
  call: Call,
  rows: readonly ListedRow[],
  filters: Filters,
  hasMore: boolean,
): Html {
  const { t, now } = call;
  const query = new URLSearchParams({
    ...(filters.search !== '' && { q: filters.search }),
    ...(filters.department !== '' && { department: filters.department }),
    ...(filters.state !== 'active' && { state: filters.state }),
    ...(filters.role !== '' && { role: filters.role }),
  });
  const more = new URLSearchParams(query);
  more.set('before', String(rows.at(-1)?.number ?? 0));
  const list = call.href('/people');
  const isFirst = filters.before === NEWEST;
  const { people } = t;
  const shown = table<ListedRow>({
    ...{ label: people.title, rows, isOff: ({ deactivatedAt }) => deactivatedAt !== null },
    columns: [
      { head: people.name, cell: (row) => personCell(call, row) },
      {
        ...{ head: people.externalId, shown: 'desktop', isMuted: true, className: 'num id' },
        cell: ({ externalId }) => externalId ?? '',
      },
      {
        ...{ head: people.departmentAndJob, shown: 'tablet' },
        cell: (row) => html`${row.departmentName ?? ''}${sub(row.jobTitle ?? '')}`,
      },
      {
        ...{ head: people.joinedNewestFirst, shown: 'desktop', isMuted: true, isDay: true },
        cell: ({ createdAt }) => t.format.day(createdAt),
      },
      {
        head: people.level,
        cell: ({ xp }) =>
          html`<span class="lvl">${ring(shareOfLevel(xp), { size: 18, width: 3 })}${levelOf(xp)}</span>`,
      },
      {
        ...{ head: people.xpIn({ month: t.format.month(now, now).slice(0, 3) }), isNumber: true },
        cell: ({ monthXp }) => figure(t, monthXp),
      },
      { head: people.xp, isNumber: true, shown: 'tablet', cell: ({ xp }) => t.format.number(xp) },
    ],
  });
  return listing(
    shown,
    nextPager(t, {
      next: hasMore ? `${list}?${more}` : undefined,
      first: isFirst ? undefined : `${list}?${query}`,
    }),
  );
}

/** How far somebody is within their level, 0 to 1. */
export function shareOfLevel(xp: number): number {
  const level = levelOf(xp);
  const [from, to] = [levelThreshold(level), levelThreshold(level + 1)];
  return (xp - from) / (to - from);
}

const roleChip = ({ t }: Call, row: ListedRow): Html =>
  row.portalRole === null && row.isAdmin === 0
    ? html``
    : html` <span class="chip">${roleOnRecord(t, row)}</span>`;

function personCell(call: Call, row: ListedRow): Html {
  const { t, href } = call;
  const state =
    row.deactivatedAt === null
      ? html``
      : html` <span class="chip bad">${t.people.deactivated}</span>`;
  return personEntry(
    ...([t, row, href(`/people/${row.id}`)] as const),
    ...[roleChip(call, row), state],
    ...[sub(row.email, 'wider'), sub(row.departmentName ?? '', 'phones')],
  );
}
