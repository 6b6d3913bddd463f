import type { Reads } from '../../store/database.ts';
import * as deliveries from '../../store/webhooks/webhook-deliveries.ts';
import * as webhooks from '../../store/webhooks/webhooks.ts';
import { gauge } from './text-format.ts';

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
