import { exec, listOf, many, type Of, one, rowsOf } from '../query.ts';

const webhook = { companyId: 'integer', entry: 'integer' } as const;
const delivery = { ...webhook, sequence: 'integer' } as const;

const attempt = {
  attempts: 'integer',
  attemptedAt: 'integer?',
  milliseconds: 'integer?',
  status: 'integer?',
  error: 'text?',
  nextAttemptAt: 'integer?',
} as const;

const target = {
  id: 'text',
  failingSince: 'integer?',
  failures: 'integer',
  disabledAt: 'integer?',
  disabledBy: 'text?',
  attempts: 'integer',
} as const;

export type WebhookOfDelivery = Of<typeof target>;

/** The webhook of a delivery and how often it was attempted; nothing where the webhook or the event is gone. */
export const findTarget = one('webhook-deliveries/find_target', delivery, target);

export const record = exec('webhook-deliveries/record', { ...delivery, ...attempt, state: 'text' });

/** Events that a webhook was not sent yet: those after one, up to and including another. `types` is JSON. */
export const listNew = many(
  'webhook-deliveries/list_new',
  { ...webhook, after: 'integer', through: 'integer', types: 'text?', count: 'integer' },
  { sequence: 'integer' },
);

/** Events that a webhook is to be sent again now. */
export const listDue = many(
  'webhook-deliveries/list_due',
  { ...webhook, now: 'integer', horizon: 'integer', count: 'integer' },
  { sequence: 'integer' },
);

/** Of these webhooks, those with an event after the one they have reached or a retry that is due. */
export const listWithWork = many(
  'webhook-deliveries/list_with_work',
  { webhooks: rowsOf({ ...webhook, reached: 'integer' }), now: 'integer', horizon: 'integer' },
  webhook,
);

const listed = {
  sequence: 'integer',
  eventId: 'text',
  type: 'text',
  occurredAt: 'integer',
  state: 'text',
  ...attempt,
} as const;

export type DeliveryRow = Of<typeof listed>;

const page = { ...webhook, before: 'integer', count: 'integer' } as const;

/** Newest events first, of those before a number. */
export const list = many('webhook-deliveries/list', { ...page, onlyDelivered: 'flag' }, listed);

/** Those that wait or have failed, likewise. */
export const listUndelivered = many(
  'webhook-deliveries/list_undelivered',
  { ...page, state: 'text' },
  listed,
);

export const countWaiting = one('webhook-deliveries/count_waiting', webhook, { count: 'integer' });

/** Makes events due, whatever became of them before. */
export const sendAgain = exec('webhook-deliveries/send_again', {
  ...webhook,
  ids: listOf('text'),
  now: 'integer',
});

/** Makes everything due that was attempted but not delivered. */
export const sendUndeliveredAgain = exec('webhook-deliveries/send_undelivered_again', {
  ...webhook,
  now: 'integer',
});

/** Plans no more retries. */
export const abandon = exec('webhook-deliveries/abandon', webhook);

export const deleteOfWebhook = exec('webhook-deliveries/delete_of_webhook', webhook);

/** In milliseconds UTC; null where nothing is left to deliver. */
export const findOldestUndelivered = one(
  'webhook-deliveries/find_oldest_undelivered',
  {},
  { at: 'integer?' },
);
