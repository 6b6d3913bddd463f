import { type Html, html } from '../../../http/response/html.ts';
import type { BoardRow } from '../../../service/boards/board-rows.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import { filterForm } from '../../forms/filters.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden, optional, pick, search } from '../../forms/kinds.ts';
import { readFilter } from '../../forms/read-form.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { linesOf, strongLink, sub } from '../../view/cells.ts';
import { ring } from '../../view/icons.ts';
import { emptyPanel, explained, panel } from '../../view/panel.ts';
import { avatar, personName, shownPerson } from '../../view/person.ts';
import { table } from '../../view/table.ts';
import { departmentChoices, departmentTree } from '../departments/department-choices.ts';
import { shareOfLevel } from '../people/people-list.ts';
import { READERS } from '../roles.ts';

/** Whether somebody opens the pages of all people. A leaderboard is for everybody. */
export const seesEverybody = ({ session }: Call): boolean =>
  READERS.some((role) => role === session.role);

/**
 * The ranking of people. Nobody's address is in it.
 *
 * @param found the person who was looked for
 * @param amount what people have, where it is no XP
 * @param isLive whether levels are those of now
 */
export function standingsTable(
  call: Call,
  rows: readonly BoardRow[],
  options: { label: string; found?: string | undefined; amount?: string; isLive?: boolean },
): Html {
  const { t, href } = call;
  const { label, found, amount, isLive = false } = options;
  const { boards } = t;
  const isLinked = seesEverybody(call);
  const isMe = ({ as }: BoardRow) => as === 'own';
  const isFound = ({ employee_id: id }: BoardRow) => id !== null && id === found;
  const linkOf = ({ employee_id: id }: BoardRow) =>
    isLinked && id !== null ? href(`/people/${id}`) : undefined;
  const you = html` <span class="chip ok">${boards.you}</span>`;
  return table<BoardRow>({
    ...{ label, className: 'standings', rows },
    mark: (row) => ({
      isOwn: isMe(row) || isFound(row),
      id: isFound(row) ? 'found' : undefined,
    }),
    columns: [
      {
        ...{ head: boards.rank, isNumber: true, className: 'strong' },
        cell: ({ rank }) => t.format.number(rank),
      },
      {
        head: boards.person,
        cell: (row) =>
          shownPerson(
            ...([t, row, linkOf(row)] as const),
            ...[isMe(row) ? you : html``, sub(row.department?.name ?? '', 'phones')],
          ),
      },
      {
        ...{ head: boards.department, shown: 'tablet', isMuted: true },
        cell: ({ department }) => department?.name ?? '',
      },
      {
        ...{ head: boards.level, shown: 'tablet' },
        cell: ({ total_xp: total, level }) =>
          html`<span class="lvl">${isLive && total !== null ? ring(shareOfLevel(total), { size: 18, width: 3 }) : ''}${level ?? ''}</span>`,
      },
      {
        ...{ head: amount ?? boards.xp, isNumber: true, className: 'strong' },
        cell: ({ xp }) =>
          xp === null || xp === 0
            ? html`<span class="muted">${amountShown(t, xp)}</span>`
            : t.format.number(xp),
      },
    ],
  });
}

/** What somebody has; nothing of who is not shown. */
export const amountShown = ({ format }: Messages, xp: number | null): string =>
  xp === null ? '–' : format.number(xp);

/** A department that a leaderboard is limited to, with all that are below it. */
export type ChosenDepartment = {
  id: string;
  name: string;
  number: number;
  numbers: ReadonlySet<number>;
};

/** The department of the query; undefined for the whole company. */
export function chosenDepartment(call: Call): ChosenDepartment | undefined {
  const { services, company, query } = call;
  const { department } = readFilter(filterFields, query);
  const row = departmentTree(call).find((one) => one.row.id === department)?.row;
  if (!row) return undefined;
  const numbers = listNumbersBelow(services.db, company.companyId, row.number);
  return { id: row.id, name: row.name, number: row.number, numbers };
}

const filterFields = defineForm({
  ...{ id: 'filters', layout: 'bar' },
  fields: { period: hidden(), version: hidden(), department: optional(pick()), q: search() },
  texts: ({ boards, lists }) => ({
    button: lists.filter,
    fields: { department: boards.departmentField, q: boards.findName },
  }),
});

/** What a leaderboard is limited to: a department, and a name. @param options.kept what else stands in the address */
export const standingFilters = (
  call: Call,
  options: {
    action: string;
    department: string | undefined;
    kept: { period?: string; version?: string };
    above?: Html;
  },
): Html =>
  filterForm(call.t, filterFields, {
    ...{ action: options.action, above: options.above ?? html`` },
    values: { ...options.kept, department: options.department ?? null, q: soughtName(call) },
    options: {
      department: departmentChoices(call, call.t.boards.wholeCompany, options.department),
    },
    left: (['period', 'version'] as const).filter((name) => options.kept[name] === undefined),
  });

/** The name that the query looks for. */
export const soughtName = ({ query }: Call): string => readFilter(filterFields, query).q ?? '';

/** Most people that a search shows. */
const MAX_FOUND = 20;

/** The numbers of active people by name. Everybody may look for a name, and nobody for an address. */
export const searchByName = (
  { services, company }: Call,
  search: string,
  department: ChosenDepartment | undefined,
): Promise<number[]> =>
  services.ranker.search({
    ...{ companyId: company.companyId, search, byNameOnly: true, state: 'active' },
    ...{ departments: department ? [...department.numbers] : null, withRole: false },
    ...{ before: Number.MAX_SAFE_INTEGER, count: MAX_FOUND },
  });

/** The people that a search found, each with a link to their place. */
export function foundList(
  t: Messages,
  found: readonly BoardRow[],
  options: {
    search: string;
    department: ChosenDepartment | undefined;
    link: (query: string) => string;
  },
): Html {
  const { boards } = t;
  const { search, department, link } = options;
  // Who is not shown by name is not found by it.
  const rows = found.filter(({ employee_id: id }) => id !== null);
  const clear = html`<a class="btn q" href="${link('')}">${boards.clear}</a>`;
  if (rows.length === 0) {
    const searched = department
      ? boards.searchedIn({ department: department.name })
      : boards.searched;
    return emptyPanel({
      ...{ title: boards.nobodyCalled({ search }), text: searched },
      ways: html`<p class="row">${clear}</p>`,
    });
  }
  const lines = rows.map(
    (row) =>
      html`<li>${avatar(row.name ?? '?')}<div class="grow"><p>${strongLink(link(`person=${row.employee_id}#found`), personName(t, { name: row.name, email: null }))}</p>${explained(row.department?.name ?? '')}</div><span class="num">${boards.rankIs({ rank: row.rank })}</span><b class="num">${amountShown(t, row.xp)}</b></li>
`,
  );
  const title = rows.length === MAX_FOUND ? boards.firstCalled : boards.called;
  return panel(
    {
      ...{ id: 'found-people', isFull: true, beside: clear },
      title: title({ count: rows.length, search }),
    },
    linesOf(lines),
  );
}
