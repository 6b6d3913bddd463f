import { parseDuration } from '../../../domain/duration.ts';
import { failure } from '../../../domain/errors.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { stateOfKey } from '../../../service/keys/keys.ts';
import { formAction } from '../../forms/action.ts';
import { confirmForm, requireTyped } from '../../forms/confirm.ts';
import { defineForm } from '../../forms/form.ts';
import { overlaps } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, facts, panel } from '../../view/panel.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';
import { OWNERS, READERS } from '../roles.ts';
import { endOf, lastUse, listOwnKeys, modeChip, type OwnKey, works } from './keys.ts';
import { issuedKey } from './new-key.ts';

const PATH = '/keys/:id';

const rotate = formAction({
  path: `${PATH}/rotate`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwnKey,
  form: defineForm({
    id: 'rotate',
    fields: { overlap: overlaps() },
    texts: ({ keys, forms }) => ({
      button: keys.rotateThis,
      fields: { overlap: { label: keys.stillWorks, options: forms.overlaps } },
    }),
  }),
  submit: async (call, { overlap }, { subject: { key, companyId } }) => {
    const { t, session } = call;
    const { issued, replaced } = await call.changeAs(
      { companyId, account: session.id },
      'rotateKey',
      { key: key.id, overlap: parseDuration(overlap) ?? 0 },
    );
    const until = t.format.fullTime(Date.parse(replaced.expires_at ?? ''));
    const old = overlap === '0h' ? t.keys.oldKeyEnded : t.keys.oldKeyWorksUntil({ until });
    const title = t.keys.successorOf({ name: issued.name });
    const done = issuedKey(call, title, issued.key, html`<p class="field small">${old}</p>`);
    return { to: '/portal/keys', done };
  },
});

const revoke = formAction({
  path: `${PATH}/revoke`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwnKey,
  form: confirmForm('revoke', ({ keys }) => keys.revokeThis),
  submit: async (call, { confirm }, { subject: own }) => {
    requireTyped(call, confirm, endOfHint(own));
    const { key, companyId } = own;
    const as = { companyId, account: call.session.id };
    await call.changeAs(as, 'revokeKey', { key: key.id });
    return { to: '/portal/keys', done: call.t.keys.isRevoked({ key: html`<b>${key.name}</b>` }) };
  },
});

/** One key: what it may do, and how it is rotated and revoked. */
export const keyPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: false,
  actions: [rotate, revoke],
  show: (call) => {
    const { t, session, now } = call;
    const own = requireOwnKey(call);
    const { key } = own;
    const isChangeable = session.role === 'owner' && works(key, now);
    const mayRotate = isChangeable && stateOfKey(key, now) === 'active';
    const head = pageHead({
      title: html`<bdi>${key.name}</bdi>`,
      above: { href: '/portal/keys', label: t.keys.title },
      lead: html`${modeChip(t, key)} <code>${key.hint}</code>`,
    });
    return {
      title: key.name,
      current: '/keys',
      body: html`${head}
<div class="cols">${factsPanel(call, own)}
<div class="stack">${mayRotate ? rotatePanel(call) : ''}${isChangeable ? revokePanel(call, own) : ''}</div></div>`,
    };
  },
});

/** @throws EngagedError `not_found`, also for a key of another company */
function requireOwnKey(call: Call<'id'>): OwnKey {
  const own = listOwnKeys(call).find(({ key }) => key.id === call.params.id);
  if (!own) throw failure('key_not_found');
  return own;
}

function factsPanel({ t, now }: Call, { key }: OwnKey): Html {
  const { keys } = t;
  const from =
    key.last_used_from === null ? undefined : keys.usedFrom({ address: key.last_used_from });
  const successor = html`<a href="/portal/keys/${key.successor_id ?? ''}">${keys.successorLink}</a>`;
  return panel(
    { id: 'key-facts', title: keys.key },
    facts([
      [keys.scopes, html`<span class="mono">${key.scopes.join(', ')}</span>`],
      [keys.actsOn, key.company.name],
      [keys.limit, keys.limitIs({ count: key.requests_per_minute })],
      [keys.lastUsed, html`${lastUse(t, key, now)}${from && html` ${from}`}`],
      [keys.created, timeElement(t, Date.parse(key.created_at), now)],
      [keys.ends, endOf(t, key, now)],
      [keys.successor, key.successor_id === null ? null : successor],
      [keys.id, html`<span class="mono">${key.id}</span>`],
    ]),
  );
}

const rotatePanel = (call: Call): Html =>
  panel({ id: 'rotate', title: call.t.keys.rotate }, [
    explained(call.t.keys.rotateText),
    rotate.write(call, { kind: '' }),
  ]);

/** The end of a key is all that is kept of it in the clear. */
const endOfHint = ({ key }: OwnKey): string => key.hint.slice(-4);

const revokePanel = (call: Call, own: OwnKey): Html =>
  panel({ id: 'revoke', title: call.t.keys.revoke, isDangerous: true }, [
    explained(call.t.keys.revokeText),
    revoke.write(call, {
      kind: 'kill',
      fields: { confirm: call.t.keys.typeEnd({ end: html`<bdi>${endOfHint(own)}</bdi>` }) },
    }),
  ]);
