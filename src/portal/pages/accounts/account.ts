import { DAY_MS } from '../../../domain/duration.ts';
import { noticesToRole } from '../../../domain/mail/mail-kind.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { mailAddressOf } from '../../../service/mail/receiver.ts';
import { type ListedSession, listSessions } from '../../../service/portal/sessions.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { password } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Call } from '../../request/call.ts';
import {
  newPassword,
  newPasswordTexts,
  requireUsable,
  userNameField,
  userNameOf,
} from '../../sign-in/new-password.ts';
import { note } from '../../view/note.ts';
import { pageHead } from '../../view/page-head.ts';
import { facts, panel } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { timeElement } from '../../view/time.ts';
import { actorOf } from '../audit/decisions.ts';
import { chooseMails, mailsPanel } from '../mail/choose-mails.ts';
import { definePage } from '../page.ts';
import { signOut } from '../sign-in/sign-out.ts';
import { chooseLanguage, languagePanel } from './language.ts';
import { sessionsPanel } from './sessions.ts';

const PATH = '/account';

const changePassword = formAction({
  path: `${PATH}/password`,
  roles: ROLES,
  form: defineForm({
    id: 'password',
    fields: { current: password('current-password'), ...newPassword },
    texts: (t) => ({
      ...{ button: t.accounts.changePassword, refused: t.accounts.passwordUnchanged },
      fields: { current: t.accounts.currentPassword, ...newPasswordTexts(t) },
    }),
  }),
  submit: async (call, { current, ...chosen }) => {
    const { t, session, throttle, passwords, now } = call;
    const account = `${session.companyId} ${session.id}`;
    // Only whoever has a session of the account delays it here.
    const attempt = { account, address: account, now };
    if (!(await throttle.check(attempt, () => passwords.verify(current, session.passwordHash)))) {
      throw new Refused('', { current: t.accounts.notTheCurrentPassword });
    }
    requireUsable(call, chosen, { ...session, email: session.email ?? '' });
    const opened = call.newSession();
    const as = { companyId: session.companyId, account: session.id };
    await call.changeAs(as, 'changePassword', {
      account: session.id,
      passwordHash: session.passwordHash ?? '',
      newPasswordHash: await passwords.hash(chosen.password),
      session: opened.session,
    });
    return { session: opened.token, done: html`${t.accounts.passwordChanged}` };
  },
});

const endSession = formAction({
  path: `${PATH}/sessions/:session/end`,
  roles: ROLES,
  form: buttonForm('end-session', ({ accounts }) => accounts.end),
  submit: async (call) => {
    await changeOwn(call, 'endSession', call.params.session);
    return { done: html`${call.t.accounts.sessionEnded}` };
  },
});

const endOthers = formAction({
  path: `${PATH}/sessions/end-others`,
  roles: ROLES,
  form: buttonForm('end-others', ({ accounts }) => accounts.endOthers),
  submit: async (call) => {
    const { t, session, services, now } = call;
    const count = listSessions(services.db, session, now).length - 1;
    await changeOwn(call, 'endOtherSessions', session.sessionId);
    return { done: html`${t.accounts.sessionsEnded({ count })}` };
  },
});

/** Makes a change to the own sessions. */
const changeOwn = (
  { session, changeAs }: Call,
  name: 'endSession' | 'endOtherSessions',
  sessionId: string,
) =>
  changeAs({ companyId: session.companyId, account: session.id }, name, {
    account: session.id,
    session: sessionId,
  });

/** The account of whoever is signed in: role, sessions, password. */
export const accountPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  actions: [changePassword, endSession, endOthers, chooseLanguage, chooseMails.account, signOut],
  show: (call) => {
    const { t, session, now, services } = call;
    const { accounts } = t;
    const sessions = listSessions(services.db, session, now);
    const own = facts([
      session.hasEmail === 1
        ? [accounts.email, session.email ?? '']
        : [t.signIn.employeeNumber, session.externalId],
      [accounts.role, accounts.roles[session.role]],
      [accounts.company, session.companyName],
      [accounts.since, timeElement(t, session.createdAt, now)],
    ]);
    return {
      title: accounts.yourAccount,
      body: html`${pageHead({ title: accounts.yourAccount, lead: personName(t, session) })}
<div class="cols"><div class="stack">${newLinkNote(call)}${ownSessions(call, sessions)}${passwordPanel(call)}${twoStepPanel(call)}${mailsOf(call)}</div>
<div class="stack">${panel({ id: 'account-facts', title: accounts.account }, own)}${languagePanel(call)}</div></div>`,
    };
  },
});

/** What somebody is told of who runs the programme. */
const mailsOf = (call: Call): Html => {
  const { companyId, entry, role } = call.session;
  return mailsPanel(call, {
    told: { companyId, receiver: 'account', number: entry },
    ...{ address: mailAddressOf(call.session), kinds: noticesToRole(role) },
  });
};

/** For how long somebody is told of a link that others made for them. */
const NEW_LINK_MS = 30 * DAY_MS;

/** That somebody else made a link with which a new password is set. */
function newLinkNote(call: Call): Html {
  const { t, now, session } = call;
  const { renewedAt, renewedBy } = session;
  const isOwn = renewedBy === `portal ${session.id}`;
  if (renewedAt === null || renewedBy === null || isOwn) return html``;
  if (now - renewedAt > NEW_LINK_MS) return html``;
  const when = timeElement(t, renewedAt, now);
  return note('warn', t.accounts.newLinkMade({ actor: actorOf(call, renewedBy), when }));
}

function ownSessions(call: Call, sessions: readonly ListedSession[]): Html {
  const { accounts } = call.t;
  const others = sessions.length - 1;
  const button = accounts.endTheOthers({ count: others });
  return sessionsPanel(call, sessions, {
    beside: others > 1 ? endOthers.write(call, { button, kind: 's' }) : undefined,
    footer: accounts.sessionsText,
    end: ({ id }, label) =>
      endSession.write(call, { params: { session: id }, button: label, kind: 's' }),
  });
}

function passwordPanel(call: Call): Html {
  const { accounts } = call.t;
  const form = changePassword.write(call, {
    above: userNameField(userNameOf(call.session)),
    below: html`<p class="hint">${accounts.passwordSignsOut}</p>`,
  });
  return panel({ id: 'password', title: accounts.password, isNarrow: true }, form);
}

function twoStepPanel({ t, session, now }: Call): Html {
  if (session.passwordHash === null) return html``;
  const { accounts } = t;
  const since = session.totpSince;
  const on = html`<span class="chip ok">${accounts.on}</span>`;
  const state =
    since === null
      ? accounts.twoStepText
      : accounts.twoStepSince({ since: timeElement(t, since, now) });
  return panel(
    {
      ...{ id: 'two-step', title: accounts.twoStep },
      beside: since === null ? undefined : on,
    },
    [
      html`<p class="muted">${state}</p>`,
      html`<p class="field"><a class="btn" href="/portal${PATH}/two-step" aria-label="${since === null ? accounts.setUpTwoStep : accounts.changeTwoStep}">${since === null ? accounts.setUp : accounts.change}</a></p>`,
    ],
  );
}
