import { CONTRACT_SCOPES, MODES, SCOPES } from '../../domain/api-key.ts';
import { parseDuration } from '../../domain/duration.ts';
import { type Html, html } from '../../http/html.ts';
import { DEFAULT_REQUESTS_PER_MINUTE } from '../../service/keys.ts';
import * as companies from '../../store/companies.ts';
import type { Action, Call, Page } from '../page.ts';
import { checkboxes, field, onceField, Refused, select, summary } from '../parts/form.ts';
import { newSecret } from '../parts/secret.ts';
import { OWNERS } from '../roles.ts';

const MAX_REQUESTS = 1_000_000;

/** What a scope allows, in a few words. */
const SCOPE_WORDS: Readonly<Record<(typeof SCOPES)[number], string>> = {
  'employees:read': 'people and their XP',
  'leaderboard:read': 'leaderboards and stats',
  'departments:read': 'departments',
  'shop:read': 'shop items and redemptions',
  'employees:write': 'roster syncs',
  'xp:write': 'award XP',
  'badges:write': 'award and revoke badges',
  'shop:redeem': 'redeem shop items',
  'events:read': 'events as they happen',
};

const LIVES = { '365d': 'in a year', '90d': 'in 90 days', '30d': 'in 30 days', never: 'never' };

const MODE_WORDS = { live: 'live: real people', test: 'test: the sandbox' };

/** A key to be made. */
export const newKeyPage: Page = {
  path: '/keys/new',
  roles: OWNERS,
  isOfCompany: false,
  show: ({ refusal }) => ({
    title: 'New key',
    current: '/keys',
    body: html`<div class="head"><div><p class="crumb"><a href="/portal/keys">Keys</a></p><h1>New key</h1><p class="lead">One key for each system, with no more scopes than it needs.</p></div></div>
<section class="panel form"><div class="pad"><form method="post" action="/portal/keys/new">${onceField()}${summary('No key was created.', refusal)}
${field({ name: 'name', label: 'What it is for', maxlength: 150, autocomplete: 'off', hint: 'Such as HR sync, or intranet.' }, refusal)}
${select({ name: 'mode', label: 'Acts on', options: MODE_WORDS }, refusal)}
${checkboxes({ name: 'scope', legend: 'Scopes', options: SCOPES.map((scope): [string, Html] => [scope, html`<code>${scope}</code> <span class="muted">${SCOPE_WORDS[scope]}</span>`]), hint: html`The first ${CONTRACT_SCOPES.length} are what “all” means on the command line.` }, refusal)}
${select({ name: 'expires', label: 'Ends', options: LIVES }, refusal)}
${field({ name: 'limit', label: 'Requests a minute', inputmode: 'numeric', autocomplete: 'off', className: 'num short', value: String(DEFAULT_REQUESTS_PER_MINUTE) }, refusal)}
<p class="row field"><button class="btn pri">Create key</button><a class="btn q" href="/portal/keys">Cancel</a></p></form></div></section>`,
  }),
};

export const createKeyAction: Action = {
  path: '/keys/new',
  roles: OWNERS,
  page: newKeyPage,
  needsPassword: true,
  submit: async (call, form) => {
    const { mode, ...input } = readKey(call, form);
    const { companyId: own, id: account } = call.session;
    const sandbox = call.services.db.one(companies.findSandbox, { companyId: own });
    const companyId = mode === 'test' && sandbox ? sandbox.companyId : own;
    const { key, name } = await call.changeAs({ companyId, account }, 'createKey', input);
    return { to: '/portal/keys', done: issuedKey(call, `New ${mode} key`, { key, name }) };
  },
};

/** The key itself, and how to try it. */
export const issuedKey = (
  { site }: Call,
  title: string,
  { key, name }: { key: string; name: string },
  more?: Html,
): Html =>
  newSecret(html`${title} “${name}”`, {
    label: 'Key',
    secret: key,
    more: html`<p class="field small">Try it</p><code class="command" tabindex="0">curl -H "Authorization: Bearer $KEY" ${site.origin}/v1/status</code>${more}`,
    next: '/portal/keys',
  });

/** @throws Refused naming each field that is wrong */
function readKey({ now }: Call, form: URLSearchParams) {
  const name = (form.get('name') ?? '').trim();
  const mode = MODES.find((one) => one === form.get('mode'));
  const scopes = SCOPES.filter((scope) => form.getAll('scope').includes(scope));
  const limit = (form.get('limit') ?? '').replace(/[\s,]/g, '');
  const requestsPerMinute = /^\d{1,7}$/.test(limit) ? Number(limit) : 0;
  const isLimit = requestsPerMinute >= 1 && requestsPerMinute <= MAX_REQUESTS;
  const expires = form.get('expires') ?? '';
  const fields = {
    ...(!mode && { mode: 'Choose what the key acts on.' }),
    ...(!Object.hasOwn(LIVES, expires) && { expires: 'Choose when the key ends.' }),
    ...(name === '' && { name: 'Say what the key is for.' }),
    ...(scopes.length === 0 && { scope: 'Choose at least one scope.' }),
    ...(!isLimit && { limit: 'A whole number from 1 to 1,000,000.' }),
  };
  if (!mode || Object.keys(fields).length > 0) throw new Refused('', fields);
  const life = parseDuration(expires);
  const expiresAt = life === undefined ? null : now + life;
  return { mode, name, scopes, requestsPerMinute, expiresAt };
}
