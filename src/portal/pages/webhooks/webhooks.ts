import { html } from '../../../http/response/html.ts';
import { listWebhooks, type Webhook } from '../../../service/webhooks/webhooks.ts';
import { figure, strongLink, sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { definePage } from '../page.ts';
import { READERS } from '../roles.ts';
import { receiverOf, typesOf, webhookChip } from './webhook-view.ts';

const PATH = '/webhooks';

/** Where events are sent; a company has few of them. */
export const webhooksPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.webhooks.title,
    icon: 'plug',
    key: 'u',
    group: 'system',
  },
  show: ({ t, services, company, session, href }) => {
    const { webhooks, chat } = t;
    const all = listWebhooks(services.db, company.companyId);
    const isOwner = session.role === 'owner';
    const add = html`<a class="btn" href="${href(`${PATH}/new-chat`)}">${chat.newChat}</a><a class="btn pri" href="${href(`${PATH}/new`)}">${webhooks.newWebhook}</a>`;
    const nothing = emptyPanel({
      ...{ icon: 'plug', title: webhooks.none },
      text: isOwner ? webhooks.noneText : webhooks.noneTextAskOwner,
      command: 'engaged webhook create --url https://hooks.acme.example/engaged',
    });
    const list = table<Webhook>({
      label: webhooks.title,
      rows: all,
      columns: [
        {
          head: webhooks.addressAndEvents,
          cell: (one) =>
            html`${strongLink(href(`${PATH}/${one.id}`), one.format === 'events' ? one.url : receiverOf(t, one))}${sub(typesOf(t, one))}`,
        },
        { head: webhooks.state, cell: (one) => webhookChip(t, one) },
        {
          ...{ head: webhooks.retries, isNumber: true, shown: 'tablet' },
          cell: ({ waiting }) => figure(t, waiting),
        },
        {
          ...{ head: webhooks.createdAt, shown: 'tablet', isMuted: true, isDay: true },
          cell: ({ created_at }) => t.format.day(Date.parse(created_at)),
        },
      ],
    });
    return {
      title: webhooks.title,
      body: html`${pageHead({
        ...{ title: webhooks.title, lead: webhooks.lead },
        tools: isOwner ? add : undefined,
      })}
${all.length === 0 ? nothing : listing(list)}`,
    };
  },
});
