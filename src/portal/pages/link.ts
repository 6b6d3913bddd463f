import { notFound } from '../../domain/errors.ts';
import { html } from '../../http/html.ts';
import { findByLink, hashSecret } from '../../service/portal/sessions.ts';
import * as companies from '../../store/companies.ts';
import type { AccountRow } from '../../store/portal-accounts.ts';
import type { OpenAction, OpenPage, Visit } from '../page.ts';
import { field, Refused, summary } from '../parts/form.ts';
import { clock } from '../parts/format.ts';
import { PASSWORD_HINT, passwordProblem } from '../sign-in/password-rules.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { askForCode } from '../sign-in/two-step.ts';

/** Only reading it changes nothing: scanners of mail follow links, too. */
export const linkPage: OpenPage = {
  path: '/link/:secret',
  show: (visit) => {
    const account = requireLink(visit);
    const { refusal } = visit;
    return {
      title: 'Set your password',
      body: html`<h1>Set your password</h1>
<p class="small muted">${account.email === null ? 'You become the owner of this portal.' : html`For ${account.email}.`} The link works once, until ${clock(account.linkExpiresAt ?? 0)} UTC.</p>
<form method="post" action="/portal/link/${visit.params.secret}">
${userNameField(account.email)}
${summary('The password is not set yet.', refusal)}
${account.email === null ? field({ name: 'email', label: 'Your work email', type: 'email', autocomplete: 'username', isFocused: true }, refusal) : ''}
${newPasswordFields(refusal)}
<p class="field"><button class="btn pri wide">Set password and sign in</button></p>
</form>`,
    };
  },
};

/** Tells password managers whose password it is. */
export const userNameField = (email: string | null) =>
  email === null
    ? html``
    : html`<input class="vh" type="text" name="username" value="${email}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>`;

/** A new password and the same again. */
export const newPasswordFields = (refusal: Visit['refusal']) =>
  html`${field({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT }, refusal)}
${field({ name: 'again', label: 'The same again', type: 'password', autocomplete: 'new-password' }, refusal)}`;

export const redeemLink: OpenAction = {
  path: '/link/:secret',
  page: linkPage,
  submit: async (visit, form) => {
    const { companyId, id, email } = requireLink(visit);
    const own = email ?? form.get('email') ?? '';
    const password = readNewPassword(visit, form, { companyId, email: own });
    const passwordHash = await hashPassword(password);
    const { token, session } = visit.newSession();
    const link = Buffer.from(hashSecret(visit.params.secret)).toString('hex');
    const input = { link, passwordHash, email: own, session };
    const { needsCode } = await visit.changeAs({ companyId, account: id }, 'redeemLink', input);
    if (needsCode) return askForCode(visit, { companyId, id, passwordHash }, '/portal');
    return { to: '/portal', session: token };
  },
};

/** @throws Refused for a password that cannot be used */
export function readNewPassword(
  { services }: Visit,
  form: URLSearchParams,
  { companyId, email }: { companyId: number; email: string },
): string {
  const password = form.get('password') ?? '';
  const company = services.db.one(companies.find, { companyId })?.name ?? '';
  const problem = passwordProblem(password, [email, company]);
  if (problem !== undefined) throw new Refused('', { password: problem });
  if (form.get('again') !== password) {
    throw new Refused('', { again: 'The two passwords differ.' });
  }
  return password;
}

/** @throws EngagedError `not_found` for a link that does not work any more */
function requireLink({ services, params, now }: Visit): AccountRow {
  const account = findByLink(services.db, params.secret, now);
  if (account) return account;
  throw notFound(
    'The link does not work any more: it was used, is older than 15 minutes, or was replaced by a newer one. An owner makes a new one under “Accounts”',
  );
}
