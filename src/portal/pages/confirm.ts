import { ROLES } from '../../domain/portal-role.ts';
import { type Html, html } from '../../http/html.ts';
import { isConfirmed } from '../../service/portal/sessions.ts';
import type { Action, Call, Page, Screen } from '../page.ts';
import { buttonForm, field, Refused, summary } from '../parts/form.ts';
import { START_PATH } from '../sign-in/oidc/settings.ts';
import { verifyPassword } from '../sign-in/passwords.ts';
import { userNameField } from './link.ts';
import { nextOf } from './sign-in.ts';

const PATH = '/confirm';

/** The field of the password in every form that asks for it again. */
export const CONFIRM_FIELD = 'confirm_password';

/** Asks for the password before a page that needs it. */
export const confirmPage: Page = {
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  show: (call) => {
    const next = nextOf(call);
    if (isConfirmed(call.session, call.now)) return { to: next };
    const action = `/portal${PATH}?next=${encodeURIComponent(next)}`;
    return confirmScreen(call, { action, fields: [], back: '/portal', next });
  },
};

export const confirm: Action = {
  path: PATH,
  roles: ROLES,
  page: confirmPage,
  submit: async (call, form) => {
    await givePassword(call, form);
    return { to: nextOf(call) };
  },
};

/**
 * Asks for the password, and sends the fields of the form that needs it along, so that nothing is typed twice.
 *
 * @param it.back where the page is that has the form
 */
export function confirmScreen(
  { session, refusal, oidc }: Call,
  it: {
    action: string;
    fields: readonly (readonly [string, string])[];
    back: string;
    next?: string;
  },
): Screen {
  if (oidc && session.issuer === oidc.settings.issuer) {
    return confirmAtProvider(oidc.settings.name, it.next ?? it.back);
  }
  const hidden = it.fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const kept = hidden.length === 0 ? '' : ' Nothing is changed yet, and what you entered is kept.';
  const form: Html =
    session.passwordHash === null
      ? html`<p>Sign out, sign in again and repeat what you did.</p>${buttonForm('/portal/sign-out', 'Sign out')}`
      : html`<form method="post" action="${it.action}">${userNameField(session.email)}${hidden}
${summary('Nothing was changed.', refusal)}
${field({ name: CONFIRM_FIELD, label: 'Password', type: 'password', autocomplete: 'current-password', isFocused: true }, refusal)}
<p class="row field"><button class="btn pri">Continue</button><a class="btn q" href="${it.back}">Cancel</a></p></form>`;
  return {
    title: 'Confirm that it is you',
    body: html`<section class="narrow stack"><h1>Confirm that it is you</h1>
<p class="muted">This needs your password, because you last gave it more than 10 minutes ago.${kept}</p>
${form}</section>`,
  };
}

/** Who signs in through a provider confirms there. A form that needed it is sent again afterwards. */
const confirmAtProvider = (name: string, next: string): Screen => ({
  title: 'Confirm that it is you',
  body: html`<section class="narrow stack"><h1>Confirm that it is you</h1>
<p class="muted">Nothing is changed yet. Sign in again, and then repeat what you did: it is possible for 10 minutes.</p>
<p class="row"><a class="btn pri" href="/portal${START_PATH}?confirm&amp;next=${encodeURIComponent(next)}">Sign in with ${name}</a><a class="btn q" href="/portal">Cancel</a></p></section>`,
});

/** @throws Refused for a wrong password */
export async function givePassword(call: Call, form: URLSearchParams): Promise<null> {
  const { session, throttle, now, guesserOf, changeAs } = call;
  const { companyId, id, sessionId, passwordHash } = session;
  const account = `${companyId} ${id}`;
  const attempt = { account, address: guesserOf(account), now };
  const given = form.get(CONFIRM_FIELD) ?? '';
  if (!(await throttle.check(attempt, () => verifyPassword(given, passwordHash)))) {
    throw new Refused('', { [CONFIRM_FIELD]: 'This is not your password.' });
  }
  const as = { companyId, account: id };
  const checked = { account: id, passwordHash: passwordHash ?? '', session: sessionId };
  return changeAs(as, 'confirmSession', checked);
}
