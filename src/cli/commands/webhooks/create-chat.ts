import { Argument } from 'commander';
import { CHAT_FORMATS, type ChatFormat } from '../../../domain/chat/chat-formats.ts';
import { CHAT_EVENTS } from '../../../domain/chat/chat-message.ts';
import { decodeText } from '../../../roster-file/decode.ts';
import { readEventTypes } from '../../../service/events/event-feed.ts';
import { createChatWebhook, type Webhook } from '../../../service/webhooks/webhooks.ts';
import { type AddVerb, type CompanyOptions, changeCompany } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { readInputFile } from '../../input-file.ts';
import { print } from '../../output/output.ts';
import { addSettingOptions, type RawSettings } from '../../server/settings.ts';
import { allowedTargets } from './allowed-targets.ts';
import { describeTypes, nameOf } from './webhook-output.ts';

type Options = CompanyOptions & RawSettings & { urlFile: string; types?: string };

/** `engaged webhook create-chat`: the address comes from a file, because other users of the machine read command lines. */
export function addCreateChat(add: AddVerb, context: Context): void {
  addSettingOptions(
    add(
      'create-chat',
      'Create a webhook for messages to a channel of a chat: level-ups, badges and winners',
      'teams --url-file address.txt',
    )
      .addArgument(new Argument('<format>', 'the product').choices(CHAT_FORMATS))
      .requiredOption(
        '--url-file <file>',
        'file with the address that the product gave, which is a secret; "-" reads standard input',
      )
      .option('--types <types>', `types of events, separated by commas: ${CHAT_EVENTS.join(', ')}`),
    ['webhookAllow'],
  ).action(async (format: ChatFormat, options: Options) => {
    const allowed = allowedTargets(context, options);
    const types = options.types === undefined ? null : readEventTypes(options.types);
    const { text } = decodeText(await readInputFile(context, options.urlFile));
    const input = { url: text.trim(), format, types, allowed, madeBy: 'operator' } as const;
    const webhook = await changeCompany(context, options, (write) =>
      createChatWebhook(write, input),
    );
    print(context, options, webhook, () => describe(webhook));
  });
}

const describe = (webhook: Webhook): string =>
  [
    `The webhook ${nameOf(webhook)} is told of ${describeTypes(webhook)} from now on.`,
    'Its address is not shown again. Delete the file that had it.',
    `To send a test message: engaged webhook test ${webhook.id}`,
  ].join('\n');
