import type { ChatMessage } from './chat-message.ts';
import { withoutLinks, withoutMarkup } from './inert-text.ts';

/** The products whose incoming webhooks take messages. */
export const CHAT_FORMATS = [
  'teams',
  'slack',
  'mattermost',
  'zulip',
  'google-chat',
  'rocket-chat',
] as const;
export type ChatFormat = (typeof CHAT_FORMATS)[number];

/**
 * The body that the incoming webhook of a product takes. Nothing in a line becomes more than text: where a product has
 * text without markup, lines are that; elsewhere they have no character that means something.
 */
export const chatBody = (format: ChatFormat, message: ChatMessage): string =>
  JSON.stringify(PAYLOADS[format](message));

const PAYLOADS: Readonly<Record<ChatFormat, (message: ChatMessage) => object>> = {
  teams,
  slack,
  mattermost: (message) => ({ text: markdown(message, '\n\n') }),
  // It takes what Slack takes, and makes its own links of Slack's.
  zulip: (message) => ({ text: angled(message, '\n\n') }),
  'google-chat': (message) => ({ text: angled(message, '\n') }),
  'rocket-chat': (message) => ({ text: markdown(message, '\n'), parseUrls: false }),
};

/** An Adaptive Card, as a workflow of Teams takes it. A text run has no markup. */
function teams({ lines, link }: ChatMessage): object {
  // Two braces would begin a function of the card.
  const literal = (text: string) => withoutLinks(text).replaceAll('{', '｛');
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: lines.map((line) => ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: literal(line) }],
    })),
    ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.href }] }),
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

type SlackElement = { type: 'text'; text: string } | { type: 'link'; url: string; text: string };

/** Rich text, whose elements have no markup; `text` is what notifications show. */
export function slack({ lines, link }: ChatMessage) {
  const section = (elements: SlackElement[]) => ({
    type: 'rich_text_section' as const,
    elements,
  });
  const sections = lines.map((line) => section([{ type: 'text', text: withoutLinks(line) }]));
  const more = link && section([{ type: 'link', url: link.href, text: link.label }]);
  return {
    text: lines.map(withoutMarkup).join('\n').replaceAll('&', '&amp;'),
    blocks: [{ type: 'rich_text' as const, elements: more ? [...sections, more] : sections }],
    unfurl_links: false,
    unfurl_media: false,
  };
}

const markdown = (message: ChatMessage, between: string): string =>
  joined(message, between, ({ href, label }) => `[${label}](${href})`);

const angled = (message: ChatMessage, between: string): string =>
  joined(message, between, ({ href, label }) => `<${href}|${label}>`);

const joined = (
  { lines, link }: ChatMessage,
  between: string,
  toLink: (link: { href: string; label: string }) => string,
): string => [...lines.map(withoutMarkup), ...(link ? [toLink(link)] : [])].join(between);
