import { ROLES, roleName } from '../../domain/portal-role.ts';
import { type Html, html } from '../../http/html.ts';
import { type ListedSession, listSessions } from '../../service/portal/sessions.ts';
import type { Action, Call, Page } from '../page.ts';
import { browserName } from '../parts/browser.ts';
import { buttonForm, field, Refused, summary } from '../parts/form.ts';
import { count, timeElement } from '../parts/format.ts';
import { named } from '../parts/person.ts';
import { hashPassword, verifyPassword } from '../sign-in/passwords.ts';
import { newPasswordFields, readNewPassword, userNameField } from './link.ts';

const PATH = '/account';

/** The account of whoever is signed in: role, sessions, password. */
export const accountPage: Page = {
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  show: (call) => {
    const { session, now, services } = call;
    const sessions = listSessions(services.db, session, now);
    return {
      title: 'Your account',
      body: html`<div class="head"><div><h1>Your account</h1><p class="lead">${named(session)}</p></div></div>
<div class="cols"><div class="stack">${sessionsPanel(call, sessions)}${passwordPanel(call)}${twoStepPanel(call)}</div>
<section class="panel" aria-labelledby="account-facts"><header><h2 id="account-facts">Account</h2></header><div class="pad"><dl class="facts">
<dt>Email</dt><dd>${session.email ?? ''}</dd>
<dt>Role</dt><dd>${roleName(session.role)}</dd>
<dt>Company</dt><dd>${session.companyName}</dd>
<dt>Since</dt><dd>${timeElement(session.createdAt, now)}</dd>
</dl></div></section></div>`,
    };
  },
};

function sessionsPanel(call: Call, sessions: readonly ListedSession[]): Html {
  const { session, now } = call;
  const rows = sessions.map((one) => {
    const isThis = one.id === session.sessionId;
    return html`<tr><td><span class="strong">${browserName(one.browser)}</span> ${isThis ? html`<span class="chip ok">this one</span>` : ''}<span class="sub">${one.client}</span></td>
<td class="opt muted">${timeElement(one.openedAt, now)}</td>
<td class="muted">${isThis ? 'now' : timeElement(one.lastUsedAt, now)}</td>
<td class="n">${isThis ? '' : buttonForm(`/portal${PATH}/sessions/${one.id}/end`, html`End<span class="vh"> the session of ${browserName(one.browser)}</span>`, { className: 's' })}</td></tr>
`;
  });
  const others = sessions.length - 1;
  return html`<section class="panel" aria-labelledby="sessions"><header><h2 id="sessions">Signed in</h2>
${others > 1 ? buttonForm(`/portal${PATH}/sessions/end-others`, `End the ${others} others`, { className: 's' }) : ''}</header>
<table aria-labelledby="sessions"><thead><tr><th scope="col">Browser</th><th scope="col" class="opt">Opened</th><th scope="col">Last used</th><th scope="col"><span class="vh">Action</span></th></tr></thead><tbody>
${rows}</tbody></table>
<footer>You are signed out after 30 minutes without use, and after 8 hours.</footer></section>`;
}

function passwordPanel({ session, refusal }: Call): Html {
  return html`<section class="panel" aria-labelledby="password"><header><h2 id="password">Password</h2></header><div class="pad">
<form method="post" action="/portal${PATH}/password" class="narrow">
${userNameField(session.email)}
${summary('The password is unchanged.', refusal)}
${field({ name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password' }, refusal)}
${newPasswordFields(refusal)}
<p class="field"><button class="btn pri">Change password</button></p>
<p class="hint">This signs you out everywhere else.</p>
</form></div></section>`;
}

const twoStepPanel = ({ session, now }: Call): Html =>
  session.passwordHash === null
    ? html``
    : html`<section class="panel" aria-labelledby="two-step"><header><h2 id="two-step">Two-step sign-in</h2>${session.totpSince === null ? '' : html`<span class="chip ok">on</span>`}</header><div class="pad">
<p class="muted">${session.totpSince === null ? 'After the password you enter a code from an app, so that a stolen password is not enough.' : html`On since ${timeElement(session.totpSince, now)}.`}</p>
<p class="field"><a class="btn" href="/portal${PATH}/two-step">${session.totpSince === null ? 'Set up' : 'Change'}<span class="vh"> two-step sign-in</span></a></p></div></section>`;

const action = (path: string, submit: Action['submit']): Action => ({
  path: PATH + path,
  roles: ROLES,
  page: accountPage,
  submit,
});

export const accountActions: readonly Action[] = [
  action('/sessions/:session/end', async (call) => {
    await changeOwn(call, 'endSession', call.params.session);
    return { to: `/portal${PATH}`, done: html`The session has ended.` };
  }),
  action('/sessions/end-others', async (call) => {
    const { session, services, now } = call;
    const others = listSessions(services.db, session, now).length - 1;
    await changeOwn(call, 'endOtherSessions', session.sessionId);
    return {
      to: `/portal${PATH}`,
      done: html`${count(others, 'session has', 'sessions have')} ended.`,
    };
  }),
  action('/password', async (call, form) => {
    const { session, throttle, now, guesserOf } = call;
    const account = `${session.companyId} ${session.id}`;
    const attempt = { account, address: guesserOf(account), now };
    const current = form.get('current') ?? '';
    if (!(await throttle.check(attempt, () => verifyPassword(current, session.passwordHash)))) {
      throw new Refused('', { current: 'This is not the current password.' });
    }
    const password = readNewPassword(call, form, { ...session, email: session.email ?? '' });
    const opened = call.newSession();
    const as = { companyId: session.companyId, account: session.id };
    await call.changeAs(as, 'changePassword', {
      account: session.id,
      passwordHash: session.passwordHash ?? '',
      newPasswordHash: await hashPassword(password),
      session: opened.session,
    });
    return { to: `/portal${PATH}`, session: opened.token, done: html`The password is changed.` };
  }),
];

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
