import { type Html, html } from '../../../http/response/html.ts';
import type { Webhook } from '../../../service/webhooks/webhooks.ts';
import type { Messages } from '../../languages/en.ts';

const KINDS = { active: 'ok', failing: 'warn', disabled: 'bad' } as const;

export const webhookChip = ({ webhooks }: Messages, { state }: Webhook): Html =>
  html`<span class="chip ${KINDS[state]}">${webhooks.states[state]}</span>`;

export const typesOf = ({ webhooks }: Messages, { types }: Webhook): string =>
  types === null ? webhooks.allEvents : types.join(', ');

/** Whom a webhook tells: the host of its address, of a chat with the product. */
export function receiverOf({ webhooks, chat }: Messages, { url, format }: Webhook): string {
  const host = URL.parse(url)?.host ?? webhooks.itsReceiver;
  return format === 'events' ? host : chat.chatAt({ product: chat.formats[format], host });
}
