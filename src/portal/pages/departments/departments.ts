import type { Board } from '../../../domain/board/board.ts';
import { Html, html } from '../../../http/response/html.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { optional, pick, text } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { figure, linesOf, strongLink } from '../../view/cells.ts';
import { strong, unseen } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE, pageNumber, pager } from '../../view/pager.ts';
import { emptyPanel, listing, panel } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { departmentTree, MAX_INDENT, treeChoices } from './department-choices.ts';

const PATH = '/departments';

/** Rows of the tree on one page: it is read as a whole, so there are more than of other lists. */
const TREE_SIZE = 250;

/** A department in the tree. */
export type Node = { row: DepartmentRow; depth: number };

const create = formAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    id: 'department',
    fields: {
      name: text({ max: 150 }),
      external_id: optional(text({ max: 255 })),
      parent: optional(pick()),
    },
    texts: ({ departments }) => ({
      ...{ button: departments.createThis, refused: departments.notCreated },
      fields: {
        name: { label: departments.name, empty: departments.giveName },
        external_id: { label: departments.externalId, hint: departments.externalIdHint },
        parent: departments.below,
      },
    }),
  }),
  submit: async (call, department) => {
    const { id, name } = await call.change('createDepartment', department);
    const done = call.t.departments.created({ name: strong(name) });
    return { to: call.href(`${PATH}/${id}`), done };
  },
});

/** Departments as a tree with the people in them, and those that are archived. */
export const departmentsPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.departments.title,
    icon: 'tree',
    key: 'd',
    group: 'people',
  },
  actions: [create],
  show: async (call) => {
    const { t, services, company, now, session } = call;
    const { departments } = t;
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const all = departmentTree(call);
    const tree = all.filter(({ row }) => row.archivedAt === null);
    const archived = all
      .filter(({ row }) => row.archivedAt !== null)
      .sort((a, b) => (b.row.archivedAt ?? 0) - (a.row.archivedAt ?? 0));
    const isEditor = mayEdit(session.role);
    const nothing = emptyPanel({
      ...{ icon: 'tree', title: departments.none },
      text: isEditor ? departments.noneTextForEditors : departments.noneText,
      command: 'engaged department create --name Platform',
    });
    const lead = departments.lead({ active: tree.length, archived: archived.length });
    return {
      title: departments.title,
      body: html`${pageHead({ title: departments.title, lead })}
<div class="stack">${all.length === 0 ? nothing : ''}
${tree.length === 0 ? '' : treePanel(call, tree, board)}${archived.length === 0 ? '' : archivePanel(call, archived)}${isEditor ? newPanel(call, tree) : ''}</div>`,
    };
  },
});

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
  const { t, href, query, now } = call;
  const { departments } = t;
  const page = pageNumber(query);
  const totals = countBelow(tree, board);
  const level = (depth: number) =>
    depth === 0 ? '' : html` ${unseen(departments.atLevel({ level: depth + 1 }))}`;
  const rows = table<Node>({
    ...{ label: departments.title, className: 'tree' },
    rows: tree.slice((page - 1) * TREE_SIZE, page * TREE_SIZE),
    columns: [
      {
        ...{ head: departments.department, className: 'branch' },
        cell: ({ row, depth }) =>
          html`${indent(depth)}<span>${strongLink(href(`${PATH}/${row.id}`), html`<bdi>${row.name}</bdi>`)}${level(depth)}</span>`,
      },
      {
        ...{ head: departments.externalId, shown: 'tablet', isMuted: true },
        cell: ({ row }) => row.externalId ?? '–',
      },
      {
        ...{ head: departments.people, isNumber: true },
        cell: ({ row }) => figure(t, board.departmentSize(row.number)),
      },
      {
        ...{ head: departments.withBelow, isNumber: true },
        cell: ({ row }) => t.format.number(totals.get(row.number) ?? 0),
      },
      {
        ...{ head: departments.xpIn({ month: t.format.shortMonth(now) }) },
        ...{ isNumber: true, shown: 'tablet' },
        cell: ({ row }) => figure(t, board.departmentTotalXp(row.number)),
      },
    ],
  });
  return listing(
    rows,
    pager(t, tree.length, page, { link: (part) => href(`${PATH}?${part}`), size: TREE_SIZE }),
  );
}

function archivePanel({ t, href, query }: Call, archived: readonly Node[]): Html {
  const page = pageNumber(query, 'archived');
  const rows = archived.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(
    ({ row }) =>
      html`<li><a class="grow strong" href="${href(`${PATH}/${row.id}`)}"><bdi>${row.name}</bdi></a><span class="small muted">${t.format.day(row.archivedAt ?? 0)}</span></li>
`,
  );
  const { departments } = t;
  return panel(
    {
      ...{ id: 'archived', title: departments.archived, isFull: true },
      beside: departments.archivedText,
    },
    html`${linesOf(rows)}${pager(t, archived.length, page, { name: 'archived', link: (part) => `${href(PATH)}?${part}#archived` })}`,
  );
}

function newPanel(call: Call, tree: readonly Node[]): Html {
  const { departments } = call.t;
  const form = create.write(call, {
    options: { parent: treeChoices(departments.topLevel, tree) },
  });
  return panel({ id: 'new', title: departments.newDepartment, isNarrow: true }, form);
}
