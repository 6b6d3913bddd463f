import { type Html, html } from '../../../http/response/html.ts';
import type { Webhook } from '../../../service/webhooks/webhooks.ts';
import type { Messages } from '../../languages/en.ts';

const KINDS = { active: 'ok', failing: 'warn', disabled: 'bad' } as const;

export const webhookChip = ({ webhooks }: Messages, { state }: Webhook): Html =>
  html`<span class="chip ${KINDS[state]}">${webhooks.states[state]}</span>`;

export const typesOf = ({ webhooks }: Messages, { types }: Webhook): string =>
  types === null ? webhooks.allEvents : types.join(', ');
