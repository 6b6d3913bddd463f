import { setTimeout as sleep } from 'node:timers/promises';
import { parseDuration } from '../../../domain/duration.ts';
import { failure } from '../../../domain/errors.ts';
import { isUuid } from '../../../domain/id.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { DELIVERY_STATES, pageOfDeliveries } from '../../../service/webhooks/deliveries.ts';
import { secretsVersion } from '../../../service/webhooks/secrets.ts';
import { parseAllowedTargets } from '../../../service/webhooks/target.ts';
import { sendTestEvent } from '../../../service/webhooks/test-event.ts';
import {
  isChat,
  requireWebhook,
  showWebhook,
  type Webhook,
} from '../../../service/webhooks/webhooks.ts';
import type { DeliveryRow } from '../../../store/webhooks/webhook-deliveries.ts';
import { renderTest } from '../../chat/chat-body.ts';
import { formAction } from '../../forms/action.ts';
import { confirmForm, requireTyped } from '../../forms/confirm.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { hidden, overlaps } from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { explained, facts, panel } from '../../view/panel.ts';
import { table, tabs } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';
import { OWNERS, READERS } from '../roles.ts';
import { webhookSecret } from './new-webhook.ts';
import { chatTestResult, testResult } from './test-result.ts';
import { receiverOf, typesOf, webhookChip } from './webhook-view.ts';

const PATH = '/webhooks/:id';

/**
 * How long a test without an answer takes at least, in milliseconds. Like the reason, its time would tell owners which names
 * and addresses exist in the network of the service.
 */
const UNREACHABLE_MS = 1_000;

const test = formAction({
  path: `${PATH}/test`,
  roles: OWNERS,
  of: requireOwn,
  form: buttonForm('test', ({ webhooks }) => webhooks.sendTest),
  submit: async ({ t, services, company, now, host }, _, { subject: webhook }) => {
    const { id: reference } = webhook;
    const allowed = parseAllowedTargets(host.webhookAllow);
    const { companyId } = company;
    const enough = sleep(UNREACHABLE_MS, undefined, { ref: false });
    const attempt = await sendTestEvent(services.db, {
      ...{ companyId, reference, allowed, renderTest, now },
    });
    if (attempt.status === null) await enough;
    return { done: isChat(webhook) ? chatTestResult(t, attempt) : testResult(t, attempt) };
  },
});

const rotate = formAction({
  path: `${PATH}/rotate`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwn,
  form: defineForm({
    id: 'rotate',
    fields: { was: hidden(), overlap: overlaps() },
    texts: ({ webhooks, forms }) => ({
      button: webhooks.rotateThis,
      fields: { overlap: { label: webhooks.stillSigns, options: forms.overlaps } },
    }),
  }),
  submit: async (call, { was, overlap }, { subject: { id: webhook, url } }) => {
    const issued = await call.change('rotateWebhookSecret', {
      ...{ webhook, was, overlap: parseDuration(overlap) ?? 0 },
    });
    return webhookSecret(call, call.t.webhooks.newSecretFor({ url }), issued);
  },
});

const enable = formAction({
  path: `${PATH}/enable`,
  roles: OWNERS,
  of: requireOwn,
  form: defineForm({
    // Whether it does not get what it missed.
    ...{ id: 'enable', fields: { skip: hidden() } },
    texts: ({ webhooks }) => ({ button: webhooks.enable, fields: {} }),
  }),
  submit: async (call, { skip }, { subject: { id: webhook } }) => {
    await call.change('enableWebhook', { webhook, skipMissed: skip !== '' });
    const { isEnabled, isEnabledWithoutMissed } = call.t.webhooks;
    return { done: html`${skip === '' ? isEnabled : isEnabledWithoutMissed}` };
  },
});

const disable = formAction({
  path: `${PATH}/disable`,
  roles: OWNERS,
  of: requireOwn,
  form: buttonForm('disable', ({ webhooks }) => webhooks.disable),
  submit: async (call, _, { subject: { id: webhook } }) => {
    await call.change('disableWebhook', { webhook });
    return { done: html`${call.t.webhooks.isDisabled}` };
  },
});

const resend = formAction({
  path: `${PATH}/resend`,
  roles: OWNERS,
  of: requireOwn,
  form: defineForm({
    // Without an event everything that was not delivered.
    ...{ id: 'resend', fields: { event: hidden() } },
    texts: ({ webhooks }) => ({ button: webhooks.resendAll, fields: {} }),
  }),
  submit: async (call, { event }, { subject: { id: webhook } }) => {
    const events = event === '' ? null : [event];
    const { resent: count } = await call.change('resendDeliveries', { webhook, events });
    return { done: html`${call.t.webhooks.resent({ count })}` };
  },
});

const remove = formAction({
  path: `${PATH}/delete`,
  roles: OWNERS,
  needsPassword: true,
  of: requireOwn,
  form: confirmForm('delete', ({ webhooks }) => webhooks.deleteThis),
  submit: async (call, { confirm }, { subject: webhook }) => {
    const { t, href } = call;
    const host = hostOf(t, webhook);
    requireTyped(call, confirm, host);
    await call.change('deleteWebhook', { webhook: webhook.id });
    const done = t.webhooks.isDeleted({ host: html`<b>${host}</b>` });
    return { to: href('/webhooks'), done };
  },
});

/** One webhook: its deliveries, and what can be done about it. */
export const webhookPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [test, rotate, enable, disable, resend, remove],
  show: (call) => {
    const { t, href, session } = call;
    const webhook = requireOwn(call);
    const title = isChat(webhook)
      ? receiverOf(t, webhook)
      : t.webhooks.webhookTo({ host: receiverOf(t, webhook) });
    const head = pageHead({
      ...{ title, lead: webhookChip(t, webhook) },
      above: { href: href('/webhooks'), label: t.webhooks.title },
    });
    const side = () =>
      html`<div class="stack">${statePanel(call, webhook)}${isChat(webhook) ? '' : secretPanel(call, webhook)}${deletePanel(call, webhook)}</div>`;
    return {
      title,
      current: '/webhooks',
      body: html`${head}
<div class="cols"><div class="stack">${factsPanel(call, webhook)}${deliveriesPanel(call, webhook)}</div>
${session.role === 'owner' ? side() : ''}</div>`,
    };
  },
});

/** @throws EngagedError `not_found` */
function requireOwn({ services, company, params }: Call<'id'>): Webhook {
  if (isUuid(params.id)) return showWebhook(services.db, company.companyId, params.id);
  throw failure('webhook_not_found');
}

const hostOf = ({ webhooks }: Messages, { url }: Webhook): string =>
  URL.parse(url)?.host ?? webhooks.itsReceiver;

function factsPanel({ t, now }: Call, webhook: Webhook): Html {
  const { webhooks } = t;
  const { failing_since, disabled_at, disabled_by, failures, waiting } = webhook;
  const at = (time: string) => timeElement(t, Date.parse(time), now);
  const reasons: Readonly<Record<string, string>> = webhooks.disabledReasons;
  return panel(
    { id: 'facts', title: webhooks.webhook },
    facts([
      [webhooks.address, webhook.url],
      [webhooks.events, typesOf(t, webhook)],
      [webhooks.createdAt, at(webhook.created_at)],
      [
        webhooks.failing,
        failing_since && webhooks.failingSince({ since: at(failing_since), count: failures }),
      ],
      [
        webhooks.disabled,
        disabled_at && html`${at(disabled_at)}, ${reasons[disabled_by ?? ''] ?? ''}`,
      ],
      [webhooks.retries, webhooks.planned({ count: waiting })],
    ]),
  );
}

/** The state of deliveries that the query asks for. */
const stateOf = ({ query }: Call) => DELIVERY_STATES.find((one) => one === query.get('state'));

const readDeliveries = (call: Call, id: string): DeliveryRow[] =>
  pageOfDeliveries(call.services.db, call.company.companyId, id, {
    ...{ state: stateOf(call), before: placeIn(call.query), count: PAGE_SIZE + 1 },
  });

const DELIVERY_KINDS: Readonly<Record<string, string>> = {
  delivered: 'ok',
  waiting: 'warn',
  failed: 'bad',
};

function deliveriesPanel(call: Call, webhook: Webhook): Html {
  const { t, href, query } = call;
  const { webhooks } = t;
  const all = readDeliveries(call, webhook.id);
  const rows = all.slice(0, PAGE_SIZE);
  const base = href(`/webhooks/${webhook.id}`);
  const chosen = stateOf(call);
  const states = tabs(webhooks.state, [
    { href: base, label: webhooks.all, isCurrent: chosen === undefined },
    ...DELIVERY_STATES.map((state) => ({
      href: `${base}?state=${state}`,
      label: webhooks.deliveryStates[state],
      isCurrent: state === chosen,
    })),
  ]);
  const more = `${base}?${chosen ? `state=${chosen}&` : ''}before=${rows.at(-1)?.sequence ?? 0}`;
  const isFirst = !query.has('before');
  const none = chosen ? webhooks.noneInState[chosen] : webhooks.noneSent;
  const list =
    rows.length === 0
      ? html`<p class="pad muted">${isFirst ? none : webhooks.noneMore}</p>`
      : deliveryTable(call, webhook, rows);
  const pages = nextPager(t, {
    next: all.length > PAGE_SIZE ? more : undefined,
    first: isFirst ? undefined : `${base}${chosen ? `?state=${chosen}` : ''}`,
  });
  return panel({ id: 'deliveries', title: webhooks.deliveries, beside: states, isFull: true }, [
    list,
    pages,
  ]);
}

function deliveryTable(call: Call, webhook: Webhook, rows: readonly DeliveryRow[]): Html {
  const { t, now, session } = call;
  const { webhooks } = t;
  const mayResend = session.role === 'owner' && webhook.state !== 'disabled';
  const answer = ({ status, error }: DeliveryRow) =>
    status ?? (error === null ? '–' : webhooks.notReachable);
  const states: Readonly<Record<string, string>> = webhooks.deliveryStates;
  const resendButton = ({ type, occurredAt, eventId }: DeliveryRow) =>
    resend.write(call, {
      values: { event: eventId },
      button: webhooks.resend({
        event: html`<span class="vh">${type} ${t.format.moment(occurredAt, now)}</span>`,
      }),
      kind: 's',
    });
  return table<DeliveryRow>({
    ...{ label: webhooks.deliveries, rows },
    columns: [
      {
        head: webhooks.event,
        cell: ({ type, occurredAt }) =>
          html`<span class="strong">${type}</span>${sub(timeElement(t, occurredAt, now))}`,
      },
      {
        head: webhooks.state,
        cell: ({ state, attempts: count }) =>
          html`<span class="chip ${DELIVERY_KINDS[state]}">${states[state] ?? state}</span>${sub(webhooks.attempts({ count }))}`,
      },
      {
        ...{ head: webhooks.answer, shown: 'tablet' },
        cell: (row) => {
          const isTimed = row.status !== null && row.milliseconds !== null;
          const { milliseconds: count } = row;
          return html`${answer(row)}${isTimed ? sub(webhooks.milliseconds({ count: count ?? 0 })) : ''}`;
        },
      },
      {
        ...{ head: webhooks.lastAttempt, shown: 'desktop', isMuted: true },
        cell: ({ attemptedAt, nextAttemptAt: next }) =>
          html`${attemptedAt === null ? '–' : timeElement(t, attemptedAt, now)}${next === null ? '' : sub(webhooks.nextAt({ time: t.format.moment(next, now) }))}`,
      },
      {
        ...{ head: webhooks.action, isHeadHidden: true, isNumber: true },
        cell: (row) => (mayResend ? resendButton(row) : ''),
      },
    ],
  });
}

function statePanel(call: Call, webhook: Webhook): Html {
  const { webhooks, chat } = call.t;
  const { state } = webhook;
  const about = isChat(webhook)
    ? { text: chat.testText, button: chat.sendTest }
    : { text: webhooks.testText, button: webhooks.sendTest };
  const change =
    state === 'disabled'
      ? html`${explained(webhooks.enableText)}<div class="row">${enable.write(call)}${enable.write(call, { values: { skip: '1' }, button: webhooks.enableWithoutMissed, kind: '' })}</div>`
      : html`${explained(webhooks.disableText)}<div class="row">${disable.write(call, { kind: '' })}${resend.write(call, { kind: '' })}</div>`;
  return panel({ id: 'state', title: webhooks.testAndState }, [
    explained(about.text),
    test.write(call, { button: about.button, kind: '' }),
    change,
  ]);
}

function secretPanel(call: Call, { id }: Webhook): Html {
  const { services, company, t } = call;
  const { secrets } = requireWebhook(services.db, company.companyId, id);
  return panel({ id: 'secret-panel', title: t.webhooks.rotate }, [
    explained(t.webhooks.rotateText),
    rotate.write(call, { values: { was: secretsVersion(secrets) }, kind: '' }),
  ]);
}

const deletePanel = (call: Call, webhook: Webhook): Html => {
  const { t } = call;
  const host = html`<bdi>${hostOf(t, webhook)}</bdi>`;
  return panel({ id: 'delete', title: t.webhooks.delete, isDangerous: true }, [
    explained(t.webhooks.deleteText),
    remove.write(call, { kind: 'kill', fields: { confirm: t.webhooks.typeHost({ host }) } }),
  ]);
};
