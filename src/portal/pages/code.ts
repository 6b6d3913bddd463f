import { Html, html } from '../../http/html.ts';
import * as companies from '../../store/companies.ts';
import type { OpenAction, OpenPage } from '../page.ts';
import { field, summary } from '../parts/form.ts';
import { CODE_PATH, findInSecondStep } from '../sign-in/two-step.ts';
import { nextOf } from './sign-in.ts';

/** The second step of a sign-in. Only whoever has given the password gets here. */
export const codePage: OpenPage = {
  path: CODE_PATH,
  show: (visit) => {
    const next = nextOf(visit);
    if (visit.session) return { to: next };
    const account = findInSecondStep(visit);
    if (!account) return { to: `/portal/sign-in?next=${encodeURIComponent(next)}` };
    const { refusal } = visit;
    const { recovery } = refusal?.fields ?? {};
    const action = `/portal${CODE_PATH}?next=${encodeURIComponent(next)}`;
    return {
      title: 'Enter the code',
      body: html`<h1>Enter the code</h1>
<p class="small muted">Your authenticator app shows it for ${account.email ?? ''}.</p>
<form method="post" action="${action}">
${summary('Not signed in.', refusal)}
${codeField(refusal, { isFocused: true })}
<p class="field"><button class="btn pri wide">Sign in</button></p>
</form>
<details${recovery ? new Html(' open') : ''}><summary>App lost?</summary>
<form method="post" action="${action}">
${field({ name: 'recovery', label: 'Recovery code', autocomplete: 'off', className: 'mono' }, refusal)}
<p class="field"><button class="btn wide">Sign in with a recovery code</button></p>
</form>
<p class="small muted">Without one, an owner of the portal can reset two-step sign-in, or whoever runs the service:</p>
<p><code class="command" tabindex="0">engaged portal accounts reset-totp EMAIL</code></p></details>`,
    };
  },
};

/** A field for the code of an app. */
export const codeField = (
  refusal: Parameters<typeof field>[1],
  it: { label?: string; isFocused?: boolean } = {},
) =>
  field(
    {
      ...{ name: 'code', label: 'Code', inputmode: 'numeric', autocomplete: 'one-time-code' },
      ...{ className: 'num short', hint: 'Six digits', ...it },
    },
    refusal,
  );

export const giveCode: OpenAction = {
  path: CODE_PATH,
  page: codePage,
  submit: async (visit, form) => {
    const { services, now, twoStep } = visit;
    const account = findInSecondStep(visit);
    const next = nextOf(visit);
    if (!account) return { to: `/portal/sign-in?next=${encodeURIComponent(next)}`, flow: null };
    const { companyId, id } = account;
    const field = form.has('recovery') ? 'recovery' : 'code';
    const { token, session } = visit.newSession();
    const given = { field, code: form.get(field) ?? '', now };
    await twoStep.change(account, given, async (code) => {
      const input = { account: id, passwordHash: account.passwordHash ?? '', code, session };
      const result = await visit.changeAs({ companyId, account: id }, 'signInWithCode', input);
      if (result === null) {
        const { db } = services;
        const company = await db.complete(() => db.one(companies.find, { companyId }));
        services.log.warn('sign_in_failed', { company_id: company?.id ?? null, factor: 'code' });
      }
      return result;
    });
    return { to: next, session: token, flow: null };
  },
};
