import { OWN_ROLES, ROLES, roleName } from '../../domain/portal-role.ts';
import { type Html, html } from '../../http/html.ts';
import { requireAccount, roleOf } from '../../service/portal/accounts.ts';
import { listSessions } from '../../service/portal/sessions.ts';
import type { AccountRow } from '../../store/portal-accounts.ts';
import type { Action, Call, Page } from '../page.ts';
import { browserName } from '../parts/browser.ts';
import { buttonForm, once, Refused, select, summary } from '../parts/form.ts';
import { timeElement } from '../parts/format.ts';
import { named } from '../parts/person.ts';
import { OWNERS } from '../roles.ts';
import { makeLink } from './accounts.ts';

const PATH = '/accounts/:id';

/** One account: its role, its sessions, and a new link. */
export const oneAccountPage: Page = {
  path: PATH,
  roles: OWNERS,
  isOfCompany: false,
  show: (call) => {
    const account = requireOwn(call);
    const role = roleOf(account);
    const name = account.name ?? account.email ?? 'No name';
    const { disabledAt, deactivatedAt, employeeId } = account;
    const state =
      disabledAt !== null
        ? html`<span class="chip bad">disabled</span>`
        : deactivatedAt !== null
          ? html`<span class="chip bad">deactivated</span>`
          : html`<span class="chip ok">${roleName(role)}</span>`;
    return {
      title: name,
      current: '/accounts',
      body: html`<div class="head"><div><p class="crumb"><a href="/portal/accounts">Accounts</a></p><h1>${named({ name, email: null })}</h1><p class="lead">${account.name === null ? '' : (account.email ?? '')} ${state}</p></div>${employeeId === null ? '' : html`<a class="btn" href="/portal/people/${employeeId}">See the person</a>`}</div>
<div class="stack">${summary('Nothing was changed.', call.refusal)}<div class="cols">${sessionsPanel(call, account)}<div class="stack">${rolePanel(call, account)}${linkPanel(account)}${twoStepPanel(call, account)}${statePanel(account)}</div></div></div>`,
    };
  },
};

/** @throws EngagedError `not_found` */
const requireOwn = ({ services, session, params }: Call): AccountRow =>
  requireAccount(services.db, session.companyId, params.id);

function sessionsPanel({ services, now, session }: Call, account: AccountRow): Html {
  const sessions = listSessions(services.db, account, now);
  const rows = sessions.map(
    (
      one,
    ) => html`<tr><td><span class="strong">${browserName(one.browser)}</span>${one.id === session.sessionId ? html` <span class="chip ok">this one</span>` : ''}<span class="sub">${one.client}</span></td><td class="opt muted">${timeElement(one.openedAt, now)}</td><td class="muted">${timeElement(one.lastUsedAt, now)}</td><td class="n">${one.id === session.sessionId ? '' : buttonForm(`/portal/accounts/${account.id}/sessions/${one.id}/end`, html`End<span class="vh"> the session of ${browserName(one.browser)}</span>`, { className: 's' })}</td></tr>
`,
  );
  return html`<section class="panel" aria-labelledby="sessions"><header><h2 id="sessions">Signed in</h2></header>${
    sessions.length === 0
      ? html`<p class="pad muted">Nowhere.</p>`
      : html`<table aria-labelledby="sessions"><thead><tr><th scope="col">Browser</th><th scope="col" class="opt">Opened</th><th scope="col">Last used</th><th scope="col"><span class="vh">Action</span></th></tr></thead><tbody>
${rows}</tbody></table>`
  }</section>`;
}

function rolePanel({ refusal }: Call, account: AccountRow): Html {
  const role = roleOf(account);
  const roles = account.employeeNumber === null ? OWN_ROLES : ROLES;
  const options = Object.fromEntries(roles.map((one) => [one, roleName(one)]));
  return html`<section class="panel" aria-labelledby="role"><header><h2 id="role">Role</h2></header><div class="pad small"><p class="muted">Changing the role signs the account out everywhere.</p><form method="post" action="/portal/accounts/${account.id}/role"><input type="hidden" name="was" value="${role}">${select({ name: 'role', label: 'Role', options, value: role }, refusal)}<p class="field"><button class="btn">Change role</button></p></form></div></section>`;
}

const linkPanel = (account: AccountRow): Html =>
  account.email === null || account.disabledAt !== null || account.deactivatedAt !== null
    ? html``
    : html`<section class="panel" aria-labelledby="link"><header><h2 id="link">New link</h2></header><div class="pad small"><p class="muted">For a password that is lost or was never set. An earlier link stops working.</p>${buttonForm(`/portal/accounts/${account.id}/link`, 'Create link', { fields: once() })}</div></section>`;

const twoStepPanel = ({ session, now }: Call, { id, totpSince }: AccountRow): Html =>
  totpSince === null
    ? html``
    : html`<section class="panel" aria-labelledby="two-step"><header><h2 id="two-step">Two-step sign-in</h2><span class="chip ok">on</span></header><div class="pad small"><p class="muted">Since ${timeElement(totpSince, now)}. ${id === session.id ? html`Change it on <a href="/portal/account/two-step">your own page</a>.` : 'For somebody who has lost both the app and the recovery codes. The password alone is then enough, and the account is signed out everywhere.'}</p>${id === session.id ? '' : buttonForm(`/portal/accounts/${id}/reset-totp`, 'Reset')}</div></section>`;

const statePanel = ({ id, disabledAt }: AccountRow): Html =>
  disabledAt === null
    ? html`<section class="panel danger" aria-labelledby="state"><header><h2 id="state">Disable</h2></header><div class="pad small"><p class="muted">Nobody can sign in with it, and it is signed out everywhere. It can be enabled again.</p>${buttonForm(`/portal/accounts/${id}/disable`, 'Disable account', { className: 'bad' })}</div></section>`
    : html`<section class="panel" aria-labelledby="state"><header><h2 id="state">Enable</h2></header><div class="pad small">${buttonForm(`/portal/accounts/${id}/enable`, 'Enable account')}</div></section>`;

const action = (
  name: string,
  submit: (call: Call, account: AccountRow, form: URLSearchParams) => Promise<Html>,
): Action => ({
  path: `${PATH}/${name}`,
  roles: OWNERS,
  page: oneAccountPage,
  needsPassword: true,
  submit: async (call, form) => {
    const account = requireOwn(call);
    const done = await submit(call, account, form);
    return { to: `/portal/accounts/${account.id}`, done };
  },
});

const asOwner = ({ session }: Call) => ({ companyId: session.companyId, account: session.id });

const setDisabled = (name: 'disable' | 'enable') =>
  action(name, async (call, { id }) => {
    const input = { account: id, isDisabled: name === 'disable' };
    await call.changeAs(asOwner(call), 'setAccountDisabled', input);
    return html`The account is ${name}d.`;
  });

export const oneAccountActions: readonly Action[] = [
  action('role', async (call, { id: account }, form) => {
    const role = ROLES.find((one) => one === form.get('role'));
    if (!role) throw new Refused('', { role: 'Choose a role.' });
    const was = form.get('was') ?? '';
    await call.changeAs(asOwner(call), 'setAccountRole', { account, role, was });
    return html`The role is <b>${roleName(role)}</b>.`;
  }),
  action('link', (call, { email }) => makeLink(call, email ?? '', null)),
  action('reset-totp', async (call, { id: account }) => {
    // With a session and the password alone nobody gets rid of the own code.
    if (account === call.session.id) throw new Refused('Switch it off on your own page.');
    await call.changeAs(asOwner(call), 'resetTotp', { account });
    return html`The password alone is now enough to sign in to this account.`;
  }),
  action('sessions/:session/end', async (call, { id: account }) => {
    const input = { account, session: call.params.session };
    await call.changeAs(asOwner(call), 'endSession', input);
    return html`The session has ended.`;
  }),
  setDisabled('disable'),
  setDisabled('enable'),
];
