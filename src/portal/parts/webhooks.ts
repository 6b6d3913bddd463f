import { type Html, html } from '../../http/html.ts';
import type { Webhook } from '../../service/webhooks/webhooks.ts';

const KINDS = { active: 'ok', failing: 'warn', disabled: 'bad' } as const;

export const webhookChip = ({ state }: Webhook): Html =>
  html`<span class="chip ${KINDS[state]}">${state}</span>`;

export const typesOf = ({ types }: Webhook): string =>
  types === null ? 'all events' : types.join(', ');
