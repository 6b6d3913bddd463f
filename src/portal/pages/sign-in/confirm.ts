import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { isConfirmed } from '../../../service/portal/sessions.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { password } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import { hiddenField } from '../../forms/write-field.ts';
import { writeForm } from '../../forms/write-form.ts';
import type { Call } from '../../request/call.ts';
import type { Screen } from '../../request/outcome.ts';
import { userNameField } from '../../sign-in/new-password.ts';
import { START_PATH } from '../../sign-in/oidc/settings.ts';
import { definePage } from '../page.ts';
import { destinationOf } from './sign-in.ts';
import { signOut } from './sign-out.ts';

const PATH = '/confirm';

/** Asks for the password. Its field has a name of its own, because the fields of any other form are sent with it. */
export const passwordForm = defineForm({
  ...{ id: 'confirm', fields: { confirm_password: password('current-password') } },
  texts: ({ signIn }) => ({
    button: signIn.goOn,
    fields: { confirm_password: signIn.password },
  }),
});

const confirm = formAction({
  ...{ path: PATH, roles: ROLES, form: passwordForm },
  submit: async (call, { confirm_password: given }) => {
    await givePassword(call, given);
    return { to: destinationOf(call) };
  },
});

/** Asks for the password before a page that needs it. */
export const confirmPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  actions: [confirm],
  show: (call) => {
    const next = destinationOf(call);
    if (isConfirmed(call.session, call.now)) return { to: next };
    const action = confirm.address(call, { query: `?next=${encodeURIComponent(next)}` });
    return confirmScreen(call, { action, kept: undefined, back: '/portal', next });
  },
});

/**
 * Asks for the password, and sends the fields of the form that needs it along, so that nothing is typed twice.
 *
 * @param options.back where the page is that has the form
 */
export function confirmScreen(
  { t, session, refusal, oidc }: Call,
  options: {
    action: string;
    kept:
      | { formId: string | undefined; fields: readonly (readonly [string, string])[] }
      | undefined;
    back: string;
    next?: string;
  },
): Screen {
  const { signIn } = t;
  if (oidc && session.issuer === oidc.settings.issuer) {
    const next = encodeURIComponent(options.next ?? options.back);
    const confirm = `/portal${START_PATH}?confirm&next=${next}`;
    return screenOf(
      signIn.confirmTitle,
      signIn.confirmAtProvider,
      html`<p class="row"><a class="btn pri" href="${confirm}">${signIn.withProvider(oidc.settings)}</a><a class="btn q" href="/portal">${t.forms.cancel}</a></p>`,
    );
  }
  const hidden = options.kept?.fields.map(([name, value]) => hiddenField(name, value));
  const signOutForm = () =>
    writeForm(signOut.form, { t, action: '/portal/sign-out', refusal: undefined, kind: '' });
  return screenOf(
    signIn.confirmTitle,
    options.kept ? signIn.confirmTextKept : signIn.confirmText,
    session.passwordHash === null
      ? html`<p>${signIn.confirmBySigningIn}</p>${signOutForm()}`
      : writeForm(passwordForm, {
          ...{
            t,
            action: options.action,
            refusal,
            cancel: options.back,
            focus: 'confirm_password',
          },
          ...{
            formId: options.kept?.formId,
            above: html`${userNameField(session.email)}${hidden}`,
          },
        }),
  );
}

const screenOf = (title: string, text: string, content: Html): Screen => ({
  title,
  body: html`<section class="narrow stack"><h1>${title}</h1>
<p class="muted">${text}</p>
${content}</section>`,
});

/** @throws Refused for a wrong password */
export async function givePassword(call: Call, given: string): Promise<null> {
  const { t, session, throttle, passwords, now, changeAs } = call;
  const { companyId, id, sessionId, passwordHash } = session;
  const account = `${companyId} ${id}`;
  // Only whoever has a session of the account delays it here.
  const attempt = { account, address: account, now };
  if (!(await throttle.check(attempt, () => passwords.verify(given, passwordHash)))) {
    throw new Refused('', { confirm_password: t.signIn.notYourPassword });
  }
  const as = { companyId, account: id };
  const checked = { account: id, passwordHash: passwordHash ?? '', session: sessionId };
  return changeAs(as, 'confirmSession', checked);
}
