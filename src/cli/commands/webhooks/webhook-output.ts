import type { Delivery } from '../../../service/webhooks/deliveries.ts';
import type { TestResult } from '../../../service/webhooks/test-event.ts';
import type { IssuedWebhook, Webhook } from '../../../service/webhooks/webhooks.ts';
import type { Context } from '../../context.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { formatMinute, formatTime, style } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';

export function describeIssued(issued: IssuedWebhook, context: Context): string {
  return [
    style(context, context.stdout, 'bold', issued.secret),
    '',
    'This is the only time the secret is shown. The receiver verifies signatures with it.',
    `The webhook ${nameOf(issued)} receives ${describeTypes(issued)}.`,
  ].join('\n');
}

export const nameOf = ({ id, url }: Webhook): string => `${id} (${escapeControl(url)})`;

export const describeTypes = ({ types }: Webhook): string =>
  types === null ? 'all events' : types.join(', ');

export const describeWebhook = (webhook: Webhook): string =>
  card(webhook.id, [
    ['url', webhook.url],
    ['format', webhook.format === 'events' ? null : webhook.format],
    ['types', describeTypes(webhook)],
    ['state', webhook.state],
    ['created', formatTime(webhook.created_at)],
    ['made by', webhook.made_by === 'portal' ? 'an owner in the portal' : 'an operator'],
    ['failing since', webhook.failing_since && formatTime(webhook.failing_since)],
    ['failures', webhook.failures || null],
    ['disabled', webhook.disabled_at && formatTime(webhook.disabled_at)],
    ['disabled by', webhook.disabled_by],
    ['waiting', webhook.waiting || null],
  ]);

export function describeTest({ delivered, status, error, milliseconds }: TestResult): string {
  const answer = status === null ? `No answer: ${error}` : `Answered ${status}`;
  return `${answer}, after ${milliseconds} ms.${delivered ? '' : ' Only an answer from 200 to 299 counts as delivered.'}`;
}

export const WEBHOOKS: List<Webhook> = {
  empty: 'There are no webhooks yet. Create one with: engaged webhook create',
  columns: [
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'URL', value: (row) => row.url },
    { heading: 'FORMAT', value: (row) => row.format, optional: true },
    { heading: 'STATE', value: (row) => row.state, noTruncate: true },
    { heading: 'WAITING', value: (row) => row.waiting, align: 'right' },
    { heading: 'TYPES', value: describeTypes, optional: true },
  ],
  csv: 'id url format types state made_by created_at:time failing_since:time failures disabled_at:time disabled_by waiting',
};

export const DELIVERIES: List<Delivery> = {
  empty: 'No matching deliveries.',
  columns: [
    { heading: 'EVENT', value: (row) => row.event_id, noTruncate: true },
    { heading: 'TYPE', value: (row) => row.type },
    { heading: 'STATE', value: (row) => row.state, noTruncate: true },
    { heading: 'ATTEMPTS', value: (row) => row.attempts, align: 'right' },
    { heading: 'ANSWER', value: (row) => row.status ?? row.error },
    {
      heading: 'LAST, UTC',
      value: (row) => row.attempted_at && formatMinute(row.attempted_at),
      noTruncate: true,
      optional: true,
    },
    {
      heading: 'NEXT, UTC',
      value: (row) => row.next_attempt_at && formatMinute(row.next_attempt_at),
      noTruncate: true,
      optional: true,
    },
  ],
  csv: 'event_id type occurred_at:time state attempts attempted_at:time milliseconds status error next_attempt_at:time',
};
