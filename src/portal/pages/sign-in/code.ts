import { Html, html } from '../../../http/response/html.ts';
import * as companies from '../../../store/company/companies.ts';
import { openFormAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { text } from '../../forms/kinds.ts';
import type { Visit } from '../../request/call.ts';
import type { Outcome } from '../../request/outcome.ts';
import { appCode, appCodeText } from '../../sign-in/code-fields.ts';
import { signedIn } from '../../sign-in/known-browser.ts';
import { CODE_PATH, findInSecondStep } from '../../sign-in/second-step.ts';
import { explained } from '../../view/panel.ts';
import { defineOpenPage } from '../page.ts';
import { destinationOf } from './sign-in.ts';

const giveCode = openFormAction({
  path: CODE_PATH,
  form: defineForm({
    ...{ id: 'code', fields: { code: appCode } },
    texts: (t) => ({
      ...{ button: t.signIn.title, refused: t.signIn.notSignedIn },
      fields: { code: appCodeText(t) },
    }),
  }),
  submit: (visit, { code }) => submitCode(visit, { field: 'code', code }),
});

const giveRecoveryCode = openFormAction({
  path: `${CODE_PATH}/recovery`,
  form: defineForm({
    ...{ id: 'recovery', fields: { recovery: text({ max: 100 }) } },
    texts: ({ signIn }) => ({
      ...{ button: signIn.withRecoveryCode, refused: signIn.notSignedIn },
      fields: { recovery: signIn.recoveryCode },
    }),
  }),
  submit: (visit, { recovery: code }) => submitCode(visit, { field: 'recovery', code }),
});

/** The second step of a sign-in. Only whoever has given the password gets here. */
export const codePage = defineOpenPage({
  path: CODE_PATH,
  actions: [giveCode, giveRecoveryCode],
  show: (visit) => {
    const next = destinationOf(visit);
    if (visit.session) return { to: next };
    const account = findInSecondStep(visit);
    const query = `?next=${encodeURIComponent(next)}`;
    if (!account) return { to: `/portal/sign-in${query}` };
    const { signIn } = visit.t;
    const isLost = visit.refusal?.action === giveRecoveryCode.path;
    return {
      title: signIn.enterCode,
      body: html`<h1>${signIn.enterCode}</h1>
${explained(signIn.appShowsIt({ email: account.email ?? '' }))}
${giveCode.write(visit, { query, focus: 'code', kind: 'pri wide' })}
<details${isLost ? new Html(' open') : ''}><summary>${signIn.appLost}</summary>
${giveRecoveryCode.write(visit, { query, kind: 'wide' })}
${explained(signIn.recoveryCodeLost)}
<p><code class="command" tabindex="0">engaged portal accounts reset-totp EMAIL</code></p></details>`,
    };
  },
});

async function submitCode(visit: Visit, given: { field: string; code: string }): Promise<Outcome> {
  const { t, services, now, twoStep } = visit;
  const account = findInSecondStep(visit);
  const next = destinationOf(visit);
  if (!account) return { to: `/portal/sign-in?next=${encodeURIComponent(next)}`, flow: null };
  const { companyId, id } = account;
  const { token, session } = visit.newSession();
  await twoStep.change(account, { ...given, t, now }, async (code) => {
    const input = { account: id, passwordHash: account.passwordHash ?? '', code, session };
    const result = await visit.changeAs({ companyId, account: id }, 'signInWithCode', input);
    if (result === null) {
      const company = services.db.one(companies.find, { companyId });
      services.metrics.noteFailedSignIn('code');
      services.log.warn('sign_in_failed', { company_id: company?.id ?? null, factor: 'code' });
    }
    return result;
  });
  return signedIn(visit, account, { to: next, session: token });
}
