import * as v from 'valibot';
import { CHAT_FORMATS } from '../../domain/chat/chat-formats.ts';
import { CHAT_EVENTS } from '../../domain/chat/chat-message.ts';
import { failure } from '../../domain/errors.ts';
import { readEventTypes } from '../../service/events/event-feed.ts';
import { resendDeliveries } from '../../service/webhooks/deliveries.ts';
import { secretsVersion } from '../../service/webhooks/secrets.ts';
import { parseAllowedTargets } from '../../service/webhooks/target.ts';
import {
  createChatWebhook,
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  requireWebhook,
  rotateWebhookSecret,
} from '../../service/webhooks/webhooks.ts';
import { change, text } from './change.ts';

const one = v.object({ webhook: text });

/** Where events are sent. A rotation says which secrets its form was made for, so that nobody ends one they did not see. */
export const WEBHOOK_CHANGES = {
  createWebhook: change(
    v.object({ url: text, types: v.nullable(text), allow: v.array(text) }),
    (write, { url, types, allow }) =>
      createWebhook(write, {
        url,
        types: types === null ? null : readEventTypes(types),
        allowed: parseAllowedTargets(allow),
        madeBy: 'portal',
      }),
  ),
  createChatWebhook: change(
    v.object({
      ...{ url: text, format: v.picklist(CHAT_FORMATS) },
      ...{ types: v.array(v.picklist(CHAT_EVENTS)), allow: v.array(text) },
    }),
    (write, { allow, ...webhook }) =>
      createChatWebhook(write, {
        ...webhook,
        allowed: parseAllowedTargets(allow),
        madeBy: 'portal',
      }),
  ),
  rotateWebhookSecret: change(
    v.object({ webhook: text, overlap: v.number(), was: text }),
    (write, { webhook, overlap, was }) => {
      const { secrets } = requireWebhook(write.db, write.companyId, webhook);
      if (secretsVersion(secrets) !== was) {
        throw failure('webhook_secret_rotated');
      }
      return rotateWebhookSecret(write, webhook, overlap);
    },
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
