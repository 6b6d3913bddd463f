import { EngagedError } from '../../../domain/errors.ts';
import { OWN_ROLES, type OwnRole } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { sendsMail } from '../../../service/mail/outbox.ts';
import type { ListedAccount } from '../../../service/portal/accounts.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { choice, email, optional } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { explained, listing, panel } from '../../view/panel.ts';
import { personEntry } from '../../view/person.ts';
import { newSecret } from '../../view/secret.ts';
import { table, tabs } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';
import { OWNERS } from '../roles.ts';

const PATH = '/accounts';
const BASE = `/portal${PATH}`;

const invite = formAction({
  path: PATH,
  roles: OWNERS,
  needsPassword: true,
  form: defineForm({
    id: 'invite',
    fields: { email: email(), role: optional(choice(OWN_ROLES)) },
    texts: ({ accounts }) => ({
      ...{ button: accounts.createLink, refused: accounts.noLinkCreated },
      fields: {
        email: { label: accounts.workEmail, empty: accounts.whoseAccount },
        role: { label: accounts.role, options: accounts.rolesToGive },
      },
    }),
  }),
  submit: async (call, { email, role }) => ({ done: await makeLink(call, email, role) }),
});

/** Who may sign in, the newest account first. */
export const accountsPage = definePage({
  path: PATH,
  roles: OWNERS,
  isOfCompany: false,
  nav: {
    label: (t) => t.accounts.title,
    icon: 'shield',
    key: 'o',
    group: 'system',
  },
  actions: [invite],
  show: async (call) => {
    const { t, services, session, query } = call;
    const { accounts } = t;
    const place = placeIn(query);
    const withRole = query.get('all') === null;
    const listed = await services.ranker.listAccounts({
      ...{ companyId: session.companyId, withRole, count: PAGE_SIZE + 1 },
      before: place ?? Number.MAX_SAFE_INTEGER,
    });
    const rows = listed.slice(0, PAGE_SIZE);
    const link = withRole ? BASE : `${BASE}?all`;
    const more = `${link}${withRole ? '?' : '&'}before=${rows.at(-1)?.entry ?? 0}`;
    const pages = nextPager(t, {
      next: listed.length > PAGE_SIZE ? more : undefined,
      first: place === undefined ? undefined : link,
    });
    const views = tabs(accounts.title, [
      { href: BASE, label: accounts.withRole, isCurrent: withRole },
      { href: `${BASE}?all`, label: accounts.everybody, isCurrent: !withRole },
    ]);
    return {
      title: accounts.title,
      body: html`${pageHead({ title: accounts.title, lead: accounts.lead, tools: views })}
<div class="cols">${listing(list(call, rows), pages)}
${invitePanel(call)}</div>`,
    };
  },
});

const isOff = ({ state }: ListedAccount): boolean =>
  state === 'disabled' || state === 'deactivated';

function list({ t, now }: Call, rows: readonly ListedAccount[]): Html {
  const { accounts } = t;
  const state = (one: ListedAccount) =>
    one.state === 'active'
      ? html``
      : html` <span class="chip${isOff(one) ? ' bad' : ' warn'}">${accounts.states[one.state]}</span>`;
  const address = ({ email, name }: ListedAccount) =>
    email === null ? accounts.getsItsEmail : name === null ? '' : email;
  return table<ListedAccount>({
    ...{ label: accounts.title, rows, isOff },
    columns: [
      {
        head: accounts.account,
        cell: (one) => personEntry(t, one, `${BASE}/${one.id}`, state(one), sub(address(one))),
      },
      { head: accounts.role, isDay: true, cell: ({ role }) => accounts.roles[role] },
      {
        ...{ head: accounts.lastSignIn, shown: 'tablet', isMuted: true },
        cell: ({ last_sign_in_at: at }) =>
          at === null ? accounts.never : timeElement(t, Date.parse(at), now),
      },
    ],
  });
}

const invitePanel = (call: Call): Html =>
  panel({ id: 'invite', title: call.t.accounts.invite }, [
    explained(
      sendsMail(call.services.db) ? call.t.accounts.inviteByMailText : call.t.accounts.inviteText,
    ),
    invite.write(call),
  ]);

/** A link that opens an account, shown once; or that it goes by mail. */
export const shownLink = ({ t, site }: Call, email: string, secret: string | null): Html =>
  secret === null
    ? html`${t.accounts.linkMailed({ email })}`
    : newSecret(t, t.accounts.linkFor({ email }), {
        label: t.accounts.linkLabel,
        secret: `${site.address}/portal/link/${secret}`,
        next: BASE,
      });

/** Makes a link for an address; the account is made with it if there is none. */
async function makeLink(call: Call, email: string, role: OwnRole | null): Promise<Html> {
  const { t, session, changeAs } = call;
  const as = { companyId: session.companyId, account: session.id };
  try {
    const input = { email, ...(role !== null && { role }) };
    const { secret } = await changeAs(as, 'inviteAccount', input);
    return shownLink(call, email, secret);
  } catch (error) {
    if (!(error instanceof EngagedError) || error.code !== 'not_found') throw error;
    throw new Refused('', { email: t.accounts.noEmployeeHasIt });
  }
}
