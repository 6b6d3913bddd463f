import { CONTRACT_SCOPES, MODES, SCOPES } from '../../../domain/api-key.ts';
import { parseDuration } from '../../../domain/duration.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { DEFAULT_REQUESTS_PER_MINUTE } from '../../../service/keys/keys.ts';
import * as companies from '../../../store/company/companies.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { choice, several, text, whole } from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { formPanel } from '../../view/panel.ts';
import { newSecret } from '../../view/secret.ts';
import { definePage } from '../page.ts';
import { OWNERS } from '../roles.ts';

const PATH = '/keys/new';

const MAX_REQUESTS = 1_000_000;

const LIVES = ['365d', '90d', '30d', 'never'] as const;

const scopeNames = ({ keys }: Messages): Readonly<Record<string, Html>> =>
  Object.fromEntries(
    SCOPES.map((scope) => [
      scope,
      html`<code>${scope}</code> <span class="muted">${keys.scopeWords[scope]}</span>`,
    ]),
  );

const newKeyForm = defineForm({
  id: 'key',
  fields: {
    name: text({ max: 150 }),
    mode: choice(MODES),
    scope: several(SCOPES),
    expires: choice(LIVES),
    limit: whole({ min: 1, max: MAX_REQUESTS, isShort: true }),
  },
  texts: (t) => ({
    ...{ button: t.keys.createThis, refused: t.keys.notCreated },
    fields: {
      name: { label: t.keys.whatFor, hint: t.keys.whatForHint, empty: t.keys.sayWhatFor },
      mode: { label: t.keys.actsOn, options: t.keys.modes },
      scope: {
        label: t.keys.scopes,
        empty: t.keys.chooseScopes,
        hint: t.keys.scopesHint({ count: CONTRACT_SCOPES.length }),
        options: scopeNames(t),
      },
      expires: { label: t.keys.ends, options: t.keys.lives },
      limit: t.keys.requestsPerMinute,
    },
  }),
});

const createKey = formAction({
  path: PATH,
  roles: OWNERS,
  needsPassword: true,
  form: newKeyForm,
  submit: async (call, { name, mode, scope: scopes, expires, limit: requestsPerMinute }) => {
    const { companyId: own, id: account } = call.session;
    const sandbox = call.services.db.one(companies.findSandbox, { companyId: own });
    const companyId = mode === 'test' && sandbox ? sandbox.companyId : own;
    const life = parseDuration(expires);
    const expiresAt = life === undefined ? null : call.now + life;
    const input = { name, scopes, requestsPerMinute, expiresAt };
    const { key } = await call.changeAs({ companyId, account }, 'createKey', input);
    const { keys } = call.t;
    const title = mode === 'live' ? keys.newLiveKey({ name }) : keys.newTestKey({ name });
    return { to: '/portal/keys', done: issuedKey(call, title, key) };
  },
});

/** A key to be made. */
export const newKeyPage = definePage({
  path: PATH,
  roles: OWNERS,
  isOfCompany: false,
  actions: [createKey],
  show: (call) => {
    const { keys } = call.t;
    const above = { href: '/portal/keys', label: keys.title };
    const form = createKey.write(call, {
      values: { limit: DEFAULT_REQUESTS_PER_MINUTE },
      cancel: above.href,
    });
    return {
      title: keys.newKey,
      current: '/keys',
      body: html`${pageHead({ title: keys.newKey, above, lead: keys.newKeyLead })}
${formPanel(form)}`,
    };
  },
});

/** The key itself, and how to try it. */
export const issuedKey = ({ t, site }: Call, title: string, key: string, more?: Html): Html =>
  newSecret(t, title, {
    label: t.keys.key,
    secret: key,
    more: html`<p class="field small">${t.keys.tryIt}</p><code class="command" tabindex="0">curl -H "Authorization: Bearer $KEY" ${site.address}/v1/status</code>${more}`,
    next: '/portal/keys',
  });
