import { type Html, html } from '../../../http/response/html.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import { filterForm } from '../../forms/filters.ts';
import { defineForm } from '../../forms/form.ts';
import { choice, optional, pick, search as sought } from '../../forms/kinds.ts';
import { readFilter } from '../../forms/read-form.ts';
import type { Call } from '../../request/call.ts';
import { isolated, unseen } from '../../view/marks.ts';
import { placeIn } from '../../view/pager.ts';
import { departmentTree, treeChoices } from '../departments/department-choices.ts';

/** The place of the first page. */
export const NEWEST = Number.MAX_SAFE_INTEGER;

/** The departments whose people somebody sees; null for all of them. */
export function visibleDepartments({ services, company, session }: Call): Set<number> | null {
  if (session.role !== 'manager') return null;
  const { departmentNumber } = session;
  return departmentNumber === null
    ? new Set()
    : listNumbersBelow(services.db, company.companyId, departmentNumber);
}

/** As `visibleDepartments`. */
export const visibleNumbers = (call: Call): number[] | null => {
  const visible = visibleDepartments(call);
  return visible && [...visible];
};

/** What the list of people shows, as its address says. */
export type Filters = {
  search: string;
  department: string;
  /** The numbers of the departments to list, of those that are visible; null for all. */
  numbers: number[] | null;
  state: 'active' | 'deactivated' | 'all';
  role: string;
  before: number;
};

/** What an address asks for, of what somebody sees. */
export function readFilters(call: Call): Filters {
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

/** The form of the filters, and those that are set, each with what takes it away. */
export function filtersOf(call: Call, filters: Filters): Html {
  const { t } = call;
  const { people } = t;
  const { department, state, role } = filters;
  const form = filterForm(t, filterFields, {
    action: call.href('/people'),
    values: { q: filters.search, department, state, role: role === '' ? null : 'any' },
    options: { department: treeChoices(people.allDepartments, departmentsOf(call)) },
  });
  return html`${form}${chipsOf(call, filters)}`;
}

/** The filters that are set, as the address has them. */
export const queryOf = ({ search, department, state, role }: Filters): URLSearchParams =>
  new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(department !== '' && { department }),
    ...(state !== 'active' && { state }),
    ...(role !== '' && { role }),
  });

export const isFiltered = (filters: Filters): boolean => queryOf(filters).size > 0;

function chipsOf(call: Call, filters: Filters): Html {
  const { t, href } = call;
  const { people } = t;
  const query = queryOf(filters);
  if (query.size === 0) return html``;
  const names: Readonly<Record<string, string | Html>> = {
    q: people.found({ search: filters.search }),
    department: people.inDepartment({ name: isolated(nameOfDepartment(call, filters)) }),
    state: people.states[filters.state],
    role: people.withRole,
  };
  const list = href('/people');
  const chips = [...query.keys()].map((name) => {
    const others = new URLSearchParams([...query].filter(([other]) => other !== name));
    return html`<a class="fchip" href="${list}?${others.toString()}">${people.without({ filter: names[name] ?? '', unseen })}</a>`;
  });
  return html`<p class="row shown small">${people.shown} ${chips} ${query.size > 1 ? html`<a href="${list}">${people.clearAll}</a>` : ''}</p>`;
}

const nameOfDepartment = (call: Call, { department }: Filters): string =>
  departmentsOf(call).find(({ row }) => row.id === department)?.row.name ?? '';
