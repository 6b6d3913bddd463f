import { type Html, html } from '../../../http/response/html.ts';
import type { KeptPerson } from '../../../service/roster/runs/show-changes.ts';
import { listUndecided } from '../../../service/roster/sync/kept-people.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden } from '../../forms/kinds.ts';
import type { Call, Page } from '../../page.ts';
import { number } from '../../parts/format.ts';
import { keptColumns, keptRow } from '../../parts/kept.ts';
import { PAGE_SIZE, pageOf, pager } from '../../parts/pager.ts';
import { EDITORS, mayEdit, READERS } from '../../roles.ts';
import { note } from '../../view/note.ts';
import { pageHead } from '../../view/page-head.ts';
import { emptyPanel, panel } from '../../view/panel.ts';

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
export const keptPage: Page = {
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
};

function undecided(call: Call, people: readonly KeptPerson[]): Html {
  const { t, href, session, query } = call;
  const { kept } = t;
  const page = pageOf(query);
  const shown = people.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const isEditor = mayEdit(session.role);
  const decide = ({ employee_id: employee, name, email }: KeptPerson) =>
    keep.write(call, {
      values: { employee },
      button: kept.keepThis({ person: html`<span class="vh">${name ?? email ?? ''}</span>` }),
      kind: 's',
    });
  const rows = shown.map((person) => keptRow(call, person, isEditor ? decide(person) : undefined));
  const command = html`<code>engaged employee update PERSON --external-id NEW</code>`;
  const how = kept.how({ strong: (text) => html`<b>${text}</b>`, command });
  return html`${note('ok', how)}
${panel({ id: 'kept', title: kept.waiting, beside: number(people.length), isFull: true }, [
  html`<table aria-labelledby="kept"><thead><tr>${keptColumns(t)}${isEditor ? html`<th scope="col" class="n">${kept.decision}</th>` : ''}</tr></thead><tbody>
${rows}</tbody></table>`,
  pager(t, people.length, page, { link: (part) => `${href(PATH)}?${part}` }),
])}`;
}
