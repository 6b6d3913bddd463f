import { type Html, html } from '../../http/response/html.ts';
import * as companies from '../../store/company/companies.ts';
import type { AccountRow } from '../../store/portal/portal-accounts.ts';
import { password } from '../forms/kinds.ts';
import { Refused } from '../forms/refused.ts';
import type { Messages } from '../languages/en.ts';
import type { Visit } from '../request/call.ts';
import { passwordProblem } from './password-rules.ts';

/** A new password and the same again, as fields of a form. */
export const newPassword = {
  password: password('new-password'),
  again: password('new-password'),
};

export const newPasswordTexts = ({ accounts }: Messages) => ({
  password: { label: accounts.newPassword, hint: accounts.newPasswordHint },
  again: accounts.passwordAgain,
});

/** What somebody signs in with beside the password: the email, or without one the employee number. */
export const userNameOf = ({
  email,
  hasEmail,
  externalId,
}: Pick<AccountRow, 'email' | 'hasEmail' | 'externalId'>): string | null =>
  hasEmail === 1 ? email : (externalId ?? email);

/** Tells password managers whose password it is. */
export const userNameField = (email: string | null): Html =>
  email === null
    ? html``
    : html`<input class="vh" type="text" name="username" value="${email}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>`;

/** @throws Refused for a password that cannot be used */
export function requireUsable(
  { t, services }: Visit,
  { password: chosen, again }: { password: string; again: string },
  { companyId, email }: { companyId: number; email: string },
): void {
  const company = services.db.one(companies.find, { companyId })?.name ?? '';
  const problem = passwordProblem(chosen, [email, company]);
  if (problem)
    throw new Refused('', { password: t.accounts.passwordProblems[problem.code](problem) });
  if (again !== chosen) throw new Refused('', { again: t.accounts.passwordsDiffer });
}
