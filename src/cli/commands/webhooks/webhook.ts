import { type Command, Option } from 'commander';
import { pluralize } from '../../../domain/number-text.ts';
import { readEventTypes } from '../../../service/events/event-feed.ts';
import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  listDeliveries,
  resendDeliveries,
} from '../../../service/webhooks/deliveries.ts';
import { parseAllowedTargets } from '../../../service/webhooks/target.ts';
import { sendTestEvent, type TestResult } from '../../../service/webhooks/test-event.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  type IssuedWebhook,
  listWebhooks,
  rotateWebhookSecret,
  showWebhook,
  type Webhook,
} from '../../../service/webhooks/webhooks.ts';
import { durationOption, wholeNumber } from '../../command.ts';
import { type CompanyOptions, companyVerbs, readCompany } from '../../company-command.ts';
import { type Context, EXIT, ExitError } from '../../context.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { formatMinute, formatTime, print, style } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';
import { addSettingOptions, type RawSettings, readSettings } from '../../server/settings.ts';

const webhookArgument = ['<webhook>', 'id, the beginning of an id, or URL'] as const;

type CreateOptions = RawSettings & { url: string; types?: string };

/** `engaged webhook …`: where events are sent. */
export function addWebhookCommands(program: Command, context: Context): void {
  const webhook = program
    .command('webhook')
    .description('Webhooks: create, list, test, rotate secrets, deliveries');
  const add = companyVerbs(webhook, context);
  const allowedTargets = (options: RawSettings) =>
    parseAllowedTargets(readSettings(options, context.env, ['webhookAllow']).webhookAllow);

  addSettingOptions(
    add(
      'create',
      'Create a webhook for the events from now on. Its secret is shown once.',
      '--url https://hooks.acme.example/engaged --types xp.awarded,badge.awarded',
    )
      .requiredOption('--url <url>', 'http or https address that receives the events')
      .option('--types <types>', 'types of events, separated by commas (default: all)'),
    ['webhookAllow'],
  ).change((options: CreateOptions) => {
    const allowed = allowedTargets(options);
    const types = options.types === undefined ? null : readEventTypes(options.types);
    return (write) =>
      createWebhook(write, { url: options.url, types, allowed, madeBy: 'operator' });
  }, describeIssued);

  add('list', 'List the webhooks of a company').list(
    () => (db, companyId) => listWebhooks(db, companyId),
    WEBHOOKS,
  );

  add('show', 'Show a webhook', '0199e3a1')
    .argument(...webhookArgument)
    .read(
      (reference: string) => (db, companyId) => showWebhook(db, companyId, reference),
      describeWebhook,
    );

  addSettingOptions(
    add('test', 'Send a test event now, from this process, and show the answer', '0199e3a1'),
    ['webhookAllow'],
  )
    .argument(...webhookArgument)
    .action(async (reference: string, options: CompanyOptions & RawSettings) => {
      const allowed = allowedTargets(options);
      const result = await readCompany(context, options, (db, companyId) =>
        sendTestEvent(db, { companyId, reference, allowed, now: context.now() }),
      );
      print(context, options, result, () => describeTest(result));
      if (!result.delivered) throw new ExitError(EXIT.failed);
    });

  add('rotate-secret', 'Create a new secret; the old one signs as well for a while', '0199e3a1')
    .argument(...webhookArgument)
    .addOption(durationOption('--overlap', 'how long the old secret still signs', '24h'))
    .change(
      (reference: string, { overlap }: { overlap: number }) =>
        (write) =>
          rotateWebhookSecret(write, reference, overlap),
      describeIssued,
    );

  add('enable', 'Start deliveries again, with everything that was missed', '0199e3a1')
    .argument(...webhookArgument)
    .option('--skip-missed', 'send nothing that happened before')
    .change(
      (reference: string, { skipMissed }: { skipMissed?: true }) =>
        (write) =>
          enableWebhook(write, reference, { skipMissed: skipMissed ?? false }),
      (enabled) => `Enabled ${nameOf(enabled)}.`,
    );

  add('disable', 'Stop deliveries; events are kept for when it is enabled again', '0199e3a1')
    .argument(...webhookArgument)
    .change(
      (reference: string) => (write) => disableWebhook(write, reference),
      (disabled) => `Disabled ${nameOf(disabled)}.`,
    );

  add('delete', 'Delete a webhook for good, with the record of its deliveries', '0199e3a1')
    .argument(...webhookArgument)
    .change(
      (reference: string) => (write) => deleteWebhook(write, reference),
      (deleted) => `Deleted ${nameOf(deleted)}.`,
    );

  add('deliveries', 'List deliveries, newest event first', '0199e3a1 --state failed')
    .argument(...webhookArgument)
    .addOption(
      new Option('--state <state>', 'only deliveries in this state').choices(DELIVERY_STATES),
    )
    .option('--limit <n>', 'maximum number of deliveries', wholeNumber(1), 50)
    .list(
      (reference: string, { state, limit }: { state?: DeliveryState; limit: number }) =>
        (db, companyId) =>
          listDeliveries(db, companyId, reference, { state, count: limit }),
      DELIVERIES,
    );

  add(
    'resend',
    'Send events again at once: those named, or without any all that were not delivered',
    '0199e3a1',
  )
    .argument(...webhookArgument)
    .argument('[event...]', 'ids of events')
    .change(
      (reference: string, events: string[]) => (write) =>
        resendDeliveries(write, reference, events.length === 0 ? null : events),
      ({ resent }) =>
        resent === 0
          ? 'There is nothing to send again.'
          : `${pluralize(resent, 'event is', 'events are')} sent again, by the running service.`,
    );
}

function describeIssued(issued: IssuedWebhook, context: Context): string {
  return [
    style(context, context.stdout, 'bold', issued.secret),
    '',
    'This is the only time the secret is shown. The receiver verifies signatures with it.',
    `The webhook ${nameOf(issued)} receives ${describeTypes(issued)}.`,
  ].join('\n');
}

const nameOf = ({ id, url }: Webhook): string => `${id} (${escapeControl(url)})`;

const describeTypes = ({ types }: Webhook): string =>
  types === null ? 'all events' : types.join(', ');

const describeWebhook = (webhook: Webhook): string =>
  card(webhook.id, [
    ['url', webhook.url],
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

function describeTest({ delivered, status, error, milliseconds }: TestResult): string {
  const answer = status === null ? `No answer: ${error}` : `Answered ${status}`;
  return `${answer}, after ${milliseconds} ms.${delivered ? '' : ' Only an answer from 200 to 299 counts as delivered.'}`;
}

const WEBHOOKS: List<Webhook> = {
  empty: 'There are no webhooks yet. Create one with: engaged webhook create',
  columns: [
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'URL', value: (row) => row.url },
    { heading: 'STATE', value: (row) => row.state, noTruncate: true },
    { heading: 'WAITING', value: (row) => row.waiting, align: 'right' },
    { heading: 'TYPES', value: describeTypes, optional: true },
  ],
  csv: 'id url types state made_by created_at:time failing_since:time failures disabled_at:time disabled_by waiting',
};

const DELIVERIES: List<Delivery> = {
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
