import { failure } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { type Attempt, isDelivered } from '../../domain/webhook/attempt.ts';
import { isGivenUp, retryDelay } from '../../domain/webhook/schedule.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import type { DeliveryRow, WebhookOfDelivery } from '../../store/webhooks/webhook-deliveries.ts';
import * as store from '../../store/webhooks/webhook-deliveries.ts';
import * as webhooks from '../../store/webhooks/webhooks.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { requireWebhook } from './webhooks.ts';

/** The attempt to deliver events, by their numbers, to a webhook, by its entry. A message to a chat is about several. */
export type DeliveryAttempt = Attempt & {
  companyId: number;
  entry: number;
  sequences: readonly number[];
};

/** Up to which event nothing is left to be read for a webhook. */
export type DeliveredThrough = { companyId: number; entry: number; through: number };

/** What is recorded in one transaction. */
export type DeliveryBatch = {
  attempts: readonly DeliveryAttempt[];
  deliveredThrough: readonly DeliveredThrough[];
};

/** What became of a webhook. `companyId` is the company's public id. */
export type WebhookChange = {
  companyId: string;
  webhookId: string;
  change: 'failing' | 'recovered' | 'disabled';
};

/** A webhook is reported as failing after this many failures without a success. */
const NOTABLE_FAILURES = 3;

/**
 * Records attempts and plans the next ones, in one transaction. Attempts for webhooks and events that are gone are left
 * out.
 *
 * @param random gives numbers from 0 to 1
 */
export const recordDeliveries = (
  db: Database,
  { attempts, deliveredThrough }: DeliveryBatch,
  random: () => number,
): WebhookChange[] =>
  db.write(() => {
    for (const one of deliveredThrough) db.run(webhooks.setDeliveredThrough, one);
    return attempts.flatMap((attempt) => recordAttempt(db, attempt, random()));
  });

function recordAttempt(db: Database, attempt: DeliveryAttempt, random: number): WebhookChange[] {
  const target = recordEventsOf(db, attempt, random);
  if (!target) return [];
  const { companyId, entry, at, status } = attempt;

  const { id: webhookId, failures, disabledAt, disabledBy } = target;
  const state = { companyId, entry, disabledAt, disabledBy };
  const changed = (change: WebhookChange['change']): WebhookChange[] => {
    const company = db.one(companies.find, { companyId });
    return company ? [{ companyId: company.id, webhookId, change }] : [];
  };
  if (isDelivered(attempt)) {
    if (failures === 0) return [];
    db.run(webhooks.setState, { ...state, failingSince: null, failures: 0 });
    return failures < NOTABLE_FAILURES ? [] : changed('recovered');
  }
  const failing = { failingSince: Math.min(target.failingSince ?? at, at), failures: failures + 1 };
  const isGone = status === 410;
  const isOver = isGone || isGivenUp(failing.failingSince, failing.failures, at);
  const isEnabled = disabledAt === null;
  const disabled = { disabledAt: at, disabledBy: isGone ? 'receiver' : 'failures' };
  db.run(webhooks.setState, { ...state, ...failing, ...(isEnabled && isOver && disabled) });
  if (!isEnabled) return [];
  if (isOver) return changed('disabled');
  return failing.failures === NOTABLE_FAILURES ? changed('failing') : [];
}

/** Records what became of each event of an attempt. Returns the webhook, unless it or all of the events are gone. */
function recordEventsOf(
  db: Database,
  attempt: DeliveryAttempt,
  random: number,
): WebhookOfDelivery | undefined {
  const { companyId, entry, at, milliseconds, status, error, retryAfterMs } = attempt;
  const isDone = isDelivered(attempt);
  let webhook: WebhookOfDelivery | undefined;
  for (const sequence of attempt.sequences) {
    const target = db.one(store.findTarget, { companyId, entry, sequence });
    if (!target) continue;
    webhook = target;
    const attempts = target.attempts + 1;
    const delay = isDone ? undefined : retryDelay(attempts, retryAfterMs, random);
    db.run(store.record, {
      ...{ companyId, entry, sequence, attempts, attemptedAt: at, milliseconds, status, error },
      state: isDone ? 'delivered' : delay === undefined ? 'failed' : 'waiting',
      nextAttemptAt: delay === undefined ? null : at + delay,
    });
  }
  return webhook;
}

export const DELIVERY_STATES = ['delivered', 'waiting', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * The deliveries to a webhook, newest event first. An event that was not attempted yet is not among them.
 *
 * @throws EngagedError as `requireWebhook`
 */
export function listDeliveries(
  db: Database,
  companyId: number,
  reference: string,
  { state, count }: { state: DeliveryState | undefined; count: number },
): Delivery[] {
  return pageOfDeliveries(db, companyId, reference, { state, count }).map(toDelivery);
}

/**
 * The deliveries of events before a number, likewise.
 *
 * @throws EngagedError as `requireWebhook`
 */
export function pageOfDeliveries(
  db: Database,
  companyId: number,
  reference: string,
  {
    state,
    before = Number.MAX_SAFE_INTEGER,
    count,
  }: { state: DeliveryState | undefined; before?: number | undefined; count: number },
): DeliveryRow[] {
  const { entry } = requireWebhook(db, companyId, reference);
  const page = { companyId, entry, before, count };
  return state === undefined || state === 'delivered'
    ? db.all(store.list, { ...page, onlyDelivered: state === undefined ? 0 : 1 })
    : db.all(store.listUndelivered, { ...page, state });
}

/**
 * Sends events again at once: some, or all that were attempted but not delivered.
 *
 * @param eventIds null for all that were not delivered
 * @throws EngagedError as `requireWebhook`; `not_found` where an event is not on record, `conflict` while the webhook is
 * disabled
 */
export function resendDeliveries(
  write: CompanyWrite,
  reference: string,
  eventIds: readonly string[] | null,
): { resent: number } {
  const { db, companyId, now } = write;
  const { entry, id, disabledAt } = requireWebhook(db, companyId, reference);
  if (disabledAt !== null) throw failure('webhook_disabled');
  const ids = eventIds && [...new Set(eventIds.map((one) => one.toLowerCase()))];
  const resent = ids
    ? db.run(store.sendAgain, { companyId, entry, ids, now })
    : db.run(store.sendUndeliveredAgain, { companyId, entry, now });
  if (ids && resent < ids.length) throw failure('webhook_event_not_found');
  recordAuditEvent(write, 'webhook.resend', ['webhook', id], { after: { deliveries: resent } });
  return { resent };
}

/** A delivery with the field names that the command line prints. */
export type Delivery = ReturnType<typeof toDelivery>;

const toDelivery = (row: DeliveryRow) => ({
  event_id: row.eventId,
  type: row.type,
  occurred_at: isoTime(row.occurredAt),
  state: row.state as DeliveryState,
  attempts: row.attempts,
  attempted_at: isoTime(row.attemptedAt),
  milliseconds: row.milliseconds,
  status: row.status,
  error: row.error,
  next_attempt_at: isoTime(row.nextAttemptAt),
});
