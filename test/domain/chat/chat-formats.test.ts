import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAT_FORMATS, type ChatFormat, chatBody } from '../../../src/domain/chat/chat-formats.ts';
import { withoutLinks, withoutMarkup } from '../../../src/domain/chat/inert-text.ts';

const LINK = { href: 'https://engaged.acme.example/portal', label: 'Open engaged' };
const LINES = ['Ada Lovelace reached level 5.', 'Grace & Co. got the badge “Q&A”.'];

const bodyOf = (format: ChatFormat, lines: readonly string[] = LINES, link = LINK) =>
  JSON.parse(chatBody(format, { lines, link }));

test('each product gets the shape that its incoming webhook takes', () => {
  assert.deepEqual(bodyOf('teams'), {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: LINES.map((text) => ({
            type: 'RichTextBlock',
            inlines: [{ type: 'TextRun', text }],
          })),
          actions: [{ type: 'Action.OpenUrl', title: LINK.label, url: LINK.href }],
        },
      },
    ],
  });
  const section = (element: object) => ({ type: 'rich_text_section', elements: [element] });
  assert.deepEqual(bodyOf('slack'), {
    text: 'Ada Lovelace reached level 5.\nGrace &amp; Co. got the badge “Q&amp;A”.',
    blocks: [
      {
        type: 'rich_text',
        elements: [
          ...LINES.map((text) => section({ type: 'text', text })),
          section({ type: 'link', url: LINK.href, text: LINK.label }),
        ],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  });
  const [first, second] = LINES;
  assert.deepEqual(bodyOf('mattermost'), {
    text: `${first}\n\n${second}\n\n[Open engaged](${LINK.href})`,
  });
  assert.deepEqual(bodyOf('zulip'), {
    text: `${first}\n\n${second}\n\n<${LINK.href}|Open engaged>`,
  });
  assert.deepEqual(bodyOf('google-chat'), {
    text: `${first}\n${second}\n<${LINK.href}|Open engaged>`,
  });
  assert.deepEqual(bodyOf('rocket-chat'), {
    text: `${first}\n${second}\n[Open engaged](${LINK.href})`,
    parseUrls: false,
  });
});

test('without a link a message has none', () => {
  for (const format of CHAT_FORMATS) {
    const text = chatBody(format, { lines: ['Hello.'], link: null });
    assert.ok(!/https:\/\/|OpenUrl|"link"/.test(text), text);
  }
});

/** Names that mention everybody, lead elsewhere, format, or are elements of a message somewhere. */
const HOSTILE = [
  '@channel',
  '@here and @all, @everyone',
  '<!here>',
  '<!channel|Ada>',
  '<@U012AB3CD>',
  '@**all**',
  '@_**Ada Lovelace**',
  '@*admins*',
  '#**general**',
  '<users/all>',
  '<at>Ada</at>',
  '<https://evil.example|Ada>',
  '[Ada](https://evil.example)',
  '![x](https://evil.example/x.png)',
  'https://evil.example/login',
  'www.evil.example',
  'evil.example',
  'mailto:ada@evil.example',
  '*bold* _italic_ ~strike~ ~~strike~~ **strong** __under__',
  '`code` ```block```',
  '# Heading',
  '> quote',
  '- item',
  '+ item',
  '1. item',
  '1) item',
  '---',
  '===',
  '| a | b |',
  '||spoiler||',
  '~town-square',
  '#general',
  ':smile:',
  '/me is silly',
  '/poll Lunch?',
  '$$x^2$$',
  '<time:2026-11-24T10:00:00Z>',
  '{{DATE(2026-11-24T10:00:00Z, SHORT)}}',
  '\u0024{name}',
  'Ada\n@channel',
  'Ada\r\n\r\n# Heading',
  'Ada\u2028@here',
  '\u202eadA\u202c',
  'A\u200bd\u2066a',
  '"}]},{"type":"Image","url":"https://evil.example"}',
  '&lt;!here&gt;',
  '\\@channel \\*x\\*',
];

test('nothing in a text means anything in the markup of a chat', () => {
  const meanings = /[*_~`<>[\]|\\{}$#@^\p{Cc}\u200b\u2028-\u202e\u2066-\u2069]/u;
  for (const name of HOSTILE) {
    const text = withoutMarkup(name);
    assert.doesNotMatch(text, meanings, name);
    assert.doesNotMatch(text, /:\S|^[-+=/]|^\d+[.)]|[a-z]\.[a-z]/iu, name);
  }
});

test('a name is one text of a message and nothing else, whatever it is', () => {
  const harmless = Object.fromEntries(
    CHAT_FORMATS.map((format) => [format, shapeOf(bodyOf(format, ['Ada is here.', 'Ada.']))]),
  );
  for (const name of HOSTILE) {
    for (const format of CHAT_FORMATS) {
      const body = bodyOf(format, [`${name} is here.`, `${name}.`]);
      assert.deepEqual(shapeOf(body), harmless[format], `${format}: ${name}`);
      const texts = textsOf(body).filter((text) => text.includes('is here'));
      for (const text of texts) {
        // Where there is markup, only the link at the end is in it.
        const own = text.replace(/\n+[<[].*$/s, '');
        const isLiteral = format === 'teams' || (format === 'slack' && text !== body.text);
        assert.ok(!/https?:|\/\/evil\.example|www\.evil|\p{Cc}(?<!\n)/u.test(own), text);
        assert.ok(isLiteral || !/[*_~`<>[\]|\\{}$#@^]/.test(own), `${format}: ${text}`);
        if (format === 'teams') assert.ok(!own.includes('{{'), text);
      }
    }
  }
});

test('what people write looks as before', () => {
  for (const name of [
    "Ada O'Neil-King",
    'J. R. Smith',
    'Ünal Çelik',
    '王 伟',
    'R&D',
    '👩‍💻 Ada',
    '7:30',
  ])
    assert.equal(withoutMarkup(name).normalize('NFKC'), name.normalize('NFKC'), name);
  assert.equal(withoutLinks('  Ada\t(she/her) '), 'Ada (she/her)');
  assert.equal(withoutMarkup('C# *'), 'C＃ ＊');
});

/** Everything of a body but what its texts say. */
const shapeOf = (value: unknown): unknown => {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
};

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
};
