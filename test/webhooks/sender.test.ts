import assert from 'node:assert/strict';
import { isIP, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Attempt } from '../../src/domain/webhook/attempt.ts';
import { formatWebhookSecret, newWebhookSecret } from '../../src/domain/webhook/signature.ts';
import type { Resolve } from '../../src/service/webhooks/lookups.ts';
import { Sender } from '../../src/service/webhooks/sender.ts';
import { type Maker, parseAllowedTargets } from '../../src/service/webhooks/target.ts';
import { startRawReceiver, startReceiver, withStatus } from './receiver.ts';

const secret = newWebhookSecret();
const message = { id: '019ab3c4-0000-7000-8000-000000000001', body: '{"type":"webhook.test"}' };

/** Long enough for every answer that comes, and for a test to wait for one that does not. */
const TIMEOUT_MS = 1_000;

type Options = {
  allow?: readonly string[];
  resolve?: Resolve;
  madeBy?: Maker;
  timeoutMs?: number;
};

function createSender(
  t: TestContext,
  { allow = ['127.0.0.0/8'], resolve, madeBy = 'operator', timeoutMs = TIMEOUT_MS }: Options = {},
) {
  const allowed = parseAllowedTargets(allow);
  const sender = new Sender({ allowed, timeoutMs, ...(resolve && { resolve }) });
  t.after(() => sender.close());
  return {
    sender,
    send: (url: string, now = Date.now()) =>
      sender.send({ companyId: 1, url, secrets: [secret], madeBy }, message, now),
  };
}

/** What is the same in every run. */
const outcome = ({ status, error }: Attempt) => status ?? error;

test('a message is posted as JSON with headers that the library for Standard Webhooks verifies', async (t) => {
  const receiver = await startReceiver(t);
  const { send } = createSender(t);
  const now = Date.now();
  const attempt = await send(`${receiver.url}path?token=1`, now);
  assert.deepEqual(attempt, {
    ...{ at: now, milliseconds: attempt.milliseconds },
    ...{ status: 200, error: null, retryAfterMs: 0 },
  });
  const [received] = receiver.received;
  assert.ok(received);
  assert.deepEqual(
    new Webhook(formatWebhookSecret(secret)).verify(received.body, received.headers),
    { type: 'webhook.test' },
  );
  const { host, connection, ...headers } = received.headers;
  assert.deepEqual(
    { url: received.url, body: received.body, headers },
    {
      url: '/path?token=1',
      body: message.body,
      headers: {
        'content-type': 'application/json',
        'content-length': '23',
        'user-agent': 'engaged',
        'webhook-id': message.id,
        'webhook-timestamp': String(Math.floor(now / 1_000)),
        'webhook-signature': headers['webhook-signature'],
      },
    },
  );
});

test('every status is the outcome of an attempt, and a redirect is not followed', async (t) => {
  const receiver = await startReceiver(t);
  const { send } = createSender(t);
  for (const status of [200, 201, 204, 299, 400, 410, 429, 500, 503]) {
    receiver.answer = withStatus(status);
    assert.equal(outcome(await send(receiver.url)), status);
  }
  const requests = receiver.received.length;
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer = withStatus(status, { location: receiver.url });
    assert.equal(outcome(await send(receiver.url)), status);
  }
  assert.equal(receiver.received.length, requests + 5);
});

test('connections are kept, and one that the receiver has closed meanwhile is replaced within the attempt', async (t) => {
  const receiver = await startReceiver(t);
  const { send } = createSender(t);
  await send(receiver.url);
  await send(receiver.url);
  const [first, second] = receiver.received;
  assert.equal(first?.from, second?.from);
  // The next request on the connection meets a reset.
  receiver.answer = (response) => {
    receiver.answer = withStatus(200);
    response.socket?.resetAndDestroy();
  };
  assert.equal(outcome(await send(receiver.url)), 200);
  assert.equal(receiver.received.length, 4);
  assert.notEqual(receiver.received[3]?.from, first?.from);
});

test('a receiver that is gone, that resets, that closes without an answer or that answers nonsense fails', async (t) => {
  const { send } = createSender(t);
  const stopped = await startReceiver(t);
  await stopped.stop();
  assert.equal(outcome(await send(stopped.url)), 'ECONNREFUSED');
  const byAnswer: [string, (socket: Socket) => void][] = [
    ['ECONNRESET', (socket) => socket.resetAndDestroy()],
    ['ECONNRESET', (socket) => socket.once('data', () => socket.destroy())],
    ['ECONNRESET', (socket) => socket.end()],
    ['ECONNRESET', (socket) => socket.once('data', () => socket.end('HTTP/1.1 200'))],
    ['no_final_answer', (socket) => socket.end('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100))],
    ['HPE_INVALID_CONSTANT', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['HPE_HEADER_OVERFLOW', (socket) => socket.end(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}`)],
    [
      'connection_closed',
      (socket) => socket.end('HTTP/1.1 101 OK\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
  ];
  for (const [expected, onConnection] of byAnswer) {
    const { url } = await startRawReceiver(t, onConnection);
    assert.equal(outcome(await send(url)), expected, String(onConnection));
  }
});

test('an attempt ends in time, whatever the receiver holds back', async (t) => {
  const { send } = createSender(t);
  const silent = [
    // Accepts and is silent, sends only part of the headers, or interim answers without an end.
    () => {},
    (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n'),
    (socket: Socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 300);
      socket.on('close', () => clearInterval(timer));
    },
  ];
  for (const onConnection of silent) {
    const { url } = await startRawReceiver(t, onConnection);
    assert.equal(outcome(await send(url)), 'timeout');
  }
});

test('the status counts, whatever happens to the body after it: drops of it, a flood, a reset, half of it', async (t) => {
  const { send } = createSender(t);
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n';
  let flooded = 0;
  const bodies = [
    (socket: Socket) => {
      socket.write(HEAD);
      const timer = setInterval(() => socket.write('.'), 20);
      socket.on('close', () => clearInterval(timer));
    },
    (socket: Socket) => {
      socket.write(HEAD);
      const chunk = 'x'.repeat(65_536);
      const flood = () => {
        while (!socket.destroyed && socket.write(chunk)) flooded += chunk.length;
      };
      socket.on('drain', flood);
      flood();
    },
    (socket: Socket) => socket.write(HEAD, () => socket.resetAndDestroy()),
    (socket: Socket) => socket.end(`${HEAD}half`),
  ];
  for (const [at, onConnection] of bodies.entries()) {
    const { url } = await startRawReceiver(t, (socket) =>
      socket.once('data', () => onConnection(socket)),
    );
    assert.equal(outcome(await send(url)), 200, String(at));
  }
  assert.ok(flooded < 20_000_000, `${flooded} bytes`);
});

test('Retry-After is read from any answer', async (t) => {
  const { send } = createSender(t);
  const receiver = await startReceiver(t, withStatus(429, { 'retry-after': '120' }));
  assert.equal((await send(receiver.url)).retryAfterMs, 120_000);
});

test('nothing is sent to an address that is refused, however the URL or the name server spells it', async (t) => {
  const receiver = await startReceiver(t);
  const { send } = createSender(t, { allow: [] });
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '0',
    'localhost',
  ];
  for (const host of hosts)
    assert.equal(
      outcome(await send(`http://${host}:${receiver.port}/`)),
      'address_not_allowed',
      host,
    );
  const named = createSender(t, {
    allow: [],
    resolve: async () => [
      { address: '::ffff:7f00:1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ],
  });
  assert.equal(
    outcome(await named.send(`https://hooks.example:${receiver.port}/`)),
    'address_not_allowed',
  );
  assert.deepEqual(receiver.received, []);
});

test('an exception is a name or an address, and holds for nothing else', async (t) => {
  const receiver = await startReceiver(t);
  const byName = createSender(t, { allow: ['localhost'] });
  assert.equal(outcome(await byName.send(`http://localhost:${receiver.port}/`)), 200);
  assert.equal(outcome(await byName.send(receiver.url)), 'address_not_allowed');
  const byAddress = createSender(t, { allow: ['127.0.0.1'] });
  assert.equal(outcome(await byAddress.send(`http://localhost:${receiver.port}/`)), 200);
  assert.equal(
    outcome(await byAddress.send(`http://127.0.0.2:${receiver.port}/`)),
    'address_not_allowed',
  );
});

test('a name that changes its address is checked for every connection, and the checked address is the one connected to', async (t) => {
  const allowed = await startReceiver(t);
  const refused = await startReceiver(t, undefined, { port: allowed.port, host: '127.0.0.2' });
  // A name server that gives another address with every answer.
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.1', '169.254.169.254', '127.0.0.1'];
  const { send } = createSender(t, {
    allow: ['127.0.0.1'],
    resolve: async () => [{ address: answers.shift() ?? '', family: 4 }],
  });
  allowed.answer = withStatus(200, { connection: 'close' });
  const outcomes = [];
  for (let n = 0; n < 5; n++)
    outcomes.push(outcome(await send(`http://hooks.example:${allowed.port}/`)));
  assert.deepEqual(outcomes, [200, 'address_not_allowed', 200, 'address_not_allowed', 200]);
  assert.equal(allowed.received.length, 3);
  assert.deepEqual(refused.received, []);
  assert.equal(allowed.received[0]?.headers.host, `hooks.example:${allowed.port}`);
});

test('of several addresses only allowed ones are tried', async (t) => {
  const receiver = await startReceiver(t, undefined, { host: '127.0.0.2' });
  const refused = await startReceiver(t, undefined, { port: receiver.port });
  const { send } = createSender(t, {
    allow: ['127.0.0.2'],
    resolve: async () =>
      ['127.0.0.1', '127.0.0.2', '169.254.169.254'].map((address) => ({ address, family: 4 })),
  });
  assert.equal(outcome(await send(`http://hooks.example:${receiver.port}/`)), 200);
  assert.deepEqual(refused.received, []);
});

test('a name that does not exist, or whose name server is slow, fails in time', async (t) => {
  const { send } = createSender(t);
  assert.match(
    String(outcome(await send('http://nowhere.invalid/'))),
    /^(ENOTFOUND|EAI_AGAIN|timeout)$/,
  );
  const slow = createSender(t, { resolve: () => new Promise(() => {}) });
  assert.equal(outcome(await slow.send('http://hooks.example/')), 'timeout');
});

test('names of one company are looked up one at a time, each once, and no other company waits for them', async (t) => {
  const receiver = await startReceiver(t);
  const asked: string[] = [];
  const slow = Promise.withResolvers<void>();
  const { sender } = createSender(t, {
    timeoutMs: 60_000,
    resolve: async (host) => {
      asked.push(host);
      if (host.startsWith('slow')) await slow.promise;
      if (host.startsWith('broken')) throw new Error('no such name');
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  const send = (companyId: number, name: string) => {
    const url = `http://${name}.example:${receiver.port}/`;
    return sender.send({ companyId, url, secrets: [], madeBy: 'operator' }, message, 1);
  };
  const hostile = ['slow', 'slow', 'broken', 'fast'].map((name) => send(1, name));
  assert.equal(outcome(await send(2, 'other')), 200);
  assert.equal(outcome(await send(2, 'fast')), 200);
  assert.deepEqual(asked, ['slow.example', 'other.example', 'fast.example']);
  slow.resolve();
  assert.deepEqual((await Promise.all(hostile)).map(outcome), [200, 200, 'Error', 200]);
  assert.deepEqual(asked.slice(3), ['broken.example', 'fast.example']);
});

test('closing a sender ends its attempts and its connections', async (t) => {
  const { url } = await startRawReceiver(t, () => {});
  const { sender, send } = createSender(t);
  const kept = await startReceiver(t);
  await send(kept.url);
  const ended = send(url);
  await new Promise(setImmediate);
  sender.close();
  assert.equal(outcome(await ended), 'stopped');
});

test('what is sent for the portal never uses a connection that was made for an operator', async (t) => {
  const receiver = await startReceiver(t);
  // A public name that leads to an allowed address for the first lookup, and to a private one for the second.
  const answers = ['127.0.0.1', '10.0.0.1'];
  const { sender } = createSender(t, {
    resolve: async () => {
      const address = answers.shift() ?? '';
      return [{ address, family: isIP(address) }];
    },
  });
  const url = `http://hooks.example:${receiver.port}/`;
  const send = async (madeBy: Maker) =>
    outcome(await sender.send({ companyId: 1, url, secrets: [secret], madeBy }, message, 1));
  assert.equal(await send('operator'), 200);
  assert.equal(await send('portal'), 'address_not_allowed');
  assert.equal(await send('operator'), 200);
  assert.equal(receiver.received.length, 2);
});
