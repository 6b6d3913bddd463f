import type { Board } from '../../domain/board/board.ts';
import { Html, html } from '../../http/html.ts';
import type { DepartmentRow } from '../../store/departments.ts';
import type { Action, Call, Page } from '../page.ts';
import { departmentTree } from '../parts/department-tree.ts';
import { field, onceField, type Refusal, Refused, select, summary } from '../parts/form.ts';
import { count, day, monthName, number } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { PAGE_SIZE, pageOf, pager } from '../parts/pager.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';

const PATH = '/departments';

/** Rows of the tree on one page: it is read as a whole, so there are more than of other lists. */
const TREE_SIZE = 250;

/** Deeper departments are not indented further. */
const MAX_INDENT = 8;

type Node = { row: DepartmentRow; depth: number };

/** Departments as a tree with the people in them, and those that are archived. */
export const departmentsPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: async (call) => {
    const { services, company, now, session } = call;
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const all = departmentTree(call);
    const tree = all.filter(({ row }) => row.archivedAt === null);
    const archived = all
      .filter(({ row }) => row.archivedAt !== null)
      .sort((a, b) => (b.row.archivedAt ?? 0) - (a.row.archivedAt ?? 0));
    const isEditor = mayEdit(session.role);
    return {
      title: 'Departments',
      body: html`<div class="head"><div><h1>Departments</h1><p class="lead">${count(tree.length, 'active department', 'active departments')}, ${number(archived.length)} archived. A roster finds them by external ID, then by name.</p></div></div>
<div class="stack">${all.length === 0 ? noDepartments(isEditor) : ''}
${tree.length === 0 ? '' : treePanel(call, tree, board)}${archived.length === 0 ? '' : archivePanel(call, archived)}${isEditor ? newPanel(call, tree) : ''}</div>`,
    };
  },
};

const noDepartments = (isEditor: boolean): Html =>
  html`<section class="panel empty">${icon('tree', 40)}<h2>No departments yet</h2><p>A roster creates the departments that it names. ${isEditor ? 'You can also create one below, or with the command.' : ''}</p><code class="command" tabindex="0">engaged department create --name Platform</code></section>`;

/** How many active people are in each department and below it, by number. */
function countBelow(tree: readonly Node[], board: Board): Map<number, number> {
  const totals = new Map(tree.map(({ row }) => [row.number, board.departmentSize(row.number)]));
  // The last ones are the deepest ones of their branch.
  for (const { row } of tree.toReversed()) {
    const above = row.parentNumber === null ? undefined : totals.get(row.parentNumber);
    if (row.parentNumber === null || above === undefined) continue;
    totals.set(row.parentNumber, above + (totals.get(row.number) ?? 0));
  }
  return totals;
}

const indent = (depth: number): Html =>
  new Html('<i class="guide"></i>'.repeat(Math.min(depth, MAX_INDENT)));

function treePanel(call: Call, tree: readonly Node[], board: Board): Html {
  const { href, query, now } = call;
  const page = pageOf(query);
  const totals = countBelow(tree, board);
  const rows = tree.slice((page - 1) * TREE_SIZE, page * TREE_SIZE).map(({ row, depth }) => {
    const here = board.departmentSize(row.number);
    const xp = board.departmentTotalXp(row.number);
    return html`<tr><td class="branch">${indent(depth)}<span><a class="strong" href="${href(`${PATH}/${row.id}`)}"><bdi>${row.name}</bdi></a>${depth === 0 ? '' : html`<span class="vh">, level ${depth + 1}</span>`}</span></td><td class="opt muted">${row.externalId ?? '–'}</td><td class="n${here === 0 ? ' muted' : ''}">${number(here)}</td><td class="n">${number(totals.get(row.number) ?? 0)}</td><td class="n opt${xp === 0 ? ' muted' : ''}">${number(xp)}</td></tr>
`;
  });
  const month = monthName(now, now).slice(0, 3);
  return html`<section class="panel"><table class="tree" aria-label="Departments"><thead><tr><th scope="col">Department</th><th scope="col" class="opt">External ID</th><th scope="col" class="n">People</th><th scope="col" class="n">With below</th><th scope="col" class="n opt">XP in ${month}</th></tr></thead><tbody>
${rows}</tbody></table>${pager(tree.length, page, { link: (part) => href(`${PATH}?${part}`), size: TREE_SIZE })}</section>`;
}

function archivePanel({ href, query }: Call, archived: readonly Node[]): Html {
  const page = pageOf(query, 'archived');
  const rows = archived.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(
    ({ row }) =>
      html`<li><a class="grow strong" href="${href(`${PATH}/${row.id}`)}"><bdi>${row.name}</bdi></a><span class="small muted">${day(row.archivedAt ?? 0)}</span></li>
`,
  );
  return html`<section class="panel" aria-labelledby="archived"><header><h2 id="archived">Archived</h2><span class="small muted">They keep their history and can come back</span></header><ul class="list">${rows}</ul>${pager(archived.length, page, { name: 'archived', link: (part) => `${href(PATH)}?${part}#archived` })}</section>`;
}

/** A choice of the department above; the top level where none is chosen. */
export function parentField(
  tree: readonly Node[],
  it: { name: string; label: string; first: string; value: string | null },
  refusal: Refusal | undefined,
): Html {
  const departments = tree.map(
    ({ row, depth }) =>
      [row.id, `${'\u2002'.repeat(Math.min(depth, MAX_INDENT))}${row.name}`] as const,
  );
  const { name, label, first, value } = it;
  return select(
    { name, label, options: [['', first], ...departments], value: value ?? '' },
    refusal,
  );
}

function newPanel({ href, refusal }: Call, tree: readonly Node[]): Html {
  return html`<section class="panel" aria-labelledby="new"><header><h2 id="new">New department</h2></header><div class="pad"><form class="narrow" method="post" action="${href(PATH)}">${onceField()}${summary('No department was created.', refusal)}
${field({ name: 'name', label: 'Name', maxlength: 150, autocomplete: 'off' }, refusal)}
${field({ name: 'external_id', label: 'External ID', isRequired: false, maxlength: 255, autocomplete: 'off', hint: 'What the HR system calls it, if it has such an ID.' }, refusal)}
${parentField(tree, { name: 'parent', label: 'Below', first: 'Top level', value: null }, refusal)}
<p class="field"><button class="btn pri">Create department</button></p></form></div></section>`;
}

export const createDepartmentAction: Action = {
  path: PATH,
  roles: EDITORS,
  page: departmentsPage,
  submit: async (call, form) => {
    const name = (form.get('name') ?? '').trim();
    if (name === '') throw new Refused('', { name: 'Give it a name.' });
    const { id } = await call.change('createDepartment', {
      name,
      external_id: form.get('external_id')?.trim() || null,
      parent: form.get('parent') || null,
    });
    return {
      to: call.href(`${PATH}/${id}`),
      done: html`The department <b>${name}</b> is created.`,
    };
  },
};
