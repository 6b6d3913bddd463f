import { EVENT_TYPES } from '../../domain/event.ts';
import { type Html, html } from '../../http/html.ts';
import { listWebhooks, type Webhook } from '../../service/webhooks/webhooks.ts';
import type { Action, Call, Page } from '../page.ts';
import { checkboxes, field, onceField, Refused, summary } from '../parts/form.ts';
import { day, number } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { newSecret } from '../parts/secret.ts';
import { typesOf, webhookChip } from '../parts/webhooks.ts';
import { OWNERS, READERS } from '../roles.ts';

const PATH = '/webhooks';

/** Where events are sent; a company has few of them. */
export const webhooksPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: ({ services, company, session, href }) => {
    const all = listWebhooks(services.db, company.companyId);
    const isOwner = session.role === 'owner';
    return {
      title: 'Webhooks',
      body: html`<div class="head"><div><h1>Webhooks</h1><p class="lead">Events are sent to these addresses as they happen, signed.</p></div>${isOwner ? html`<a class="btn pri" href="${href(`${PATH}/new`)}">New webhook</a>` : ''}</div>
${
  all.length === 0
    ? html`<section class="panel empty">${icon('plug', 40)}<h2>No webhooks yet</h2><p>A webhook tells another system at once when somebody joins, gets XP or a badge, or redeems an item. ${isOwner ? '' : 'An owner can make one, here or with the command.'}</p><code class="command" tabindex="0">engaged webhook create --url https://hooks.acme.example/engaged</code></section>`
    : html`<section class="panel"><table aria-label="Webhooks"><thead><tr><th scope="col">Address and events</th><th scope="col">State</th><th scope="col" class="n opt">Retries</th><th scope="col" class="opt">Created</th></tr></thead><tbody>
${all.map(
  (
    one,
  ) => html`<tr><td><a class="strong" href="${href(`${PATH}/${one.id}`)}">${one.url}</a><span class="sub">${typesOf(one)}</span></td><td>${webhookChip(one)}</td><td class="n opt${one.waiting === 0 ? ' muted' : ''}">${number(one.waiting)}</td><td class="opt muted d">${day(Date.parse(one.created_at))}</td></tr>
`,
)}</tbody></table></section>`
}`,
    };
  },
};

/** A webhook to be made. */
export const newWebhookPage: Page = {
  path: `${PATH}/new`,
  roles: OWNERS,
  isOfCompany: true,
  show: ({ refusal, href }) => ({
    title: 'New webhook',
    current: PATH,
    body: html`<div class="head"><div><p class="crumb"><a href="${href(PATH)}">Webhooks</a></p><h1>New webhook</h1><p class="lead">It gets the events from now on.</p></div></div>
<section class="panel form"><div class="pad"><form method="post" action="${href(`${PATH}/new`)}">${onceField()}${summary('No webhook was created.', refusal)}
${field({ name: 'url', label: 'Address', autocomplete: 'off', maxlength: 2_048, hint: 'An https or http address that answers 2xx within 15 seconds. It must be public, unless the setting webhook-allow names it.' }, refusal)}
${checkboxes({ name: 'type', legend: 'Events', options: Object.entries(EVENT_TYPES).map(([type, meaning]): [string, Html] => [type, html`<code>${type}</code> <span class="muted">${meaning}</span>`]), hint: html`If you choose none, it gets all of them.` }, refusal)}
<p class="row field"><button class="btn pri">Create webhook</button><a class="btn q" href="${href(PATH)}">Cancel</a></p></form></div></section>`,
  }),
};

export const createWebhookAction: Action = {
  path: `${PATH}/new`,
  roles: OWNERS,
  page: newWebhookPage,
  needsPassword: true,
  submit: async (call, form) => {
    const url = (form.get('url') ?? '').trim();
    if (url === '') throw new Refused('', { url: 'Where are events sent?' });
    const types = form.getAll('type').join(',') || null;
    const allow = [...call.host.webhookAllow];
    const webhook = await call.change('createWebhook', { url, types, allow });
    return webhookSecret(call, 'New webhook', webhook);
  },
};

/** Leads to a webhook and shows its new secret. */
export function webhookSecret(
  { href }: Call,
  title: string,
  { id, url, secret }: Webhook & { secret: string },
) {
  const to = href(`${PATH}/${id}`);
  const more = html`<p class="field small">The receiver checks signatures with it, after Standard Webhooks.</p>`;
  const done = newSecret(html`${title}: ${url}`, { label: 'Secret', secret, more, next: to });
  return { to, done };
}
