import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { isDelivered } from '../../domain/webhook/attempt.ts';
import type { Database } from '../../store/database.ts';
import type { WebhookRow } from '../../store/webhooks/webhooks.ts';
import { requireCompany } from '../company/company-write.ts';
import { signingSecrets } from './secrets.ts';
import { Sender } from './sender.ts';
import type { AllowedTargets, Maker } from './target.ts';
import { isChat, requireWebhook } from './webhooks.ts';

/** What came of a test. */
export type TestResult = {
  delivered: boolean;
  status: number | null;
  error: string | null;
  milliseconds: number;
};

/**
 * Sends an event of the type `webhook.test`, or a message that is a test, to a webhook, enabled or not. It is not on record.
 *
 * @throws EngagedError as `requireWebhook`
 */
export async function sendTestEvent(
  db: Database,
  input: {
    companyId: number;
    reference: string;
    allowed: AllowedTargets;
    /** Makes the message to a chat. */
    renderTest: (db: Database, webhook: WebhookRow) => Promise<string>;
    now: number;
  },
): Promise<TestResult> {
  const { companyId, reference, allowed, renderTest, now } = input;
  const webhook = requireWebhook(db, companyId, reference);
  const { id: webhook_id, url, secrets, madeBy } = webhook;
  const { mode } = requireCompany(db, companyId);
  const id = newId(now);
  const event = { id, type: 'webhook.test', timestamp: isoTime(now), mode, data: { webhook_id } };
  const sender = new Sender({ allowed });
  try {
    const to = { companyId, url, secrets: signingSecrets(secrets, now), madeBy: madeBy as Maker };
    const body = isChat(webhook) ? await renderTest(db, webhook) : JSON.stringify(event);
    const message = { id, body };
    const attempt = await sender.send(to, message, now);
    const { status, error, milliseconds } = attempt;
    return { delivered: isDelivered(attempt), status, error, milliseconds };
  } finally {
    sender.close();
  }
}
