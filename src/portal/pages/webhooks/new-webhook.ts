import { EVENT_TYPES, type EventType } from '../../../domain/event.ts';
import { html } from '../../../http/response/html.ts';
import type { Webhook } from '../../../service/webhooks/webhooks.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { optional, several, text } from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import type { Outcome } from '../../request/outcome.ts';
import { pageHead } from '../../view/page-head.ts';
import { formPanel } from '../../view/panel.ts';
import { newSecret } from '../../view/secret.ts';
import { definePage } from '../page.ts';
import { OWNERS } from '../roles.ts';

const PATH = '/webhooks/new';

const TYPES = Object.keys(EVENT_TYPES) as EventType[];

const typeNames = ({ webhooks }: Messages) =>
  Object.fromEntries(
    TYPES.map((type) => [
      type,
      html`<code>${type}</code> <span class="muted">${webhooks.meanings[type]}</span>`,
    ]),
  );

const create = formAction({
  path: PATH,
  roles: OWNERS,
  needsPassword: true,
  form: defineForm({
    id: 'webhook',
    fields: { url: text({ max: 2_048 }), type: optional(several(TYPES)) },
    texts: (t) => ({
      ...{ button: t.webhooks.createThis, refused: t.webhooks.notCreated },
      fields: {
        url: {
          label: t.webhooks.address,
          hint: t.webhooks.addressHint,
          empty: t.webhooks.giveAddress,
        },
        type: {
          ...{ label: t.webhooks.events, hint: t.webhooks.eventsHint },
          options: typeNames(t),
        },
      },
    }),
  }),
  submit: async (call, { url, type }) => {
    const types = type === null ? null : type.join(',');
    const allow = [...call.host.webhookAllow];
    const webhook = await call.change('createWebhook', { url, types, allow });
    return webhookSecret(call, call.t.webhooks.newWebhookTo({ url }), webhook);
  },
});

/** A webhook to be made. */
export const newWebhookPage = definePage({
  path: PATH,
  roles: OWNERS,
  isOfCompany: true,
  actions: [create],
  show: (call) => {
    const { webhooks } = call.t;
    const above = { href: call.href('/webhooks'), label: webhooks.title };
    const head = pageHead({ title: webhooks.newWebhook, above, lead: webhooks.newLead });
    return {
      title: webhooks.newWebhook,
      current: '/webhooks',
      body: html`${head}
${formPanel(create.write(call, { cancel: above.href }))}`,
    };
  },
});

/** Leads to a webhook and shows its new secret. */
export function webhookSecret(
  { t, href }: Call,
  title: string,
  { id, secret }: Webhook & { secret: string },
): Outcome {
  const to = href(`/webhooks/${id}`);
  const more = html`<p class="field small">${t.webhooks.secretText}</p>`;
  return { to, done: newSecret(t, title, { label: t.webhooks.secret, secret, more, next: to }) };
}
