import { setTimeout as sleep } from 'node:timers/promises';
import { parseDuration } from '../../domain/duration.ts';
import { notFound } from '../../domain/errors.ts';
import { isUuid } from '../../domain/id.ts';
import { Html, html } from '../../http/html.ts';
import { DELIVERY_STATES } from '../../service/webhooks/deliveries.ts';
import { secretsVersion } from '../../service/webhooks/secrets.ts';
import { parseAllowedTargets } from '../../service/webhooks/target.ts';
import { sendTestEvent } from '../../service/webhooks/test-event.ts';
import { requireWebhook, showWebhook, type Webhook } from '../../service/webhooks/webhooks.ts';
import type { DeliveryRow } from '../../store/webhook-deliveries.ts';
import * as deliveries from '../../store/webhook-deliveries.ts';
import type { Action, Call, Page } from '../page.ts';
import { requireTyped, typedForm } from '../parts/confirm.ts';
import { buttonForm, hiddenFields, onceField, Refused, select, summary } from '../parts/form.ts';
import { count, moment, number, timeElement } from '../parts/format.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../parts/pager.ts';
import { typesOf, webhookChip } from '../parts/webhooks.ts';
import { OWNERS, READERS } from '../roles.ts';
import { webhookSecret } from './webhooks.ts';

const PATH = '/webhooks/:id';

/** How long the old secret still signs. */
const OVERLAPS = { '24h': 'for a day', '1h': 'for an hour', '7d': 'for a week', '0h': 'no longer' };

/** One webhook: its deliveries, and what can be done about it. */
export const webhookPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: (call) => {
    const { services, company, href, session, refusal } = call;
    const webhook = requireOwn(call);
    const rows = readDeliveries(call, services.db, company.companyId, webhook.id);
    return {
      title: `Webhook to ${hostOf(webhook)}`,
      current: '/webhooks',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/webhooks')}">Webhooks</a></p><h1>Webhook to ${hostOf(webhook)}</h1><p class="lead">${webhookChip(webhook)}</p></div></div>
<div class="stack">${summary('Nothing was changed.', refusal)}<div class="cols"><div class="stack">${factsPanel(call, webhook)}${deliveriesPanel(call, webhook, rows)}</div>
${session.role === 'owner' ? html`<div class="stack">${statePanel(call, webhook)}${secretPanel(call, webhook)}${deletePanel(call, webhook)}</div>` : ''}</div></div>`,
    };
  },
};

/** @throws EngagedError `not_found` */
function requireOwn({ services, company, params }: Call): Webhook {
  if (isUuid(params.id)) return showWebhook(services.db, company.companyId, params.id);
  throw notFound('There is no such webhook here');
}

/**
 * How long a test without an answer takes at least, in milliseconds. Like the reason, its time would tell owners which names
 * and addresses exist in the network of the service.
 */
const UNREACHABLE_MS = 1_000;

const hostOf = ({ url }: Webhook): string => URL.parse(url)?.host ?? 'its receiver';

const LOST: Readonly<Record<string, string>> = {
  operator: 'by hand',
  failures: 'deliveries failed for five days',
  receiver: 'the receiver answered 410',
};

function factsPanel({ now }: Call, webhook: Webhook): Html {
  const { failing_since, disabled_at, disabled_by } = webhook;
  const at = (time: string) => timeElement(Date.parse(time), now);
  return html`<section class="panel" aria-labelledby="facts"><header><h2 id="facts">Webhook</h2></header><div class="pad"><dl class="facts">
<dt>Address</dt><dd>${webhook.url}</dd><dt>Events</dt><dd>${typesOf(webhook)}</dd><dt>Created</dt><dd>${at(webhook.created_at)}</dd>
${failing_since === null ? '' : html`<dt>Failing</dt><dd>since ${at(failing_since)}, ${count(webhook.failures, 'failure', 'failures')}</dd>`}
${disabled_at === null ? '' : html`<dt>Disabled</dt><dd>${at(disabled_at)}, ${LOST[disabled_by ?? ''] ?? ''}</dd>`}
<dt>Retries</dt><dd>${number(webhook.waiting)} planned</dd></dl></div></section>`;
}

/** The state of deliveries that the query asks for. */
const stateOf = ({ query }: Call) => DELIVERY_STATES.find((one) => one === query.get('state'));

function readDeliveries(
  call: Call,
  db: Call['services']['db'],
  companyId: number,
  id: string,
): DeliveryRow[] {
  const { entry } = requireWebhook(db, companyId, id);
  const state = stateOf(call) ?? null;
  const list = {
    companyId,
    entry,
    state,
    before: placeIn(call.query) ?? Number.MAX_SAFE_INTEGER,
    count: PAGE_SIZE + 1,
  };
  return db.all(deliveries.list, list);
}

const DELIVERY_KINDS: Readonly<Record<string, string>> = {
  delivered: 'ok',
  waiting: 'warn',
  failed: 'bad',
};

function deliveriesPanel(call: Call, { id, state }: Webhook, all: readonly DeliveryRow[]): Html {
  const { href, session } = call;
  const rows = all.slice(0, PAGE_SIZE);
  const base = href(`/webhooks/${id}`);
  const chosen = stateOf(call);
  const tab = (key: string | undefined, label: string) =>
    html`<a href="${base}${key ? `?state=${key}` : ''}"${key === chosen ? new Html(' aria-current="true"') : ''}>${label}</a>`;
  const mayResend = session.role === 'owner' && state !== 'disabled';
  const more = `${base}?${chosen ? `state=${chosen}&` : ''}before=${rows.at(-1)?.sequence ?? 0}`;
  const isFirst = !call.query.has('before');
  return html`<section class="panel" aria-labelledby="deliveries"><header><h2 id="deliveries">Deliveries</h2><div class="seg" role="group" aria-label="State">${tab(undefined, 'All')}${DELIVERY_STATES.map((one) => tab(one, one))}</div></header>
${
  rows.length === 0
    ? html`<p class="pad muted">${!isFirst ? 'Nothing more.' : chosen ? `Nothing is ${chosen}.` : 'Nothing was sent yet. Each event stands here once it was sent; test events do not.'}</p>`
    : html`<table aria-labelledby="deliveries"><thead><tr><th scope="col">Event</th><th scope="col">State</th><th scope="col" class="opt">Answer</th><th scope="col" class="opt2">Last attempt</th><th scope="col"><span class="vh">Action</span></th></tr></thead><tbody>
${rows.map((row) => deliveryRow(call, id, row, mayResend))}</tbody></table>`
}
${nextPager({ next: all.length > PAGE_SIZE ? more : undefined, first: isFirst ? undefined : `${base}${chosen ? `?state=${chosen}` : ''}` })}</section>`;
}

function deliveryRow({ href, now }: Call, id: string, row: DeliveryRow, mayResend: boolean): Html {
  const answer = row.status === null ? (row.error === null ? '–' : 'not reachable') : row.status;
  const next =
    row.nextAttemptAt === null
      ? ''
      : html`<span class="sub">next ${moment(row.nextAttemptAt, now)}</span>`;
  const resend = mayResend
    ? buttonForm(
        `${href(`/webhooks/${id}`)}/resend`,
        html`Resend<span class="vh"> ${row.type} of ${moment(row.occurredAt, now)}</span>`,
        { className: 's', fields: { event: row.eventId } },
      )
    : '';
  return html`<tr><td><span class="strong">${row.type}</span><span class="sub">${timeElement(row.occurredAt, now)}</span></td><td><span class="chip ${DELIVERY_KINDS[row.state]}">${row.state}</span><span class="sub">${row.attempts === 0 ? 'about to be sent' : count(row.attempts, 'attempt', 'attempts')}</span></td><td class="opt">${answer}${row.status === null || row.milliseconds === null ? '' : html`<span class="sub">${number(row.milliseconds)} ms</span>`}</td><td class="opt2 muted">${row.attemptedAt === null ? '–' : timeElement(row.attemptedAt, now)}${next}</td><td class="n">${resend}</td></tr>
`;
}

function statePanel({ href }: Call, { id, state }: Webhook): Html {
  const base = href(`/webhooks/${id}`);
  const test = html`<p class="muted">Sends a test event now and shows the answer.</p>${buttonForm(`${base}/test`, 'Send test event')}`;
  const change =
    state === 'disabled'
      ? html`<p class="muted">When it is enabled again, it gets the missed events that are still kept.</p><div class="row">${buttonForm(`${base}/enable`, 'Enable', { className: 'pri' })}${buttonForm(`${base}/enable`, 'Enable without what was missed', { fields: { skip: '1' } })}</div>`
      : html`<p class="muted">A disabled webhook gets nothing. When it is enabled again, it can get what it missed.</p>${buttonForm(`${base}/disable`, 'Disable')}${buttonForm(`${base}/resend`, 'Resend what was not delivered')}`;
  return html`<section class="panel" aria-labelledby="state"><header><h2 id="state">Test and state</h2></header><div class="pad small">${test}${change}</div></section>`;
}

function secretPanel({ href, refusal, services, company }: Call, { id }: Webhook): Html {
  const { secrets } = requireWebhook(services.db, company.companyId, id);
  return html`<section class="panel" aria-labelledby="secret-panel"><header><h2 id="secret-panel">Rotate the secret</h2></header><div class="pad small"><p class="muted">Until the old secret ends, events are signed with both.</p><form method="post" action="${href(`/webhooks/${id}`)}/rotate">${onceField()}${hiddenFields({ was: secretsVersion(secrets) })}${select({ name: 'overlap', label: 'The old secret still signs', options: OVERLAPS }, refusal)}<p class="field"><button class="btn">Rotate secret</button></p></form></div></section>`;
}

function deletePanel({ href, refusal }: Call, webhook: Webhook): Html {
  return html`<section class="panel danger" aria-labelledby="delete"><header><h2 id="delete">Delete</h2></header><div class="pad small"><p class="muted">For good, with the record of its deliveries.</p>${typedForm({ action: `${href(`/webhooks/${webhook.id}`)}/delete`, name: 'host', what: 'its host', typed: hostOf(webhook), button: 'Delete webhook' }, refusal)}</div></section>`;
}

const action = (
  name: string,
  submit: (
    call: Call,
    webhook: Webhook,
    form: URLSearchParams,
  ) => Promise<Html | Awaited<ReturnType<Action['submit']>>>,
  needsPassword = false,
): Action => ({
  path: `${PATH}/${name}`,
  roles: OWNERS,
  page: webhookPage,
  needsPassword,
  submit: async (call, form) => {
    const webhook = requireOwn(call);
    const done = await submit(call, webhook, form);
    return done instanceof Html ? { to: call.href(`/webhooks/${webhook.id}`), done } : done;
  },
});

export const webhookActions: readonly Action[] = [
  action('test', async ({ services, company, now, host }, { id: reference }) => {
    const allowed = parseAllowedTargets(host.webhookAllow);
    const { companyId } = company;
    const enough = sleep(UNREACHABLE_MS, undefined, { ref: false });
    const it = await sendTestEvent(services.db, { companyId, reference, allowed, now });
    if (it.status === null) {
      await enough;
      return html`<b>The test event is not delivered.</b> Its address is not reachable. Whoever runs the service sees why with <code>engaged webhook test</code>.`;
    }
    const hint = it.delivered ? '' : ' Only an answer from 200 to 299 counts as delivered.';
    return html`<b>${it.delivered ? 'The test event is delivered.' : 'The test event is not delivered.'}</b> The answer is ${it.status}, after ${number(it.milliseconds)} ms.${hint}`;
  }),
  action(
    'rotate',
    async (call, { id: webhook }, form) => {
      const chosen = form.get('overlap') ?? '';
      const overlap = Object.hasOwn(OVERLAPS, chosen) ? parseDuration(chosen) : undefined;
      if (overlap === undefined)
        throw new Refused('', { overlap: 'Choose how long the old secret still signs.' });
      const was = form.get('was') ?? '';
      const issued = await call.change('rotateWebhookSecret', { webhook, overlap, was });
      return webhookSecret(call, 'New secret', issued);
    },
    true,
  ),
  action('enable', async (call, { id: webhook }, form) => {
    const skipMissed = form.get('skip') === '1';
    await call.change('enableWebhook', { webhook, skipMissed });
    return html`The webhook is enabled${skipMissed ? ', without what it missed' : ''}.`;
  }),
  action('disable', async (call, { id: webhook }) => {
    await call.change('disableWebhook', { webhook });
    return html`The webhook is disabled.`;
  }),
  action('resend', async (call, { id: webhook }, form) => {
    const event = form.get('event');
    const events = event === null ? null : [event];
    const { resent } = await call.change('resendDeliveries', { webhook, events });
    return resent === 0
      ? html`There is nothing to send again.`
      : html`${count(resent, 'event is', 'events are')} sent again.`;
  }),
  action(
    'delete',
    async (call, webhook, form) => {
      requireTyped(form, 'host', hostOf(webhook));
      await call.change('deleteWebhook', { webhook: webhook.id });
      return {
        to: call.href('/webhooks'),
        done: html`The webhook to <b>${hostOf(webhook)}</b> is deleted.`,
      };
    },
    true,
  ),
];
