import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { isDelivered } from '../../domain/webhook/attempt.ts';
import type { Database } from '../../store/database.ts';
import { requireCompany } from '../company/company-write.ts';
import { signingSecrets } from './secrets.ts';
import { Sender } from './sender.ts';
import type { AllowedTargets, Maker } from './target.ts';
import { requireWebhook } from './webhooks.ts';

/** What came of a test. */
export type TestResult = {
  delivered: boolean;
  status: number | null;
  error: string | null;
  milliseconds: number;
};

/**
 * Sends an event of the type `webhook.test` to a webhook, enabled or not. It is not on record.
 *
 * @throws EngagedError as `requireWebhook`
 */
export async function sendTestEvent(
  db: Database,
  input: { companyId: number; reference: string; allowed: AllowedTargets; now: number },
): Promise<TestResult> {
  const { companyId, reference, allowed, now } = input;
  const { id: webhook_id, url, secrets, madeBy } = requireWebhook(db, companyId, reference);
  const { mode } = requireCompany(db, companyId);
  const id = newId(now);
  const event = { id, type: 'webhook.test', timestamp: isoTime(now), mode, data: { webhook_id } };
  const sender = new Sender({ allowed });
  try {
    const to = { url, secrets: signingSecrets(secrets, now), madeBy: madeBy as Maker };
    const message = { id, body: JSON.stringify(event) };
    const attempt = await sender.send(to, message, now);
    const { status, error, milliseconds } = attempt;
    return { delivered: isDelivered(attempt), status, error, milliseconds };
  } finally {
    sender.close();
  }
}
