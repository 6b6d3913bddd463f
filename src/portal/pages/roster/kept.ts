import { type Html, html } from '../../../http/response/html.ts';
import type { KeptPerson } from '../../../service/roster/runs/show-changes.ts';
import { listUndecided } from '../../../service/roster/sync/kept-people.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { listPanel } from '../../view/list-panel.ts';
import { strong, unseen } from '../../view/marks.ts';
import { note } from '../../view/note.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE } from '../../view/pager.ts';
import { emptyPanel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { keptColumns } from './missing.ts';

const PATH = '/kept';

const keep = formAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    ...{ id: 'keep', fields: { employee: hidden() } },
    texts: ({ kept }) => ({ button: kept.keep, fields: {} }),
  }),
  submit: async (call, { employee }) => {
    await call.change('keepEmployee', { employee });
    return { done: html`<b>${call.t.kept.isKept}</b>` };
  },
});

/** People whom an import lacked and kept, until somebody decides about each. */
export const keptPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [keep],
  show: (call) => {
    const { t, services, company } = call;
    const { kept } = t;
    const people = listUndecided(services.db, company.companyId);
    const head = pageHead({
      title: kept.title,
      above: { href: call.href('/people'), label: t.people.title },
      lead: kept.lead({ count: people.length }),
    });
    const nobody = emptyPanel({ icon: 'check', title: kept.nobody, text: kept.nobodyText });
    return {
      title: kept.title,
      current: '/people',
      body: html`${head}
<div class="stack">${people.length === 0 ? nobody : undecided(call, people)}</div>`,
    };
  },
});

function undecided(call: Call, people: readonly KeptPerson[]): Html {
  const { t, href, session } = call;
  const { kept } = t;
  const decide = ({ employee_id: employee, name, email }: KeptPerson) =>
    keep.write(call, {
      values: { employee },
      button: kept.keepThis({ person: unseen(name ?? email ?? '') }),
      kind: 's',
    });
  const command = html`<code>engaged employee update PERSON --external-id NEW</code>`;
  const list = listPanel(call, {
    ...{ id: 'kept', title: kept.waiting, total: people.length, path: href(PATH) },
    columns: keptColumns(call, mayEdit(session.role) ? decide : undefined),
    rows: (page) => people.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  });
  return html`${note('ok', kept.how({ strong, command }))}
${list}`;
}
