import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { headersOf, partOf, startHostileServer, startMailServer } from '../mail/smtp-server.ts';
import { tempFolder } from '../store/temp-files.ts';
import { makeCertificate, NO_OPENSSL } from './certificates.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';

const USER = { name: 'rewards', password: 'p:a@ss/wörd 17' };
const CREDENTIALS = `${USER.name}:${encodeURIComponent(USER.password)}`;

async function mailTest(t: TestContext, folder: string, env: Record<string, string>) {
  const process = runEngaged(t, folder, ['mail', 'test', 'ada@acme.example'], {
    ...{ ENGAGED_MAIL_FROM: 'Rewards <rewards@acme.example>', ...env },
  });
  const code = await process.ended;
  const { stdout, stderr } = process.written;
  const all = stdout + stderr;
  assert.ok(!all.includes(USER.password) && !all.includes(encodeURIComponent(USER.password)), all);
  return { code, stdout, stderr };
}

for (const [scheme, how] of [
  ['smtps', 'with TLS from the start'],
  ['smtp', 'and changed to TLS'],
] as const) {
  test(`a test mail is sent over ${scheme} with a user and a certificate that is trusted`, {
    skip: NO_OPENSSL,
  }, async (t) => {
    const folder = tempFolder(t);
    const files = makeCertificate(folder, 'mail');
    const certificate = { ...files, isFromStart: scheme === 'smtps' };
    const { port, mails } = await startMailServer(t, { certificate, user: USER });
    const trusted = { NODE_EXTRA_CA_CERTS: files.cert };
    const sent = await mailTest(t, folder, {
      ...{ ...trusted, ENGAGED_SMTP_URL: `${scheme}://${CREDENTIALS}@127.0.0.1:${port}` },
    });
    assert.deepEqual(
      { ...sent, stdout: sent.stdout.replace(/answered: .*/, 'answered: …') },
      {
        code: 0,
        stdout: `Connected to 127.0.0.1:${port} ${how}.\nSigned in as rewards.\nThe mail was taken.\nThe server answered: …\n`,
        stderr: '',
      },
    );
    const [mail] = mails;
    assert.ok(mail);
    assert.deepEqual([mail.secure, mail.user, mail.to], [true, 'rewards', ['ada@acme.example']]);
    assert.deepEqual(headersOf(mail).get('subject'), ['Mail from engaged arrives']);
    assert.match(partOf(mail, 'text/plain'), /Sent to ada@acme\.example because/);
    assert.match(partOf(mail, 'text/html'), /prefers-color-scheme: dark/);

    writeFileSync(join(folder, 'password'), `${USER.password}\n`);
    const fromFile = await mailTest(t, folder, {
      ...{ ...trusted, ENGAGED_SMTP_URL: `${scheme}://rewards@localhost:${port}` },
      ENGAGED_SMTP_PASSWORD_FILE: 'password',
    });
    assert.deepEqual([fromFile.code, mails.length], [0, 2]);

    const wrong = await mailTest(t, folder, {
      ...{ ...trusted, ENGAGED_SMTP_URL: `${scheme}://rewards:other@127.0.0.1:${port}` },
    });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /The server does not let rewards in: 535 /);

    const untrusted = await mailTest(t, folder, {
      ENGAGED_SMTP_URL: `${scheme}://${CREDENTIALS}@127.0.0.1:${port}`,
    });
    assert.equal(untrusted.code, 1);
    assert.match(
      untrusted.stdout,
      /^No encrypted connection came about: .*self-signed certificate/,
    );
    assert.equal(mails.length, 2);
  });
}

test('a server without TLS gets neither mail nor password, unless it is on this machine and that is said', async (t) => {
  const folder = tempFolder(t);
  const { port, mails } = await startMailServer(t, { user: USER });
  const at = `smtp://${CREDENTIALS}@127.0.0.1:${port}`;
  const refused = await mailTest(t, folder, { ENGAGED_SMTP_URL: at });
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /^No encrypted connection came about/);
  assert.equal(mails.length, 0);
  const sent = await mailTest(t, folder, { ENGAGED_SMTP_URL: `${at}?tls=none` });
  assert.deepEqual([sent.code, mails.map(({ secure }) => secure)], [0, [false]]);
});

test('a server with the certificate of another host gets neither mail nor password', {
  skip: NO_OPENSSL,
}, async (t) => {
  const folder = tempFolder(t);
  const files = makeCertificate(folder, 'other', { names: 'DNS:elsewhere.example,IP:127.0.0.9' });
  for (const scheme of ['smtps', 'smtp']) {
    let signedIn = 0;
    const certificate = { ...files, isFromStart: scheme === 'smtps' };
    const user = { ...USER, onSignIn: () => signedIn++ };
    const { port, mails } = await startMailServer(t, { certificate, user });
    for (const host of ['127.0.0.1', 'localhost']) {
      const refused = await mailTest(t, folder, {
        NODE_EXTRA_CA_CERTS: files.cert,
        ENGAGED_SMTP_URL: `${scheme}://${CREDENTIALS}@${host}:${port}`,
      });
      assert.equal(refused.code, 1);
      assert.match(refused.stdout, /^No encrypted connection came about: .*altnames/);
    }
    assert.deepEqual([mails, signedIn], [[], 0]);
  }
});

test('what a server says in the clear counts for nothing once the connection is encrypted', {
  skip: NO_OPENSSL,
}, async (t) => {
  const folder = tempFolder(t);
  const files = makeCertificate(folder, 'mail');
  const heard: string[] = [];
  const port = await startHostileServer(t, (socket) => {
    socket.write('220 test\r\n');
    const hearPlain = (data: Buffer) => {
      heard.push(`plain ${data.toString().split(' ')[0]?.trim()}`);
      if (!data.toString().startsWith('STARTTLS')) {
        socket.write('250-test\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n');
        return;
      }
      // All that a server would say until it has taken a mail, from whoever sits on the wire.
      socket.off('data', hearPlain);
      socket.write(
        '220 Go on\r\n250-test\r\n250 AUTH PLAIN\r\n235 In\r\n250 Ok\r\n250 Ok\r\n354 Go on\r\n250 Taken\r\n25',
      );
      const key = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
      const secured = new TLSSocket(socket, { isServer: true, ...key });
      secured.on('error', () => {});
      secured.on('data', (said) => {
        heard.push(`secure ${said.toString().split(' ')[0]?.trim()}`);
        const isHello = said.toString().startsWith('EHLO');
        secured.write(isHello ? '250-test\r\n250 AUTH PLAIN\r\n' : '535 Not you\r\n');
      });
    };
    socket.on('data', hearPlain);
  });
  const refused = await mailTest(t, folder, {
    NODE_EXTRA_CA_CERTS: files.cert,
    ENGAGED_SMTP_URL: `smtp://${CREDENTIALS}@127.0.0.1:${port}`,
  });
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /The server does not let rewards in: 535 Not you/);
  assert.deepEqual(heard.slice(0, 4), [
    'plain EHLO',
    'plain STARTTLS',
    'secure EHLO',
    'secure AUTH',
  ]);
});

test('the answer of a server that refuses the receiver is printed', async (t) => {
  const { port } = await startMailServer(t, { refuses: () => 550 });
  const { run } = createCommandLine(t);
  const server = `smtp://127.0.0.1:${port}?tls=none`;
  const argv = [
    'mail',
    'test',
    'ada@acme.example',
    '--smtp-url',
    server,
    '--mail-from',
    'a@b.example',
  ];
  const { code, stdout } = await run([...argv, '--json']);
  assert.equal(code, 1);
  assert.deepEqual(JSON.parse(stdout), {
    ...{ sent: false, server: `127.0.0.1:${port}`, from: 'a@b.example' },
    ...{ step: 'send', error: 'refused', status: 550, answer: '550 Refused by the test' },
  });
});

test('what is wrong with the settings of mail is said without the password', async (t) => {
  const { run } = createCommandLine(t);
  const from = ['--mail-from', 'Rewards <rewards@acme.example>'];
  const url = (text: string) => ['--smtp-url', text];
  const wrong: readonly [readonly string[], RegExp][] = [
    [[], /No mail is sent without smtp-url and mail-from/],
    [from, /smtp-password-file and mail-from need smtp-url, too/],
    [url('smtps://mail.example'), /smtp-url needs mail-from, too/],
    [[...from, ...url('smtps://u@mail.example')], /needs a user with a password, or neither/],
    [
      [...from, ...url('smtps://u:secret-17@mail.example'), '--smtp-password-file', 'x'],
      /exclude each other/,
    ],
    ...[
      'smtp://u:secret-17@mail.example?tls=none',
      'smtps://u:secret-17@127.0.0.1?tls=none',
      'smtp://u:secret-17@127.0.0.1.mail.example?tls=none',
      'http://u:secret-17@mail.example',
      'smtps://u:secret-17@mail.example/path',
      'smtps://u:secret-17%0D%0A@mail.example',
      'smtps://u:secret-17%GG@mail.example',
      'smtps://u:secret-17@mail.example:99999',
      'u:secret-17@mail.example',
    ].map((text): [string[], RegExp] => [
      [...from, ...url(text)],
      /--smtp-url must be smtps:\/\/HOST or smtp:\/\/HOST/,
    ]),
    [['--mail-from', 'Rewards <rewards>', ...url('smtps://mail.example')], /--mail-from must be/],
    [
      ['--mail-from', 'a@b.example, c@d.example', ...url('smtps://mail.example')],
      /--mail-from must be/,
    ],
  ];
  for (const [argv, expected] of wrong) {
    const { code, stdout, stderr } = await run(['mail', 'test', 'ada@acme.example', ...argv]);
    assert.equal(code, 2, argv.join(' '));
    assert.match(stderr, expected);
    assert.ok(!(stdout + stderr).includes('secret-17'));
  }
});

test('the password stands in no list of settings', async (t) => {
  const { run } = createCommandLine(t);
  await run(['company', 'create', '--name', 'Acme']);
  const env = {
    ENGAGED_SMTP_URL: 'smtps://u:secret-17@mail.example',
    ENGAGED_MAIL_FROM: 'rewards@acme.example',
  };
  const { stdout } = await run(['doctor', '--json'], { env });
  const { settings } = JSON.parse(stdout);
  assert.ok(!stdout.includes('secret-17'));
  assert.deepEqual(
    settings.filter(({ setting }: { setting: string }) => setting === 'smtp-url'),
    [{ setting: 'smtp-url', value: '(set)', source: 'ENGAGED_SMTP_URL' }],
  );
});
