import { DAY_MS } from '../../domain/duration.ts';
import type { Reads } from '../../store/database.ts';
import * as events from '../../store/events/events.ts';
import * as apiKeys from '../../store/keys/api-keys.ts';
import * as mails from '../../store/mail/mails.ts';
import * as deployment from '../../store/operations/deployment.ts';
import * as scimDirectory from '../../store/scim/scim-directory.ts';
import * as deliveries from '../../store/webhooks/webhook-deliveries.ts';
import * as webhooks from '../../store/webhooks/webhooks.ts';
import { counter, gauge } from './text-format.ts';

/** Events by whatever process wrote them. */
export const renderEvents = async (db: Reads): Promise<string> =>
  counter('engaged_events_written_total', 'Events of all companies, sandboxes included.', [
    [{}, (await db.one(events.countWritten, {}))?.count ?? 0],
  ]);

/** The state of all webhooks, and how far deliveries lag behind. @param now in milliseconds UTC */
export async function renderWebhooks(db: Reads, now: number): Promise<string> {
  const states: Record<string, number> = (await db.one(webhooks.summarize, {})) ?? {};
  const oldest = (await db.one(deliveries.findOldestUndelivered, {}))?.at ?? now;
  return [
    gauge(
      'engaged_webhooks',
      'Webhooks, by state.',
      Object.entries(states).map(([state, count]) => [{ state }, count]),
    ),
    gauge(
      'engaged_webhook_lag_seconds',
      'Age of the oldest event that an enabled webhook has not received; 0 without one.',
      [[{}, Math.max(0, now - oldest) / 1_000]],
    ),
  ].join('');
}

/** How far the outbox lags behind. @param now in milliseconds UTC */
export async function renderMails(db: Reads, now: number): Promise<string> {
  const since = (await db.one(mails.findWaiting, {}))?.since ?? now;
  return gauge(
    'engaged_mail_lag_seconds',
    'For how long the next mail has waited; 0 without one.',
    [[{}, Math.max(0, now - since) / 1_000]],
  );
}

/** What the directories of all companies did in 24 hours. */
export async function renderDirectories(db: Reads): Promise<string> {
  const { deactivated = 0, blocked = 0 } = (await db.one(scimDirectory.sumAllHours, {})) ?? {};
  return [
    gauge(
      'engaged_directory_deactivations',
      'People whom directories deactivated in the last 24 hours, sandboxes included.',
      [[{}, deactivated]],
    ),
    gauge(
      'engaged_directories_blocked',
      'Companies whose directory reached its limit in the last 24 hours.',
      [[{}, blocked]],
    ),
  ].join('');
}

const SLACK_STATES = ['connected', 'reconnecting', 'refused'];

/** How the service is connected to Slack; nothing without Slack. @param now in milliseconds UTC */
export async function renderSlack(db: Reads, now: number): Promise<string> {
  const slack = await db.one(deployment.findSlack, {});
  if (!slack) return '';
  return [
    gauge(
      'engaged_slack',
      'How the service is connected to Slack: 1 for the state that it is in.',
      SLACK_STATES.map((state) => [{ state }, Number(state === slack.state)]),
    ),
    gauge('engaged_slack_state_seconds', 'For how long it has been in that state.', [
      [{}, Math.max(0, now - slack.since) / 1_000],
    ]),
  ].join('');
}

/** Bounds the number of time series. */
const MOST_KEYS = 100;

/** How long the keys are valid that expire first. Keys go by their ids. @param now in milliseconds UTC */
export async function renderKeyExpiries(db: Reads, now: number): Promise<string> {
  const keys = await db.all(apiKeys.listUsable, { now });
  const expiring = keys
    .flatMap(({ id, expiresAt }) => (expiresAt === null ? [] : [{ id, expiresAt }]))
    .sort((a, b) => a.expiresAt - b.expiresAt)
    .slice(0, MOST_KEYS);
  return gauge(
    'engaged_key_days_left',
    'Days until a key expires, of the 100 that expire first.',
    expiring.map(({ id, expiresAt }) => [{ key: id }, (expiresAt - now) / DAY_MS]),
  );
}

/** How long the certificate of the service is valid. @param expiresAt in milliseconds UTC; undefined without one */
export const renderCertificateExpiry = (expiresAt: number | undefined, now: number): string =>
  expiresAt === undefined
    ? ''
    : gauge('engaged_certificate_days_left', 'Days until the certificate of tls-cert expires.', [
        [{}, (expiresAt - now) / DAY_MS],
      ]);
