import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  formatWebhookSecret,
  newWebhookSecret,
  signatureHeaders,
} from '../../../src/domain/webhook/signature.ts';

const message = { id: '019ab3c4-0000-7000-8000-000000000001', body: '{"name":"Ünï 🎉"}' };

test('the library for Standard Webhooks accepts what each secret signs, and nothing else', () => {
  const [first, second, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const headers = signatureHeaders(message, [first, second], Date.now());
  for (const secret of [first, second])
    assert.deepEqual(
      new Webhook(formatWebhookSecret(secret)).verify(message.body, headers),
      JSON.parse(message.body),
    );
  assert.throws(() => new Webhook(formatWebhookSecret(other)).verify(message.body, headers));
  const webhook = new Webhook(formatWebhookSecret(first));
  assert.throws(() => webhook.verify(`${message.body} `, headers));
  assert.throws(() => webhook.verify(message.body, { ...headers, 'webhook-id': 'another' }));
});

test('the headers are those of the library, with the time in whole seconds', () => {
  const secret = newWebhookSecret();
  const now = Date.UTC(2026, 10, 21, 9, 30) + 999;
  assert.deepEqual(signatureHeaders(message, [secret], now), {
    'webhook-id': message.id,
    'webhook-timestamp': '1795253400',
    'webhook-signature': new Webhook(formatWebhookSecret(secret)).sign(
      message.id,
      new Date(now),
      message.body,
    ),
  });
});
