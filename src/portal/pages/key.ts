import { parseDuration } from '../../domain/duration.ts';
import { notFound } from '../../domain/errors.ts';
import { type Html, html } from '../../http/html.ts';
import { stateOfKey } from '../../service/keys.ts';
import type { Action, Call, Page } from '../page.ts';
import { requireTyped, typedForm } from '../parts/confirm.ts';
import { onceField, Refused, select, summary } from '../parts/form.ts';
import { number, timeElement } from '../parts/format.ts';
import { OWNERS, READERS } from '../roles.ts';
import { endOf, lastUse, listOwnKeys, modeChip, type OwnKey, works } from './keys.ts';
import { issuedKey } from './new-key.ts';

const PATH = '/keys/:id';

/** How long the old key still works. */
const OVERLAPS = { '24h': 'for a day', '1h': 'for an hour', '7d': 'for a week', '0h': 'no longer' };

/** One key: what it may do, and how it is rotated and revoked. */
export const keyPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: false,
  show: (call) => {
    const { session, now, refusal } = call;
    const own = requireOwnKey(call);
    const { key } = own;
    const isChangeable = session.role === 'owner' && works(key, now);
    const mayRotate = isChangeable && stateOfKey(key, now) === 'active';
    return {
      title: key.name,
      current: '/keys',
      body: html`<div class="head"><div><p class="crumb"><a href="/portal/keys">Keys</a></p><h1><bdi>${key.name}</bdi></h1><p class="lead">${modeChip(key)} <code>${key.hint}</code></p></div></div>
${summary('Nothing was changed.', refusal)}
<div class="cols"><section class="panel" aria-labelledby="key-facts"><header><h2 id="key-facts">Key</h2></header><div class="pad"><dl class="facts">
<dt>Scopes</dt><dd class="mono">${key.scopes.join(', ')}</dd>
<dt>Acts on</dt><dd>${key.company.name}</dd>
<dt>Limit</dt><dd>${number(key.requests_per_minute)} requests a minute</dd>
<dt>Last used</dt><dd>${lastUse(key, now)}${key.last_used_from === null ? '' : html` from ${key.last_used_from}`}</dd>
<dt>Created</dt><dd>${timeElement(Date.parse(key.created_at), now)}</dd>
<dt>Ends</dt><dd>${endOf(key, now)}</dd>
${key.successor_id === null ? '' : html`<dt>Successor</dt><dd><a href="/portal/keys/${key.successor_id}">the key that replaces it</a></dd>`}
<dt>ID</dt><dd class="mono">${key.id}</dd></dl></div></section>
<div class="stack">${mayRotate ? rotatePanel(call, own) : ''}${isChangeable ? revokePanel(call, own) : ''}</div></div>`,
    };
  },
};

/** @throws EngagedError `not_found`, also for a key of another company */
function requireOwnKey(call: Call): OwnKey {
  const own = listOwnKeys(call).find(({ key }) => key.id === call.params.id);
  if (!own) throw notFound('There is no such key here');
  return own;
}

function rotatePanel({ refusal }: Call, { key }: OwnKey): Html {
  return html`<section class="panel" aria-labelledby="rotate"><header><h2 id="rotate">Rotate</h2></header><div class="pad small"><p class="muted">A new key with the same name, scopes and limit. Meanwhile both work.</p>
<form method="post" action="/portal/keys/${key.id}/rotate">${onceField()}
${select({ name: 'overlap', label: 'This key still works', options: OVERLAPS }, refusal)}<p class="field"><button class="btn">Rotate key</button></p></form></div></section>`;
}

/** The end of a key is all that is kept of it in the clear. */
const endOfHint = ({ key }: OwnKey): string => key.hint.slice(-4);

function revokePanel({ refusal }: Call, own: OwnKey): Html {
  return html`<section class="panel danger" aria-labelledby="revoke"><header><h2 id="revoke">Revoke</h2></header><div class="pad small"><p class="muted">The key stops working at once and for good. Whatever uses it is refused.</p>
${typedForm({ action: `/portal/keys/${own.key.id}/revoke`, name: 'end', what: 'the last four characters of the key', typed: endOfHint(own), button: 'Revoke key' }, refusal)}</div></section>`;
}

const action = (
  name: string,
  submit: (call: Call, own: OwnKey, form: URLSearchParams) => ReturnType<Action['submit']>,
): Action => ({
  path: `${PATH}/${name}`,
  roles: OWNERS,
  page: keyPage,
  needsPassword: true,
  submit: (call, form) => submit(call, requireOwnKey(call), form),
});

export const keyActions: readonly Action[] = [
  action('rotate', async (call, { key, companyId }, form) => {
    const chosen = form.get('overlap') ?? '';
    const overlap = Object.hasOwn(OVERLAPS, chosen) ? parseDuration(chosen) : undefined;
    if (overlap === undefined)
      throw new Refused('', { overlap: 'Choose how long this key still works.' });
    const as = { companyId, account: call.session.id };
    const { issued, replaced } = await call.changeAs(as, 'rotateKey', {
      key: key.id,
      overlap,
    });
    const until = timeElement(Date.parse(replaced.expires_at ?? ''), call.now);
    const more = html`<p class="field small">${overlap === 0 ? 'The old key does not work any more.' : html`The old key works until ${until} UTC.`}</p>`;
    return { to: '/portal/keys', done: issuedKey(call, 'The successor of', issued, more) };
  }),
  action('revoke', async (call, own, form) => {
    requireTyped(form, 'end', endOfHint(own));
    const { key, companyId } = own;
    await call.changeAs({ companyId, account: call.session.id }, 'revokeKey', { key: key.id });
    return { to: '/portal/keys', done: html`The key <b>${key.name}</b> is revoked.` };
  }),
];
