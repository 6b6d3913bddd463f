import { SCIM_PATH } from '../../../domain/scim/resource.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { type DirectoryView, showDirectory } from '../../../service/scim/overview.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm } from '../../forms/form.ts';
import type { Call } from '../../request/call.ts';
import { strongLink } from '../../view/cells.ts';
import { isolated } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, facts, panel } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';
import { OWNERS, READERS } from '../roles.ts';

const PATH = '/directory';

const approve = formAction({
  path: `${PATH}/approve`,
  roles: OWNERS,
  form: buttonForm('approve', ({ directory }) => directory.approve),
  submit: async (call) => {
    const { deactivated } = await call.change('approveHeld', {});
    return { done: html`${call.t.directory.approved({ count: deactivated })}` };
  },
});

/** How the directory of a company stands, who waits for an approval, what was refused, and how one is connected. */
export const directoryPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.directory.title,
    icon: 'plug',
    key: 'z',
    group: 'people',
  },
  actions: [approve],
  show: (call) => {
    const { t, services, company, now } = call;
    const { directory } = t;
    const view = services.db.do(showDirectory(company.companyId, now));
    return {
      title: directory.title,
      body: html`${pageHead({ title: directory.title, lead: directory.lead })}
<div class="stack">${view.waiting > 0 ? waitingPanel(call, view) : ''}${statePanel(call, view)}${view.refusals.length > 0 ? refusalsPanel(call, view) : ''}${guidePanel(call, 'entra')}${guidePanel(call, 'okta')}</div>`,
    };
  },
});

function waitingPanel(call: Call, { waiting, held_back }: DirectoryView): Html {
  const { t, session, href, now } = call;
  const { directory } = t;
  const list = table({
    label: directory.waiting,
    rows: held_back,
    columns: [
      {
        head: directory.person,
        cell: ({ employee_id, name, user_name }) =>
          strongLink(href(`/people/${employee_id}`), isolated(name ?? user_name)),
      },
      {
        ...{ head: directory.since, isMuted: true },
        cell: ({ since }) => timeElement(t, Date.parse(since), now),
      },
    ],
  });
  const more =
    waiting > held_back.length
      ? directory.andMore({ count: waiting - held_back.length })
      : undefined;
  const decide =
    session.role === 'owner'
      ? html`<div class="pad">${approve.write(call)}</div>`
      : html`<div class="pad">${explained(directory.askOwner)}</div>`;
  return panel(
    {
      ...{ id: 'waiting', title: directory.waitingTitle({ count: waiting }), isFull: true },
      ...{ isDangerous: true, footer: more },
    },
    html`<div class="pad"><p>${directory.waitingText}</p></div>${list}${decide}`,
  );
}

function statePanel({ t, site, now }: Call, view: DirectoryView): Html {
  const { directory, format } = t;
  const { last_contact_at, deactivation_limit: limit, deactivated_in_24_hours: count } = view;
  const isConnected = view.tokens > 0;
  return panel(
    { id: 'state', title: directory.state },
    html`${isConnected ? '' : html`<p>${directory.notConnected}</p>`}${facts([
      [directory.address, html`<code>${site.address}${SCIM_PATH}</code>`],
      [directory.tokens, format.number(view.tokens)],
      [
        directory.lastContact,
        last_contact_at === null
          ? directory.never
          : timeElement(t, Date.parse(last_contact_at), now),
      ],
      [directory.people, format.number(view.people)],
      [directory.groups, format.number(view.groups)],
      [directory.externalId, html`<code>${view.external_id_from}</code>`],
      [directory.authority, directory.authorities[view.roster_authority]],
      [
        directory.deactivated,
        limit === null ? format.number(count) : directory.ofLimit({ count, limit }),
      ],
    ])}`,
  );
}

function refusalsPanel({ t, href, now }: Call, { refusals }: DirectoryView): Html {
  const { directory, format } = t;
  const list = table({
    label: directory.refusals,
    rows: refusals,
    columns: [
      {
        head: directory.person,
        cell: ({ employee_id, user_name }) => {
          const name = isolated(user_name ?? directory.somebody);
          return employee_id === null ? name : strongLink(href(`/people/${employee_id}`), name);
        },
      },
      { head: directory.why, cell: ({ reason }) => directory.reasons[reason] },
      {
        ...{ head: directory.times, isNumber: true, shown: 'tablet' },
        cell: ({ times }) => format.number(times),
      },
      {
        ...{ head: directory.last, isMuted: true, shown: 'tablet' },
        cell: ({ last_at }) => timeElement(t, Date.parse(last_at), now),
      },
    ],
  });
  return panel({ id: 'refusals', title: directory.refusals, isFull: true }, list);
}

const PRODUCTS = { entra: 'Microsoft Entra ID', okta: 'Okta' } as const;

function guidePanel({ t, site }: Call, id: keyof typeof PRODUCTS): Html {
  const { directory } = t;
  const product = PRODUCTS[id];
  const address = html`<code>${site.address}${SCIM_PATH}</code>`;
  const command = html`<code>engaged scim create --mode live --name "${product}"</code>`;
  const steps = Object.values(directory.guides[id]).map((say) => say({ address, command }));
  return panel(
    { id, title: directory.guideTitle({ product }) },
    html`<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>`,
  );
}
