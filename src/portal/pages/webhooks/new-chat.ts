import { CHAT_FORMATS } from '../../../domain/chat/chat-formats.ts';
import { CHAT_EVENTS } from '../../../domain/chat/chat-message.ts';
import { html } from '../../../http/response/html.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { choice, secretText, several } from '../../forms/kinds.ts';
import { pageHead } from '../../view/page-head.ts';
import { formPanel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { OWNERS } from '../roles.ts';

const PATH = '/webhooks/new-chat';

const create = formAction({
  path: PATH,
  roles: OWNERS,
  needsPassword: true,
  form: defineForm({
    id: 'chat',
    fields: {
      format: choice(CHAT_FORMATS),
      url: secretText({ max: 2_048 }),
      type: several(CHAT_EVENTS),
    },
    texts: ({ chat, webhooks }) => ({
      ...{ button: chat.createThis, refused: chat.notCreated },
      fields: {
        format: { label: chat.product, options: chat.formats },
        url: { label: webhooks.address, hint: chat.addressHint, empty: chat.giveAddress },
        type: { label: chat.toldOf, options: chat.events },
      },
    }),
  }),
  submit: async (call, { format, url, type: types }) => {
    const allow = [...call.host.webhookAllow];
    const { id } = await call.change('createChatWebhook', { format, url, types, allow });
    return { to: call.href(`/webhooks/${id}`), done: html`${call.t.chat.isCreated}` };
  },
});

/** A channel of a chat to be told what happens. */
export const newChatPage = definePage({
  path: PATH,
  roles: OWNERS,
  isOfCompany: true,
  actions: [create],
  show: (call) => {
    const { chat, webhooks } = call.t;
    const above = { href: call.href('/webhooks'), label: webhooks.title };
    const head = pageHead({ title: chat.newChat, above, lead: chat.newLead });
    const all = { type: [...CHAT_EVENTS] };
    return {
      title: chat.newChat,
      current: '/webhooks',
      body: html`${head}
${formPanel(create.write(call, { cancel: above.href, values: all }))}`,
    };
  },
});
