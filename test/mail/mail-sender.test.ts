import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { MailAnswer } from '../../src/domain/mail/mail-answer.ts';
import { MailSender } from '../../src/service/mail/mail-sender.ts';
import type { Mail } from '../../src/service/mail/smtp-session.ts';
import {
  converse,
  ended,
  headersOf,
  type MailServerOptions,
  partOf,
  startHostileServer,
  startMailServer,
} from './smtp-server.ts';

const FROM = { name: 'Rewards', address: 'rewards@acme.example' };

const MAIL: Mail = {
  ...{
    id: '0199e3a1-0000-7000-8000-000000000001',
    from: FROM,
    date: Date.UTC(2026, 10, 21, 9, 30),
  },
  to: { name: 'Ada Lovelace', address: 'ada@acme.example' },
  ...{ subject: 'Hello', text: 'Hello Ada', html: '<p>Hello Ada</p>' },
};

const senderTo = (t: TestContext, port: number, stepMs = 60_000): MailSender => {
  const server = { host: '127.0.0.1', port, security: 'none' } as const;
  const transport = {
    ...{ server: { ...server, user: undefined, password: undefined } },
    ...{ passwordFile: undefined, from: FROM },
  };
  const sender = new MailSender(transport, { connect: stepMs, step: stepMs });
  t.after(() => sender.stop());
  return sender;
};

async function start(t: TestContext, options: MailServerOptions = {}) {
  const server = await startMailServer(t, options);
  return { server, sender: senderTo(t, server.port) };
}

const summaryOf = ({ step, error, status }: MailAnswer) => ({ step, error, status });

test('a mail has both texts, a stable name and says that a machine wrote it', async (t) => {
  const { server, sender } = await start(t);
  const answer = await sender.send(MAIL);
  assert.deepEqual(summaryOf(answer), { step: 'send', error: null, status: 250 });
  const [mail] = server.mails;
  assert.ok(mail);
  assert.deepEqual([mail.from, mail.to], ['rewards@acme.example', ['ada@acme.example']]);
  const headers = headersOf(mail);
  assert.deepEqual(
    ['from', 'to', 'subject', 'message-id', 'auto-submitted', 'date'].map((name) =>
      headers.get(name),
    ),
    [
      ['Rewards <rewards@acme.example>'],
      ['Ada Lovelace <ada@acme.example>'],
      ['Hello'],
      ['<0199e3a1-0000-7000-8000-000000000001@acme.example>'],
      ['auto-generated'],
      ['Sat, 21 Nov 2026 09:30:00 +0000'],
    ],
  );
  assert.equal(partOf(mail, 'text/plain').trim(), 'Hello Ada');
  assert.equal(partOf(mail, 'text/html').trim(), '<p>Hello Ada</p>');
});

test('several mails go over one connection, also after one that was refused', async (t) => {
  const { server, sender } = await start(t, {
    refuses: (to) => (to.startsWith('gone') ? 550 : to.startsWith('full') ? 452 : undefined),
  });
  const to = (address: string) => sender.send({ ...MAIL, to: { name: '', address } });
  const answers = [
    await to('ada@acme.example'),
    await to('gone@acme.example'),
    await to('full@acme.example'),
    await to('grace@acme.example'),
  ];
  assert.deepEqual(
    answers.map(({ error, status }) => [error, status]),
    [
      [null, 250],
      ['refused', 550],
      ['refused', 452],
      [null, 250],
    ],
  );
  assert.deepEqual(
    server.mails.flatMap((mail) => mail.to),
    ['ada@acme.example', 'grace@acme.example'],
  );
});

test('no name, subject or text adds a line to the head or a receiver', async (t) => {
  const { server, sender } = await start(t);
  const names = [
    'Ada\r\nBcc: eve@evil.example',
    'Ada\nTo: eve@evil.example\n\nHello',
    'Ada <eve@evil.example>, "Grace',
    '"eve@evil.example" <eve@evil.example>',
    'eve@evil.example, mallory@evil.example;',
    '=?utf-8?Q?Ada=0D=0ABcc:_eve@evil.example?=',
    'A\u2028d\u0085a\u0000\u202eecila',
    'أحمد 山田 👩‍💻 Żółć',
    'x'.repeat(10_000),
  ];
  for (const name of names) {
    const answer = await sender.send({ ...MAIL, to: { ...MAIL.to, name }, subject: name });
    assert.equal(answer.error, null, name);
    const mail = server.mails.at(-1);
    assert.ok(mail);
    assert.deepEqual(mail.to, ['ada@acme.example']);
    const headers = headersOf(mail);
    assert.deepEqual(
      ['from', 'to', 'cc', 'bcc', 'subject', 'message-id'].map(
        (one) => headers.get(one)?.length ?? 0,
      ),
      [1, 1, 0, 0, 1, 1],
      name,
    );
    const [to = ''] = headers.get('to') ?? [];
    // The name is quoted or encoded, so that one address is left of the field.
    assert.equal(to.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/@/g)?.length, 1, to);
    assert.ok(to.endsWith('<ada@acme.example>'), to);
    assert.ok(mail.raw.split('\r\n').every((line) => line.length <= 998));
  }
});

const BEHAVIOURS: readonly [string, (socket: Socket) => void, Partial<MailAnswer>][] = [
  ['says nothing', () => {}, { step: 'connect', error: 'timeout', status: null }],
  [
    'closes at once',
    (socket) => socket.destroy(),
    { step: 'connect', error: 'unreachable', status: null },
  ],
  [
    'is busy',
    (socket) => socket.end('421 Try again later\r\n'),
    { step: 'connect', error: 'protocol', status: 421 },
  ],
  [
    'speaks another protocol',
    (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    { step: 'connect', error: 'protocol', status: null },
  ],
  [
    'sends one endless line',
    (socket) => {
      const more = () => {
        while (socket.writable && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', more);
      more();
    },
    { step: 'connect', status: null },
  ],
  [
    'sends endless lines',
    (socket) => {
      const more = () => {
        while (socket.writable && socket.write('220-x\r\n'.repeat(5_000)));
      };
      socket.on('drain', more);
      more();
    },
    { step: 'connect', status: null },
  ],
  [
    'closes after the mail',
    converse((line, socket) => (line === '.' ? ended(socket) : undefined)),
    { step: 'send', error: 'unreachable', status: null },
  ],
  [
    'closes before the mail',
    converse((line, socket) => (line === 'DATA' ? ended(socket) : undefined)),
    { step: 'send', error: 'unreachable', status: null },
  ],
  [
    'is silent after the mail',
    converse((line) => (line === '.' ? '' : undefined)),
    { error: 'timeout', status: null },
  ],
  [
    'drips its answer',
    converse((line, socket) => {
      if (line !== '.') return undefined;
      const timer = setInterval(() => socket.write('250-x\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
      return '';
    }),
    { error: 'timeout', status: null },
  ],
  [
    'refuses the mail for good',
    converse((line) => (line === '.' ? '554 5.7.1 Spam\r\n' : undefined)),
    { step: 'send', error: 'refused', status: 554 },
  ],
  [
    'takes no mail of that length',
    converse((line) => (line.startsWith('EHLO') ? '250-test\r\n250 SIZE 100\r\n' : undefined)),
    { step: 'send', error: 'refused', status: null },
  ],
  [
    'answers garbage to the mail',
    converse((line) => (line === '.' ? '\u0000\u001b[31m\r\n' : undefined)),
    { step: 'send', status: null },
  ],
];

for (const [name, behave, expected] of BEHAVIOURS) {
  test(`a server that ${name} ends the attempt, and the next mail is sent`, async (t) => {
    const limit = expected.error === 'timeout' ? 300 : undefined;
    const sender = senderTo(t, await startHostileServer(t, behave), limit);
    const answer = await sender.send(MAIL);
    assert.notEqual(answer.error, null);
    assert.deepEqual({ ...answer, ...expected }, answer);
    assert.ok(answer.text.length <= 300 && !/\p{Cc}/u.test(answer.text));
    const { server, sender: next } = await start(t);
    assert.equal((await next.send(MAIL)).error, null);
    assert.equal(server.mails.length, 1);
  });
}
