import * as v from 'valibot';
import { readEventTypes } from '../../service/event-feed.ts';
import { resendDeliveries } from '../../service/webhooks/deliveries.ts';
import { parseAllowedTargets } from '../../service/webhooks/target.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  rotateWebhookSecret,
} from '../../service/webhooks/webhooks.ts';
import { change, text } from './change.ts';

const one = v.object({ webhook: text });

/** Where events are sent. */
export const WEBHOOK_CHANGES = {
  createWebhook: change(
    v.object({ url: text, types: v.nullable(text), allow: v.array(text) }),
    (write, { url, types, allow }) =>
      createWebhook(write, {
        url,
        types: types === null ? null : readEventTypes(types),
        allowed: parseAllowedTargets(allow),
      }),
  ),
  rotateWebhookSecret: change(
    v.object({ webhook: text, overlap: v.number() }),
    (write, { webhook, overlap }) => rotateWebhookSecret(write, webhook, overlap),
  ),
  enableWebhook: change(
    v.object({ webhook: text, skipMissed: v.boolean() }),
    (write, { webhook, skipMissed }) => enableWebhook(write, webhook, { skipMissed }),
  ),
  disableWebhook: change(one, (write, { webhook }) => disableWebhook(write, webhook)),
  deleteWebhook: change(one, (write, { webhook }) => deleteWebhook(write, webhook)),
  resendDeliveries: change(
    v.object({ webhook: text, events: v.nullable(v.array(text)) }),
    (write, { webhook, events }) => resendDeliveries(write, webhook, events),
  ),
};
