import type { ChatFormat } from '../../domain/chat/chat-formats.ts';
import { CHAT_EVENTS } from '../../domain/chat/chat-message.ts';
import { failure } from '../../domain/errors.ts';
import type { EventType } from '../../domain/event.ts';
import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { Database } from '../../store/database.ts';
import * as deliveries from '../../store/webhooks/webhook-deliveries.ts';
import type { WebhookRow } from '../../store/webhooks/webhooks.ts';
import * as store from '../../store/webhooks/webhooks.ts';
import { type CompanyWrite, nextEntry, recordAuditEvent } from '../company/company-write.ts';
import { addSecret } from './secrets.ts';
import { type AllowedTargets, type Maker, requireWebhookUrl } from './target.ts';

/** Each webhook of a company is sent every event. */
const MAX_WEBHOOKS = 50;

/** What a webhook is sent: events, as the API shows them, or messages of a chat about them. */
export type WebhookFormat = 'events' | ChatFormat;

/** A webhook and its secret, which is shown only when it is made. */
export type IssuedWebhook = Webhook & { secret: string };

/** What makes a webhook. `madeBy` limits the addresses that it may ever reach. */
type NewWebhook = {
  url: string;
  types: readonly EventType[] | null;
  allowed: AllowedTargets;
  madeBy: Maker;
};

/**
 * Creates a webhook for the events from now on.
 *
 * @param input.types null for all types
 * @throws EngagedError `validation_failed`; `conflict` where the company has too many webhooks
 */
export function createWebhook(write: CompanyWrite, input: NewWebhook): IssuedWebhook {
  const { secrets, shown } = addSecret('[]', write.now, write.now);
  return { ...addWebhook(write, { ...input, format: 'events', secrets }), secret: shown };
}

/**
 * Creates a webhook for messages to a channel of a chat. A chat checks no signatures: the address is the only secret, and
 * is never shown again.
 *
 * @param input.types null for all that chats are told of now
 * @throws EngagedError as `createWebhook`
 */
export function createChatWebhook(
  write: CompanyWrite,
  input: NewWebhook & { format: ChatFormat },
): Webhook {
  const types = input.types ?? CHAT_EVENTS;
  const known: readonly EventType[] = CHAT_EVENTS;
  if (types.length === 0 || !types.every((type) => known.includes(type))) {
    throw failure('event_types_unknown', { field: 'types', types: known.join(', ') });
  }
  return addWebhook(write, { ...input, types, secrets: '[]' });
}

function addWebhook(
  write: CompanyWrite,
  input: NewWebhook & { format: WebhookFormat; secrets: string },
): Webhook {
  const { db, companyId, now } = write;
  const { format, secrets, madeBy } = input;
  const url = requireWebhookUrl(input.url, input.allowed, madeBy);
  if (db.all(store.list, { companyId }).length >= MAX_WEBHOOKS) {
    throw failure('webhook_limit', { limit: MAX_WEBHOOKS });
  }
  const id = newId(now);
  const types = input.types && JSON.stringify(input.types);
  const entry = nextEntry(write);
  db.run(store.create, { companyId, entry, id, url, format, types, secrets, madeBy, now });
  const webhook = showWebhook(db, companyId, id);
  recordAuditEvent(write, 'webhook.create', ['webhook', id], { after: auditFields(webhook) });
  return webhook;
}

/** Whether a webhook is that of a chat. */
export const isChat = ({ format }: { format: string }): boolean => format !== 'events';

/** The webhooks of a company, oldest first. */
export const listWebhooks = (db: Database, companyId: number): Webhook[] =>
  db.all(store.list, { companyId }).map((row) => toWebhook(db, row));

/** @throws EngagedError `not_found`; `conflict` where several match */
export const showWebhook = (db: Database, companyId: number, reference: string): Webhook =>
  toWebhook(db, requireWebhook(db, companyId, reference));

/**
 * The webhook that a reference means: its id, the beginning of it, or its URL.
 *
 * @throws EngagedError `not_found`; `conflict` where several match
 */
export function requireWebhook(db: Database, companyId: number, reference: string): WebhookRow {
  const id = reference.toLowerCase();
  const isIdBeginning = /^[\da-f-]{4,36}$/.test(id);
  const url = URL.parse(reference)?.href;
  const matches = db
    .all(store.list, { companyId })
    .filter((row) => (isIdBeginning && row.id.startsWith(id)) || row.url === url);
  const [webhook, ...others] = matches;
  if (!webhook) throw failure('webhook_not_found');
  if (others.length === 0) return webhook;
  throw failure('several_match', {
    things: 'webhooks',
    ids: matches.map((one) => one.id).join(', '),
  });
}

/**
 * Gives a webhook a new secret. Older ones sign as well for `overlap` milliseconds.
 *
 * @throws EngagedError as `requireWebhook`; `conflict` for a chat
 */
export function rotateWebhookSecret(
  write: CompanyWrite,
  reference: string,
  overlap: number,
): IssuedWebhook {
  const { db, companyId, now } = write;
  const webhook = requireWebhook(db, companyId, reference);
  if (isChat(webhook)) throw failure('chat_without_secret');
  const { entry, id, secrets: before } = webhook;
  const until = now + overlap;
  const { secrets, shown } = addSecret(before, until, now);
  db.run(store.setSecrets, { companyId, entry, secrets });
  recordAuditEvent(write, 'webhook.rotate_secret', ['webhook', id], {
    after: { older_secrets_sign_until: isoTime(until) },
  });
  return { ...showWebhook(db, companyId, id), secret: shown };
}

/**
 * Enables a webhook again. It is sent what it missed, unless that is to be skipped. Nothing happens to an enabled one.
 *
 * @throws EngagedError as `requireWebhook`
 */
export function enableWebhook(
  write: CompanyWrite,
  reference: string,
  { skipMissed }: { skipMissed: boolean },
): Webhook {
  const { db, companyId } = write;
  const before = requireWebhook(db, companyId, reference);
  if (before.disabledAt === null) return toWebhook(db, before);
  const { entry } = before;
  if (skipMissed) {
    db.run(store.skipAll, { companyId, entry });
    db.run(deliveries.abandon, { companyId, entry });
  }
  const state = { failingSince: null, failures: 0, disabledAt: null, disabledBy: null };
  return changeState(write, before, 'webhook.enable', state);
}

/**
 * Stops deliveries to a webhook. Nothing happens to a disabled one.
 *
 * @throws EngagedError as `requireWebhook`
 */
export function disableWebhook(write: CompanyWrite, reference: string): Webhook {
  const { db, companyId, now } = write;
  const before = requireWebhook(db, companyId, reference);
  if (before.disabledAt !== null) return toWebhook(db, before);
  const { failingSince, failures } = before;
  const state = { failingSince, failures, disabledAt: now, disabledBy: 'operator' };
  return changeState(write, before, 'webhook.disable', state);
}

function changeState(
  write: CompanyWrite,
  before: WebhookRow,
  action: string,
  state: Pick<WebhookRow, 'failingSince' | 'failures' | 'disabledAt' | 'disabledBy'>,
): Webhook {
  const { db, companyId } = write;
  const { entry, id } = before;
  db.run(store.setState, { companyId, entry, ...state });
  const webhook = showWebhook(db, companyId, id);
  recordAuditEvent(write, action, ['webhook', id], {
    before: auditFields(toWebhook(db, before)),
    after: auditFields(webhook),
  });
  return webhook;
}

/**
 * Deletes a webhook and the record of its deliveries.
 *
 * @throws EngagedError as `requireWebhook`
 */
export function deleteWebhook(write: CompanyWrite, reference: string): Webhook {
  const { db, companyId } = write;
  const row = requireWebhook(db, companyId, reference);
  const webhook = toWebhook(db, row);
  db.run(deliveries.deleteOfWebhook, { companyId, entry: row.entry });
  db.run(store.deleteOne, { companyId, entry: row.entry });
  recordAuditEvent(write, 'webhook.delete', ['webhook', row.id], { before: auditFields(webhook) });
  return webhook;
}

const auditFields = ({ url, format, types, state }: Webhook) => ({ url, format, types, state });

/** An address as everybody may see it. Whoever has the rest of a chat's can write in its channel. */
const shownUrl = (row: WebhookRow): string =>
  isChat(row) ? `${new URL(row.url).origin}/…` : row.url;

export type WebhookState = 'active' | 'failing' | 'disabled';

function stateOf({ disabledAt, failingSince }: WebhookRow): WebhookState {
  if (disabledAt !== null) return 'disabled';
  return failingSince === null ? 'active' : 'failing';
}

/** A webhook with the field names that the command line prints. */
export type Webhook = ReturnType<typeof toWebhook>;

function toWebhook(db: Database, row: WebhookRow) {
  const { companyId, entry } = row;
  return {
    id: row.id,
    url: shownUrl(row),
    format: row.format as WebhookFormat,
    /** Null for all. */
    types: row.types === null ? null : (JSON.parse(row.types) as EventType[]),
    state: stateOf(row),
    made_by: row.madeBy as Maker,
    created_at: isoTime(row.createdAt),
    failing_since: isoTime(row.failingSince),
    failures: row.failures,
    disabled_at: isoTime(row.disabledAt),
    disabled_by: row.disabledBy,
    /** Deliveries that failed and are tried again. */
    waiting: db.one(deliveries.countWaiting, { companyId, entry })?.count ?? 0,
  };
}
