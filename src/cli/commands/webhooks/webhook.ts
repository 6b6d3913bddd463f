import { type Command, Option } from 'commander';
import { pluralize } from '../../../domain/number-text.ts';
import { renderTest } from '../../../portal/chat/chat-body.ts';
import { readEventTypes } from '../../../service/events/event-feed.ts';
import {
  DELIVERY_STATES,
  type DeliveryState,
  listDeliveries,
  resendDeliveries,
} from '../../../service/webhooks/deliveries.ts';
import { sendTestEvent } from '../../../service/webhooks/test-event.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  listWebhooks,
  rotateWebhookSecret,
  showWebhook,
} from '../../../service/webhooks/webhooks.ts';
import { durationOption, wholeNumber } from '../../command.ts';
import { type CompanyOptions, companyVerbs, readCompany } from '../../company-command.ts';
import { type Context, EXIT, ExitError } from '../../context.ts';
import { print } from '../../output/output.ts';
import { addSettingOptions, type RawSettings } from '../../server/settings.ts';
import { allowedTargets } from './allowed-targets.ts';
import { addCreateChat } from './create-chat.ts';
import {
  DELIVERIES,
  describeIssued,
  describeTest,
  describeWebhook,
  nameOf,
  WEBHOOKS,
} from './webhook-output.ts';

const webhookArgument = ['<webhook>', 'id, the beginning of an id, or URL'] as const;

type CreateOptions = RawSettings & { url: string; types?: string };

/** `engaged webhook …`: where events are sent. */
export function addWebhookCommands(program: Command, context: Context): void {
  const webhook = program
    .command('webhook')
    .description('Webhooks and chats: create, list, test, rotate secrets, deliveries');
  const add = companyVerbs(webhook, context);

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
    const allowed = allowedTargets(context, options);
    const types = options.types === undefined ? null : readEventTypes(options.types);
    return (write) =>
      createWebhook(write, { url: options.url, types, allowed, madeBy: 'operator' });
  }, describeIssued);

  addCreateChat(add, context);

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
      const allowed = allowedTargets(context, options);
      const result = await readCompany(context, options, (db, companyId) =>
        sendTestEvent(db, { companyId, reference, allowed, renderTest, now: context.now() }),
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
