import { createHmac, randomBytes } from 'node:crypto';

/** A new secret, which signs what is sent to one webhook. */
export const newWebhookSecret = (): Uint8Array => randomBytes(32);

/** A secret in the form that libraries for Standard Webhooks take. */
export const formatWebhookSecret = (secret: Uint8Array): string =>
  `whsec_${Buffer.from(secret).toString('base64')}`;

/** The headers of Standard Webhooks. Every secret gives a signature of its own. @param now in milliseconds UTC */
export function signatureHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly Uint8Array[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const sign = (secret: Uint8Array) =>
    createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
