import type { Board } from '../../../domain/board/board.ts';
import { failure } from '../../../domain/errors.ts';
import { isUuid } from '../../../domain/id.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { departmentsByNumber, isAtOrBelow } from '../../../service/departments/departments.ts';
import type { DepartmentMerge } from '../../../service/departments/merge-departments.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';
import { formAction } from '../../forms/action.ts';
import { requireCount } from '../../forms/confirm.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { hidden, hiddenCount, optional, pick, text, typedCount } from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { linesOf, strongLink } from '../../view/cells.ts';
import { strong } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, panel } from '../../view/panel.ts';
import { stat, stats } from '../../view/stats.ts';
import { giveLink } from '../gifts/give-link.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { departmentTree, treeChoices } from './department-choices.ts';

const PATH = '/departments/:id';

/** How many of the departments below are shown by name. */
const MAX_BELOW = 50;

const rename = formAction({
  path: `${PATH}/rename`,
  roles: EDITORS,
  of: requireRow,
  form: defineForm({
    id: 'rename',
    fields: { was: hidden(), name: text({ max: 150 }) },
    texts: ({ departments }) => ({
      button: departments.rename,
      fields: { name: { label: departments.name, empty: departments.giveName } },
    }),
  }),
  submit: async (call, values, { subject: { id: department } }) => {
    const { name } = await call.change('renameDepartment', { department, ...values });
    return { done: call.t.departments.isCalled({ name: strong(name) }) };
  },
});

const move = formAction({
  path: `${PATH}/move`,
  roles: EDITORS,
  of: requireRow,
  form: defineForm({
    id: 'move',
    fields: { was: optional(hidden()), parent: optional(pick()) },
    texts: ({ departments }) => ({
      button: departments.move,
      fields: { parent: departments.below },
    }),
  }),
  submit: async (call, values, { subject: { id: department } }) => {
    await call.change('moveDepartment', { department, ...values });
    return { done: html`${call.t.departments.isMoved}` };
  },
});

const archive = formAction({
  path: `${PATH}/archive`,
  roles: EDITORS,
  of: requireRow,
  form: buttonForm('archive', ({ departments }) => departments.archiveThis),
  submit: async (call, _, { subject: { id: department } }) => {
    const { name } = await call.change('archiveDepartment', { department });
    return { done: call.t.departments.isArchived({ name: strong(name) }) };
  },
});

const restore = formAction({
  path: `${PATH}/restore`,
  roles: EDITORS,
  of: requireRow,
  form: buttonForm('restore', ({ departments }) => departments.restoreThis),
  submit: async (call, _, { subject: { id: department } }) => {
    const restored = await call.change('restoreDepartment', { department });
    const { isRestored, isRestoredAtTop } = call.t.departments;
    const say = restored.parent_id === null ? isRestoredAtTop : isRestored;
    return { done: say({ name: strong(restored.name) }) };
  },
});

const merge = formAction({
  path: `${PATH}/merge`,
  roles: EDITORS,
  of: requireRow,
  form: defineForm({
    id: 'merge',
    fields: { people: hiddenCount(), into: pick(), typed: typedCount() },
    texts: ({ departments }) => ({
      button: departments.merge,
      fields: { into: departments.into, typed: '' },
    }),
  }),
  submit: async (call, { into, people, typed }, { subject: { id: department } }) => {
    // Nobody moves, so there is no number to type.
    if (people !== 0) requireCount(call, 'typed', typed, people);
    const merged = await call.change('mergeDepartments', { department, into, people });
    return { done: describeMerge(call.t, merged) };
  },
});

/** One department: who and what is in it, and how it is renamed, moved, merged, archived and restored. */
export const departmentPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [rename, move, archive, restore, merge],
  show: async (call) => {
    const { t, services, company, now, href, session } = call;
    const { departments } = t;
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const row = requireRow(call);
    const { name, archivedAt, externalId } = row;
    const panels = archivedAt === null ? activePanels(call, row, board) : restorePanel(call);
    const known =
      externalId === null ? departments.noExternalId : departments.hasExternalId({ externalId });
    const chip =
      archivedAt === null
        ? ''
        : html` <span class="chip">${departments.archivedOn({ day: t.format.day(archivedAt) })}</span>`;
    const head = pageHead({
      title: html`<bdi>${name}</bdi>`,
      above: [{ href: href('/departments'), label: departments.title }, ...pathTo(call, row)],
      lead: html`${known}${chip}`,
      tools: html`<a class="btn" href="${href(`/people?department=${row.id}`)}">${departments.seePeople}</a>${archivedAt === null ? html`${giveLink(call, { department: row.id })}${cardsLink(call, row)}` : ''}`,
    });
    const figures = stats(t, [
      stat(departments.peopleHere, board.departmentSize(row.number)),
      stat(
        departments.xpIn({ month: t.format.month(now, now) }),
        board.departmentTotalXp(row.number),
      ),
    ]);
    return {
      title: name,
      current: '/departments',
      body: html`${head}
<div class="stack">${figures}
${below(call, row)}${mayEdit(session.role) ? panels : ''}</div>`,
    };
  },
});

const cardsLink = ({ t, href, session, company }: Call, { id }: DepartmentRow): Html =>
  mayEdit(session.role) && !company.isSandbox
    ? html`<a class="btn" href="${href(`/cards?department=${id}`)}">${t.people.printCards}</a>`
    : html``;

/** @throws EngagedError `not_found` */
function requireRow(call: Call<'id'>): DepartmentRow {
  const { id } = call.params;
  const row = isUuid(id) ? departmentTree(call).find((one) => one.row.id === id)?.row : undefined;
  if (!row) throw failure('department_not_found');
  return row;
}

/** Links to the departments above, from the top. */
function pathTo({ services, company, href }: Call, { parentNumber }: DepartmentRow) {
  const byNumber = departmentsByNumber(services.db, company.companyId);
  const above: DepartmentRow[] = [];
  for (let at = parentNumber; at !== null; at = above[0]?.parentNumber ?? null) {
    const row = byNumber.get(at);
    if (!row) break;
    above.unshift(row);
  }
  return above.slice(-MAX_BELOW).map(({ id, name }) => ({
    href: href(`/departments/${id}`),
    label: html`<bdi>${name}</bdi>`,
  }));
}

function below(call: Call, row: DepartmentRow): Html {
  const { t, href } = call;
  const { departments } = t;
  const all = departmentTree(call).filter(
    (one) => one.row.parentNumber === row.number && one.row.archivedAt === null,
  );
  if (all.length === 0) return html``;
  const items = all
    .slice(0, MAX_BELOW)
    .map(
      (one) =>
        html`<li>${strongLink(href(`/departments/${one.row.id}`), html`<bdi>${one.row.name}</bdi>`)}</li>`,
    );
  const more = departments.firstOfTree({
    count: MAX_BELOW,
    tree: (label) => html`<a href="${href('/departments')}">${label}</a>`,
  });
  return panel(
    {
      ...{ id: 'below', title: departments.belowIt, isFull: true },
      beside: departments.count(all.length),
      footer: all.length > MAX_BELOW ? more : undefined,
    },
    linesOf(items),
  );
}

function activePanels(call: Call, row: DepartmentRow, board: Board): Html {
  const { services, company, t } = call;
  const { departments } = t;
  const byNumber = departmentsByNumber(services.db, company.companyId);
  const others = departmentTree(call).filter(
    (one) => one.row.archivedAt === null && !isAtOrBelow(one.row.number, row.number, byNumber),
  );
  const people = board.departmentSize(row.number);
  const moveForm = move.write(call, {
    values: { was: row.parentId, parent: row.parentId },
    options: { parent: treeChoices(departments.topLevel, others) },
    kind: '',
  });
  const mergeForm = merge.write(call, {
    values: { people },
    options: { into: treeChoices(departments.chooseOne, others) },
    fields: { typed: t.forms.typePeople({ count: people }) },
    left: people === 0 ? ['typed'] : [],
    button: people === 0 ? departments.merge : departments.mergePeople({ count: people }),
    kind: 'kill',
  });
  const renameForm = rename.write(call, { values: { was: row.name, name: row.name }, kind: '' });
  return html`<div class="cols even">${[
    formPanel('rename', departments.rename, departments.renameText, renameForm),
    formPanel('move', departments.move, departments.moveText, moveForm),
    formPanel(
      'archive',
      departments.archive,
      departments.archiveText,
      archive.write(call, { kind: '' }),
    ),
    others.length === 0
      ? html``
      : formPanel(
          'merge',
          departments.mergeTitle,
          departments.mergeText({ count: people }),
          mergeForm,
          true,
        ),
  ]}</div>`;
}

const formPanel = (id: string, title: string, text: string, form: Html, isDangerous = false) =>
  panel({ id, title, isDangerous }, [explained(text), form]);

const restorePanel = (call: Call): Html => {
  const { departments } = call.t;
  const form = restore.write(call, { kind: '' });
  return formPanel('restore', departments.restore, departments.restoreText, form);
};

function describeMerge({ departments }: Messages, merge: DepartmentMerge): Html {
  const { department, merged, moved } = merge;
  const result = departments.merged({ ...moved, into: strong(department.name) });
  const externalId = merged.external_id ?? department.external_id ?? '';
  const roster = merge.external_id_handed_over
    ? departments.mergedIdMoved({ externalId: department.external_id ?? '' })
    : merged.external_id === null
      ? departments.mergedNameComesBack
      : departments.mergedIdComesBack({ externalId });
  return html`${result} ${roster}`;
}
