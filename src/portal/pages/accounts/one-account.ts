import { OWN_ROLES, ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { requireAccount, roleOf } from '../../../service/portal/accounts.ts';
import { listSessions } from '../../../service/portal/sessions.ts';
import type { AccountRow } from '../../../store/portal/portal-accounts.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { choice, hidden } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, panel } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';
import { OWNERS } from '../roles.ts';
import { shownLink } from './accounts.ts';
import { sessionsPanel } from './sessions.ts';

const PATH = '/accounts/:id';

const asOwner = ({ session }: Call) => ({ companyId: session.companyId, account: session.id });

const setRole = formAction({
  path: `${PATH}/role`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwn,
  form: defineForm({
    id: 'role',
    fields: { was: hidden(), role: choice(ROLES) },
    texts: ({ accounts }) => ({
      button: accounts.changeRole,
      fields: { role: { label: accounts.role, options: accounts.roles } },
    }),
  }),
  submit: async (call, { role, was }, { subject: { id: account } }) => {
    await call.changeAs(asOwner(call), 'setAccountRole', { account, role, was });
    const { roles, roleIs } = call.t.accounts;
    return { done: roleIs({ role: html`<b>${roles[role]}</b>` }) };
  },
});

const newLink = formAction({
  path: `${PATH}/link`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwn,
  form: buttonForm('link', ({ accounts }) => accounts.createLink),
  submit: async (call, _, { subject: { id: account, email } }) => {
    const { secret } = await call.changeAs(asOwner(call), 'renewLink', { account });
    return { done: shownLink(call, email ?? '', secret) };
  },
});

const resetTwoStep = formAction({
  path: `${PATH}/reset-totp`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwn,
  form: buttonForm('reset-two-step', ({ accounts }) => accounts.reset),
  submit: async (call, _, { subject: { id: account } }) => {
    const { accounts } = call.t;
    // With a session and the password alone nobody gets rid of the own code.
    if (account === call.session.id) throw new Refused(accounts.switchOffOnYourPage);
    await call.changeAs(asOwner(call), 'resetTotp', { account });
    return { done: html`${accounts.isReset}` };
  },
});

const endSession = formAction({
  path: `${PATH}/sessions/:session/end`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwn,
  form: buttonForm('end-session', ({ accounts }) => accounts.end),
  submit: async (call, _, { subject: { id: account } }) => {
    const input = { account, session: call.params.session };
    await call.changeAs(asOwner(call), 'endSession', input);
    return { done: html`${call.t.accounts.sessionEnded}` };
  },
});

const disable = formAction({
  path: `${PATH}/disable`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwn,
  form: buttonForm('disable', ({ accounts }) => accounts.disableThis),
  submit: async (call, _, { subject: { id: account } }) => {
    await call.changeAs(asOwner(call), 'setAccountDisabled', { account, isDisabled: true });
    return { done: html`${call.t.accounts.isDisabled}` };
  },
});

const enable = formAction({
  path: `${PATH}/enable`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwn,
  form: buttonForm('enable', ({ accounts }) => accounts.enableThis),
  submit: async (call, _, { subject: { id: account } }) => {
    await call.changeAs(asOwner(call), 'setAccountDisabled', { account, isDisabled: false });
    return { done: html`${call.t.accounts.isEnabled}` };
  },
});

/** One account: its role, its sessions, and a new link. */
export const oneAccountPage = definePage({
  path: PATH,
  roles: OWNERS,
  isOfCompany: false,
  actions: [setRole, newLink, resetTwoStep, endSession, disable, enable],
  show: (call) => {
    const { t, services, now } = call;
    const { accounts } = t;
    const account = requireOwn(call);
    const { id, email, employeeId } = account;
    const name = account.name ?? email ?? accounts.noName;
    const person = html`<a class="btn" href="/portal/people/${employeeId ?? ''}">${accounts.seePerson}</a>`;
    const head = pageHead({
      title: personName(t, { name, email: null }),
      above: { href: '/portal/accounts', label: accounts.title },
      lead: html`${account.name === null ? '' : (email ?? '')} ${stateChip(call, account)}`,
      tools: employeeId === null ? undefined : person,
    });
    const sessions = sessionsPanel(call, listSessions(services.db, account, now), {
      end: (session, button) =>
        endSession.write(call, { params: { id, session: session.id }, button, kind: 's' }),
    });
    return {
      title: name,
      current: '/accounts',
      body: html`${head}
<div class="cols">${sessions}<div class="stack">${rolePanel(call, account)}${linkPanel(call, account)}${twoStepPanel(call, account)}${statePanel(call, account)}</div></div>`,
    };
  },
});

/** @throws EngagedError `not_found` */
function requireOwn({ services, session, params }: Call<'id'>): AccountRow {
  return requireAccount(services.db, session.companyId, params.id);
}

function stateChip({ t }: Call, account: AccountRow): Html {
  const { accounts } = t;
  if (account.disabledAt !== null) {
    return html`<span class="chip bad">${accounts.states.disabled}</span>`;
  }
  return account.deactivatedAt === null
    ? html`<span class="chip ok">${accounts.roles[roleOf(account)]}</span>`
    : html`<span class="chip bad">${accounts.states.deactivated}</span>`;
}

function rolePanel(call: Call, account: AccountRow): Html {
  const { accounts } = call.t;
  const role = roleOf(account);
  const roles = account.employeeNumber === null ? OWN_ROLES : ROLES;
  return panel({ id: 'role', title: accounts.role }, [
    explained(accounts.roleText),
    setRole.write(call, {
      values: { was: role, role },
      options: { role: roles.map((one) => [one, accounts.roles[one]]) },
      kind: '',
    }),
  ]);
}

function linkPanel(call: Call, { email, disabledAt, deactivatedAt }: AccountRow): Html {
  if (email === null || disabledAt !== null || deactivatedAt !== null) return html``;
  const { accounts } = call.t;
  return panel({ id: 'link', title: accounts.newLink }, [
    explained(accounts.newLinkText),
    newLink.write(call, { kind: '' }),
  ]);
}

function twoStepPanel(call: Call, { id, totpSince }: AccountRow): Html {
  if (totpSince === null) return html``;
  const { t, session, now } = call;
  const { accounts } = t;
  const since = timeElement(t, totpSince, now);
  const own = (label: string) => html`<a href="/portal/account/two-step">${label}</a>`;
  return panel(
    {
      ...{ id: 'two-step', title: accounts.twoStep },
      beside: html`<span class="chip ok">${accounts.on}</span>`,
    },
    id === session.id
      ? [explained(accounts.twoStepOfYours({ since, own }))]
      : [explained(accounts.twoStepOfOthers({ since })), resetTwoStep.write(call, { kind: '' })],
  );
}

function statePanel(call: Call, { disabledAt }: AccountRow): Html {
  const { accounts } = call.t;
  return disabledAt === null
    ? panel({ id: 'state', title: accounts.disable, isDangerous: true }, [
        explained(accounts.disableText),
        disable.write(call, { kind: 'bad' }),
      ])
    : panel({ id: 'state', title: accounts.enable }, enable.write(call, { kind: '' }));
}
