import { type Html, html } from '../../http/html.ts';
import { listNumbersBelow } from '../../service/departments.ts';
import type { LeaderboardRow } from '../../service/months/show-month.ts';
import type { Call } from '../page.ts';
import { READERS } from '../roles.ts';
import { departmentTree } from './department-tree.ts';
import { filterSelect, searchField, searchOf } from './filters.ts';
import type { Choices } from './form.ts';
import { count, number } from './format.ts';
import { ring } from './icons.ts';
import { avatar, named } from './person.ts';

/** Somebody on a leaderboard. */
export type Standing = Pick<LeaderboardRow, 'rank' | 'employee_id' | 'name' | 'level' | 'xp'> & {
  department: string | null;
  /** How far they are within their level; undefined where nobody knows any more. */
  share?: number;
};

/** A row of the API as one of the page. */
export const toStanding = ({ department, ...row }: LeaderboardRow): Standing => ({
  ...row,
  department: department?.name ?? null,
});

/** Whether somebody opens the pages of all people. A leaderboard is for everybody. */
export const seesEverybody = ({ session }: Call): boolean =>
  READERS.some((role) => role === session.role);

/** The ranking of people. Nobody's address is in it. @param found the person who was looked for */
export function standingsTable(
  call: Call,
  rows: readonly Standing[],
  { label, found }: { label: string; found?: string | undefined },
): Html {
  const { session, href } = call;
  const isLinked = seesEverybody(call);
  const name = (row: Standing) => named({ name: row.name, email: null });
  const lines = rows.map((row) => {
    const isMe = row.employee_id === session.employeeId;
    const isMarked = isMe || row.employee_id === found;
    const who = isLinked
      ? html`<a class="strong" href="${href(`/people/${row.employee_id}`)}">${name(row)}</a>`
      : html`<span class="strong">${name(row)}</span>`;
    return html`<tr${isMarked ? html` class="own"` : ''}${row.employee_id === found ? html` id="found"` : ''}><td class="n strong">${number(row.rank)}</td><td><span class="person">${avatar(row.name ?? '?')}<span>${who}${isMe ? html` <span class="chip ok">you</span>` : ''}<span class="sub nar">${row.department ?? ''}</span></span></span></td><td class="opt muted">${row.department ?? ''}</td><td class="opt"><span class="lvl">${row.share === undefined ? '' : ring(row.share, { size: 18, width: 3 })}${row.level}</span></td><td class="n strong${row.xp === 0 ? ' muted' : ''}">${number(row.xp)}</td></tr>
`;
  });
  return html`<table class="standings" aria-label="${label}"><thead><tr><th scope="col" class="n">Rank</th><th scope="col">Person</th><th scope="col" class="opt">Department</th><th scope="col" class="opt">Level</th><th scope="col" class="n">XP</th></tr></thead><tbody>
${lines}</tbody></table>`;
}

/** A department that a leaderboard is limited to, with all that are below it. */
export type ChosenDepartment = { id: string; name: string; numbers: ReadonlySet<number> };

/** The department of the query; undefined for the whole company. */
export function chosenDepartment(call: Call): ChosenDepartment | undefined {
  const { services, company, query } = call;
  const id = query.get('department') ?? '';
  const { companyId } = company;
  const row = id === '' ? undefined : departmentTree(call).find((one) => one.row.id === id)?.row;
  return (
    row && { id, name: row.name, numbers: listNumbersBelow(services.db, companyId, row.number) }
  );
}

/** The departments to choose from, after the whole company. */
export const departmentChoices = (call: Call, chosen: string = ''): Choices => [
  ['', 'Whole company'],
  ...departmentTree(call).flatMap(
    ({ row, depth }): Choices =>
      row.archivedAt === null || row.id === chosen
        ? [[row.id, `${'\u2002'.repeat(depth)}${row.name}`]]
        : [],
  ),
];

export const DEPARTMENT_LABEL = 'Department, with those below it';

/** What a leaderboard is limited to: a department, and a name. */
export const standingFilters = (call: Call, chosen: string = ''): Html[] => [
  filterSelect({
    name: 'department',
    label: DEPARTMENT_LABEL,
    options: departmentChoices(call, chosen),
    value: chosen,
  }),
  searchField('Find a name', searchOf(call.query)),
];

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
  rows: readonly Standing[],
  it: {
    search: string;
    department: ChosenDepartment | undefined;
    link: (query: string) => string;
  },
): Html {
  const { search, department, link } = it;
  const clear = html`<a class="btn q" href="${link('')}">Clear</a>`;
  if (rows.length === 0) {
    return html`<section class="panel empty"><h2>Nobody is called “${search}”</h2><p>Searched are the names of people who are active${department ? html`, in ${department.name} and below` : ''}.</p><p class="row">${clear}</p></section>`;
  }
  const lines = rows.map(
    (row) =>
      html`<li>${avatar(row.name ?? '?')}<div class="grow"><p><a class="strong" href="${link(`person=${row.employee_id}#found`)}">${named({ name: row.name, email: null })}</a></p><p class="small muted">${row.department ?? ''}</p></div><span class="num">rank ${number(row.rank)}</span><b class="num">${number(row.xp)}</b></li>
`,
  );
  return html`<section class="panel" aria-labelledby="found-people"><header><h2 id="found-people">${rows.length === MAX_FOUND ? `The first ${MAX_FOUND} people` : count(rows.length, 'person', 'people')} called “${search}”</h2>${clear}</header><ul class="list">
${lines}</ul></section>`;
}
