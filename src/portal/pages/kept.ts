import { type Html, html } from '../../http/html.ts';
import { listUndecided } from '../../service/roster/kept-people.ts';
import type { KeptPerson } from '../../service/roster/show-run.ts';
import type { Action, Call, Page } from '../page.ts';
import { buttonForm, note, summary } from '../parts/form.ts';
import { count, number } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { KEPT_COLUMNS, keptRow } from '../parts/kept.ts';
import { PAGE_SIZE, pageOf, pager } from '../parts/pager.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';

const PATH = '/kept';

/** People whom an import lacked and kept, until somebody decides about each. */
export const keptPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: (call) => {
    const { services, company } = call;
    const people = listUndecided(services.db, company.companyId);
    return {
      title: 'Not in the roster, and kept',
      current: '/people',
      body: html`<div class="head"><div><p class="crumb"><a href="${call.href('/people')}">People</a></p><h1>Not in the roster, and kept</h1>
<p class="lead">${count(people.length, 'person waits', 'people wait')} for a decision</p></div></div>
<div class="stack">${summary('Nothing was changed.', call.refusal)}${people.length === 0 ? nobody() : table(call, people)}</div>`,
    };
  },
};

const nobody = (): Html =>
  html`<section class="panel empty">${icon('check', 40)}<h2>Nobody waits for a decision</h2><p>Somebody whom a roster lacks, and who is kept because their address has another number in it or because of a role, stands here.</p></section>`;

function table(call: Call, people: readonly KeptPerson[]): Html {
  const { href, session, query } = call;
  const page = pageOf(query);
  const shown = people.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const isEditor = mayEdit(session.role);
  const rows = shown.map((person) => {
    const keep = html`Keep<span class="vh"> ${person.name ?? person.email ?? ''}</span>`;
    const decide = buttonForm(href(PATH), keep, {
      className: 's',
      fields: { employee: person.employee_id },
    });
    return keptRow(call, person, isEditor ? decide : undefined);
  });
  return html`${note('ok', html`<b>Keep</b> leaves somebody active, and nobody is asked again while number and role stay. Who has left is deactivated on their page. Who has another number gets it with <code>engaged employee update PERSON --external-id NEW</code>; the next roster then finds them.`)}
<section class="panel" aria-labelledby="kept"><header><h2 id="kept">Waiting for a decision</h2><span class="small muted">${number(people.length)}</span></header>
<table aria-labelledby="kept"><thead><tr>${KEPT_COLUMNS}${isEditor ? html`<th scope="col" class="n">Decision</th>` : ''}</tr></thead><tbody>
${rows}</tbody></table>${pager(people.length, page, { link: (query) => `${href(PATH)}?${query}` })}</section>`;
}

export const keptActions: readonly Action[] = [
  {
    path: PATH,
    roles: EDITORS,
    page: keptPage,
    submit: async (call, form) => {
      await call.change('keepEmployee', { employee: form.get('employee') ?? '' });
      return { to: call.href(PATH), done: html`<b>The person stays.</b>` };
    },
  },
];
