import { levelOf, levelThreshold } from '../../domain/level.ts';
import { monthOf } from '../../domain/period.ts';
import { type Html, html } from '../../http/html.ts';
import { listNumbersBelow } from '../../service/departments.ts';
import type { ListedRow } from '../../store/people-search.ts';
import * as peopleSearch from '../../store/people-search.ts';
import type { Call, Page } from '../page.ts';
import { departmentTree } from '../parts/department-tree.ts';
import { filterForm, filterSelect, searchField, searchOf } from '../parts/filters.ts';
import { count, day, monthName, number } from '../parts/format.ts';
import { ring } from '../parts/icons.ts';
import { nobodyActive } from '../parts/no-people.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../parts/pager.ts';
import { avatar, named } from '../parts/person.ts';
import { roleOnRecord } from '../parts/role-on-record.ts';
import { totalsOf } from '../parts/totals.ts';
import { SEES_PEOPLE } from '../roles.ts';

const STATES = { active: 'Active', deactivated: 'Deactivated', all: 'Active and deactivated' };
const ROLE_CHOICES = [
  ['', 'Any role'],
  ['any', 'With a role'],
] as const;
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
export const peoplePage: Page = {
  path: '/people',
  roles: SEES_PEOPLE,
  isOfCompany: true,
  show: async (call) => {
    const { services, company, now } = call;
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
      title: 'People',
      body: html`<div class="head"><div><h1>People</h1><p class="lead">${counted(call, filters, total)}</p></div></div>
${filtersOf(call, filters)}
${rows.length === 0 ? await nobody(call, filters) : table(call, rows, filters, numbers.length > PAGE_SIZE)}`,
    };
  },
};

type Filters = {
  search: string;
  department: string;
  /** The numbers of the departments to list, of those that are visible; null for all. */
  numbers: number[] | null;
  state: keyof typeof STATES;
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
  if (state !== 'active' || role !== '' || words.trim() !== '') return undefined;
  const board = await services.boards.standing(company.companyId, now);
  return totalsOf(board, numbers && new Set(numbers)).size;
}

/** How many people match: 18 active people in Sales and below with a role match “ann”. */
function counted(call: Call, filters: Filters, total: number): Html {
  const { state, department, role } = filters;
  const kind = state === 'all' ? '' : `${state} `;
  const people =
    total > MAX_COUNTED
      ? `More than ${number(MAX_COUNTED)} ${kind}people`
      : count(total, `${kind}person`, `${kind}people`);
  const name = departmentsOf(call).find(({ id }) => id === department)?.name;
  const place =
    name !== undefined
      ? html` in <bdi>${name}</bdi> and below`
      : visibleDepartments(call)
        ? html` in your department and below`
        : html``;
  const words = filters.search.trim();
  const sought = words === '' ? html`` : html` ${total === 1 ? 'matches' : 'match'} “${words}”`;
  return html`${people}${place}${role === '' ? '' : ' with a role'}${sought}`;
}

function readFilters(call: Call): Filters {
  const { query, services, company } = call;
  const visible = visibleDepartments(call);
  const department = query.get('department') ?? '';
  const chosen =
    department === '' ? undefined : departmentsOf(call).find(({ id }) => id === department);
  const below = chosen
    ? listNumbersBelow(services.db, company.companyId, chosen.number)
    : (visible ?? undefined);
  const state = query.get('state') ?? '';
  return {
    search: searchOf(query),
    department: chosen ? department : '',
    numbers: below ? [...below].filter((one) => !visible || visible.has(one)) : null,
    state: state === 'all' || state === 'deactivated' ? state : 'active',
    role: query.get('role') === 'any' ? 'any' : '',
    before: placeIn(query) ?? NEWEST,
  };
}

/** The departments that somebody may choose from. */
function departmentsOf(call: Call) {
  const visible = visibleDepartments(call);
  return departmentTree(call).flatMap(({ row, depth }) =>
    row.archivedAt === null && (!visible || visible.has(row.number))
      ? { id: row.id, number: row.number, name: row.name, depth }
      : [],
  );
}

function filtersOf(call: Call, filters: Filters): Html {
  const departments = departmentsOf(call).map(
    ({ id, name, depth }) => [id, `${'\u2002'.repeat(depth)}${name}`] as const,
  );
  const { department, state, role } = filters;
  return filterForm(call.href('/people'), [
    searchField('Name, email or external ID', filters.search),
    filterSelect({
      ...{ name: 'department', label: 'Department', value: department },
      options: [['', 'All departments'], ...departments],
    }),
    filterSelect({ name: 'state', label: 'State', value: state, options: Object.entries(STATES) }),
    filterSelect({ name: 'role', label: 'Role', value: role, options: ROLE_CHOICES }),
  ]);
}

const nobodyOfMine = html`<section class="panel empty"><h2>Nobody is active in your department</h2><p>Nor in a department below it.</p></section>`;

async function nobody(
  call: Call,
  { search, department, state, role, before }: Filters,
): Promise<Html> {
  const isFiltered = search !== '' || department !== '' || state !== 'active' || role !== '';
  if (!isFiltered && before === NEWEST) {
    return visibleDepartments(call) ? nobodyOfMine : nobodyActive(call);
  }
  const title = search === '' ? 'Nobody matches' : html`Nobody matches “${search}”`;
  return html`<section class="panel empty"><h2>${title}</h2><p>Searched are names, email addresses and external IDs${state === 'all' ? '' : html` of people who are ${STATES[state].toLowerCase()}`}${department === '' ? '' : ', in the chosen department and those below it'}.</p>
<p class="row">${state === 'all' && department === '' && role === '' ? '' : html`<a class="btn" href="${call.href('/people')}?state=all&amp;q=${encodeURIComponent(search)}">Search everywhere</a>`}<a class="btn q" href="${call.href('/people')}">Clear</a></p></section>`;
}

function table(call: Call, rows: readonly ListedRow[], filters: Filters, hasMore: boolean): Html {
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
  return html`<section class="panel"><table aria-label="People"><thead><tr><th scope="col">Name</th><th scope="col" class="opt2">External ID</th><th scope="col" class="opt">Department and job title</th><th scope="col" class="opt2">Joined ↓</th><th scope="col">Level</th><th scope="col" class="n">XP in ${monthName(call.now, call.now).slice(0, 3)}</th><th scope="col" class="n opt">XP</th></tr></thead><tbody>
${rows.map((row) => personRow(call, row))}</tbody></table>
${nextPager({ next: hasMore ? `${list}?${more}` : undefined, first: isFirst ? undefined : `${list}?${query}` })}</section>`;
}

/** How far somebody is within their level, 0 to 1. */
export function shareOfLevel(xp: number): number {
  const level = levelOf(xp);
  const [from, to] = [levelThreshold(level), levelThreshold(level + 1)];
  return (xp - from) / (to - from);
}

const roleChip = (row: ListedRow): Html =>
  row.portalRole === null && row.isAdmin === 0
    ? html``
    : html` <span class="chip">${roleOnRecord(row)}</span>`;

function personRow(call: Call, row: ListedRow): Html {
  const isActive = row.deactivatedAt === null;
  const state = isActive ? '' : html` <span class="chip bad">deactivated</span>`;
  const level = levelOf(row.xp);
  return html`<tr${isActive ? '' : html` class="off"`}><td><span class="person">${avatar(row.name ?? row.email)}<span><a class="strong" href="${call.href(`/people/${row.id}`)}">${named(row)}</a>${roleChip(row)}${state}<span class="sub opt">${row.email}</span><span class="sub nar">${row.departmentName ?? ''}</span></span></span></td>
<td class="opt2 muted num id">${row.externalId ?? ''}</td><td class="opt">${row.departmentName ?? ''}<span class="sub">${row.jobTitle ?? ''}</span></td><td class="opt2 muted d">${day(row.createdAt)}</td>
<td><span class="lvl">${ring(shareOfLevel(row.xp), { size: 18, width: 3 })}${level}</span></td><td class="n${row.monthXp === 0 ? ' muted' : ''}">${number(row.monthXp)}</td><td class="n opt">${number(row.xp)}</td></tr>
`;
}
