import type { Board } from '../../domain/board/board.ts';
import { notFound } from '../../domain/errors.ts';
import { isUuid } from '../../domain/id.ts';
import { type Html, html } from '../../http/html.ts';
import { departmentsByNumber, isAtOrBelow } from '../../service/departments.ts';
import type { DepartmentMerge } from '../../service/merge-departments.ts';
import type { DepartmentRow } from '../../store/departments.ts';
import type { Action, Call, Page } from '../page.ts';
import { confirmField, requireConfirmed } from '../parts/confirm.ts';
import { departmentTree } from '../parts/department-tree.ts';
import { buttonForm, countIn, field, Refused, summary } from '../parts/form.ts';
import { count, day, monthName, number } from '../parts/format.ts';
import { stat, stats } from '../parts/stats.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { parentField } from './departments.ts';

const PATH = '/departments/:id';

/** How many of the departments below are shown by name. */
const MAX_BELOW = 50;

/** One department: who and what is in it, and how it is renamed, moved, merged, archived and restored. */
export const departmentPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: async (call) => {
    const { services, company, now, href, session, refusal } = call;
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const row = requireRow(call);
    const { name, archivedAt } = row;
    const panels = archivedAt === null ? activePanels(call, row, board) : restorePanel(call, row);
    return {
      title: name,
      current: '/departments',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/departments')}">Departments</a>${path(call, row)}</p><h1><bdi>${name}</bdi></h1>
<p class="lead">${row.externalId === null ? 'No external ID' : html`External ID ${row.externalId}`}${archivedAt === null ? '' : html` <span class="chip">archived ${day(archivedAt)}</span>`}</p></div><a class="btn" href="${href(`/people?department=${row.id}`)}">See the people</a></div>
<div class="stack">${summary('Nothing was changed.', refusal)}${stats([stat('People here', board.departmentSize(row.number)), stat(`XP in ${monthName(now, now)}`, board.departmentTotalXp(row.number))])}
${below(call, row)}${mayEdit(session.role) ? panels : ''}</div>`,
    };
  },
};

/** @throws EngagedError `not_found` */
function requireRow(call: Call): DepartmentRow {
  const { id } = call.params;
  const row = isUuid(id) ? departmentTree(call).find((one) => one.row.id === id)?.row : undefined;
  if (!row) throw notFound('There is no such department here');
  return row;
}

/** The departments above, from the top. */
function path({ services, company, href }: Call, { parentNumber }: DepartmentRow): Html[] {
  const byNumber = departmentsByNumber(services.db, company.companyId);
  const above: DepartmentRow[] = [];
  for (let at = parentNumber; at !== null; at = above[0]?.parentNumber ?? null) {
    const row = byNumber.get(at);
    if (!row) break;
    above.unshift(row);
  }
  return above
    .slice(-MAX_BELOW)
    .map(({ id, name }) => html` / <a href="${href(`/departments/${id}`)}"><bdi>${name}</bdi></a>`);
}

function below(call: Call, row: DepartmentRow): Html {
  const { href } = call;
  const all = departmentTree(call).filter(
    (one) => one.row.parentNumber === row.number && one.row.archivedAt === null,
  );
  if (all.length === 0) return html``;
  const items = all
    .slice(0, MAX_BELOW)
    .map(
      (one) =>
        html`<li><a class="strong" href="${href(`/departments/${one.row.id}`)}"><bdi>${one.row.name}</bdi></a></li>`,
    );
  return html`<section class="panel" aria-labelledby="below"><header><h2 id="below">Below it</h2><span class="small muted">${count(all.length, 'department', 'departments')}</span></header><ul class="list">${items}</ul>${all.length > MAX_BELOW ? html`<footer>The first ${MAX_BELOW}. <a href="${href('/departments')}">All are in the tree</a>.</footer>` : ''}</section>`;
}

function activePanels(call: Call, row: DepartmentRow, board: Board): Html {
  const { services, company, href, refusal } = call;
  const base = href(`/departments/${row.id}`);
  const byNumber = departmentsByNumber(services.db, company.companyId);
  const others = departmentTree(call).filter(
    (one) => one.row.archivedAt === null && !isAtOrBelow(one.row.number, row.number, byNumber),
  );
  const people = board.departmentSize(row.number);
  const panel = (id: string, title: string, text: string, form: Html, className = '') =>
    html`<section class="panel${className}" aria-labelledby="${id}"><header><h2 id="${id}">${title}</h2></header><div class="pad small"><p class="muted">${text}</p>${form}</div></section>`;
  return html`<div class="cols even">${panel(
    'rename',
    'Rename',
    'A roster without IDs of departments finds it only by its new name.',
    html`<form method="post" action="${base}/rename"><input type="hidden" name="was" value="${row.name}">${field({ name: 'name', label: 'Name', value: row.name, maxlength: 150, autocomplete: 'off' }, refusal)}<p class="field"><button class="btn">Rename</button></p></form>`,
  )}${panel(
    'move',
    'Move',
    'The departments below it move with it.',
    html`<form method="post" action="${base}/move"><input type="hidden" name="was" value="${row.parentId ?? ''}">${parentField(others, { name: 'parent', label: 'Below', first: 'Top level', value: row.parentId }, refusal)}<p class="field"><button class="btn">Move</button></p></form>`,
  )}${panel(
    'archive',
    'Archive',
    'Its people stay in it, and departments below it stay where they are. It can be restored.',
    buttonForm(`${base}/archive`, 'Archive department'),
  )}${
    others.length === 0
      ? ''
      : panel(
          'merge',
          'Merge into another one',
          `${count(people, 'person', 'people')}, those deactivated and the departments below move there, and this one is archived. This cannot be undone in one step. Its external ID moves too if the other one has none.`,
          html`<form method="post" action="${base}/merge"><input type="hidden" name="people" value="${people}">${parentField(others, { name: 'into', label: 'Into', first: 'Choose a department', value: null }, refusal)}${people === 0 ? '' : confirmField('merge', people, refusal)}<p class="field"><button class="btn kill">${people === 0 ? 'Merge' : `Merge ${count(people, 'person', 'people')}`}</button></p></form>`,
          ' danger',
        )
  }</div>`;
}

const restorePanel = ({ href }: Call, { id }: DepartmentRow): Html =>
  html`<section class="panel" aria-labelledby="restore"><header><h2 id="restore">Restore</h2></header><div class="pad small"><p class="muted">Below the department above it, or at the top level where that one is archived.</p>${buttonForm(`${href(`/departments/${id}`)}/restore`, 'Restore department')}</div></section>`;

const action = (
  name: string,
  submit: (call: Call, row: DepartmentRow, form: URLSearchParams) => Promise<Html>,
): Action => ({
  path: `${PATH}/${name}`,
  roles: EDITORS,
  page: departmentPage,
  submit: async (call, form) => {
    const row = requireRow(call);
    const done = await submit(call, row, form);
    return { to: call.href(`/departments/${row.id}`), done };
  },
});

export const departmentActions: readonly Action[] = [
  action('rename', async (call, { id: department }, form) => {
    const name = (form.get('name') ?? '').trim();
    if (name === '') throw new Refused('', { name: 'Give it a name.' });
    const was = form.get('was') ?? '';
    const renamed = await call.change('renameDepartment', { department, name, was });
    return html`The department is called <b>${renamed.name}</b>.`;
  }),
  action('move', async (call, { id: department }, form) => {
    const parent = form.get('parent') || null;
    const was = form.get('was') || null;
    await call.change('moveDepartment', { department, parent, was });
    return html`The department is moved.`;
  }),
  action('archive', async (call, { id: department }) => {
    const archived = await call.change('archiveDepartment', { department });
    return html`<b>${archived.name}</b> is archived.`;
  }),
  action('restore', async (call, { id: department }) => {
    const restored = await call.change('restoreDepartment', { department });
    return html`<b>${restored.name}</b> is active again${restored.parent_id === null ? ', at the top level' : ''}.`;
  }),
  action('merge', async (call, { id: department }, form) => {
    const into = form.get('into') ?? '';
    if (into === '') throw new Refused('', { into: 'Choose a department.' });
    const people = countIn(form, 'people');
    // Nobody moves, so there is no number to type.
    if (people !== 0) requireConfirmed(form, 'merge', people);
    return describeMerge(await call.change('mergeDepartments', { department, into, people }));
  }),
];

function describeMerge({ department, merged, moved, ...it }: DepartmentMerge): Html {
  const people = count(moved.active, 'active person', 'active people');
  const roster = it.external_id_handed_over
    ? html` It has the external ID ${department.external_id ?? ''} now, so that a roster finds it.`
    : merged.external_id === null
      ? html` A roster that still sends this name makes it again.`
      : html` A roster that still sends ${merged.external_id} restores this one.`;
  return html`${people}, ${number(moved.deactivated)} deactivated and ${count(moved.departments, 'department', 'departments')} moved to <b>${department.name}</b>.${roster}`;
}
