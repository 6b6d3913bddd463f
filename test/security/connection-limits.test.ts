import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { DEFAULT_TIMEOUTS } from '../../src/http/server/server.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { makeCertificate, NO_OPENSSL } from '../cli/certificates.ts';
import {
  type RawConnection,
  startTestService,
  type TestService,
  type TestSettings,
} from '../http/harness.ts';
import { tempFolder } from '../store/temp-files.ts';
import { parseResponses } from './http-parser.ts';

const ATTACKER_ADDRESS = '127.0.0.2';
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

/** A service, and how to open connections to it. The end of the test closes them before it stops the service. */
async function start(t: TestContext, settings: TestSettings) {
  const opened: RawConnection[] = [];
  t.after(() => {
    for (const connection of opened) connection.destroy();
  });
  const service = await startTestService(t, settings);
  const open = (from?: string): RawConnection => {
    const connection = service.connect(from);
    opened.push(connection);
    return connection;
  };
  return { service, open };
}

/** Sends a request and waits for its response, after which the connection is idle. */
async function use(connection: RawConnection): Promise<void> {
  const { length } = connection.received;
  connection.send(HEALTH);
  await connection.until((received) => received.slice(length).endsWith('{"status":"ok"}'));
}

/** Begins a write and waits until the service waits for its body. */
async function beginWrite(
  service: TestService,
  connection: RawConnection,
  isAlone = true,
): Promise<void> {
  connection.send(
    `POST /v1/xp/awards HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
  );
  if (isAlone) await connection.until(/ 100 Continue/);
}

/** Sends a read that waits for an event, and waits until the service has it. */
async function beginRead(service: TestService, connection: RawConnection): Promise<void> {
  // What comes in one packet is received together.
  connection.send(
    `${HEALTH}GET /v1/events?wait=25 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\n\r\n`,
  );
  await connection.until(/"ok"}/);
}

/** Makes what reads wait for. */
const endReads = ({ write }: TestService): unknown =>
  write((one) => addEmployee(one, { email: 'ada@acme.example', given_name: 'Ada' }));

/** Completes the write; its response is the last one received. */
async function endWrite(connection: RawConnection): Promise<void> {
  connection.send('{}');
  await connection.until((received) => /HTTP\/1\.1 400 /.test(received) && received.endsWith('}'));
}

for (const isTls of [false, true]) {
  test(`where the share of an address is full, the connection that has been idle longest makes room, ${isTls ? 'with' : 'without'} TLS`, {
    skip: isTls && NO_OPENSSL,
  }, async (t) => {
    const { service, open } = await start(t, {
      limits: { total: 1_000, perAddress: 5 },
      ...(isTls && { tls: { files: makeCertificate(tempFolder(t), 'first') } }),
    });
    const [silent, partial, used, usedAgain] = [open(), open(), open(), open()];
    partial.send('GET /healthz HT');
    for (const connection of [used, usedAgain, used, usedAgain, used]) await use(connection);
    const busy = open();
    await beginWrite(service, busy);
    // A new one takes the place of the oldest each time, which is closed without a word.
    const newer: RawConnection[] = [];
    for (const [oldest, count] of [
      [silent, 0],
      [partial, 0],
      [usedAgain, 2],
      [used, 3],
    ] as const) {
      const next = open();
      await use(next);
      newer.push(next);
      assert.equal(parseResponses(await oldest.closed).length, count);
    }
    await endWrite(busy);
    for (const connection of [busy, ...newer]) await use(connection);
  });
}

test('TLS handshakes that nobody goes on with make room first', { skip: NO_OPENSSL }, async (t) => {
  const { service, open } = await start(t, {
    limits: { total: 3, perAddress: 3 },
    tls: { files: makeCertificate(tempFolder(t), 'first') },
  });
  const silent = Array.from({ length: 2 }, () =>
    connect({ port: service.port, host: '127.0.0.1' })
      .resume()
      .on('error', () => {}),
  );
  t.after(() => {
    for (const socket of silent) socket.destroy();
  });
  const closed = silent.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  const clients = [];
  for (let n = 0; n < 3; n++) {
    const client = open();
    await use(client);
    clients.push(client);
  }
  await Promise.all(closed);
  for (const client of clients) await use(client);
});

test('a connection with a whole request in progress or a response on its way makes room for nobody', async (t) => {
  const { service, open } = await start(t, { limits: { total: 4, perAddress: 3 } });
  const [reading, queued] = [open(), open()];
  await beginRead(service, reading);
  // The body of the second request is waited for, and the first one is not answered yet.
  await beginRead(service, queued);
  await beginWrite(service, queued, false);
  // Far more than the system keeps for a client that reads nothing.
  const unread = open();
  const get = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n';
  unread.send(`${`${get}\r\n`.repeat(89)}${get}Connection: close\r\n\r\n`);
  await unread.until(/^HTTP/);
  unread.pause();
  const isRefused = async (from?: string) => {
    const connection = open(from);
    connection.send(HEALTH);
    return (await connection.closed) === '';
  };
  assert.equal(await isRefused(), true);
  const other = open(ATTACKER_ADDRESS);
  await beginRead(service, other);
  assert.equal(await isRefused(ATTACKER_ADDRESS), true, 'the service is full, its address is not');
  endReads(service);
  await endWrite(queued);
  for (const connection of [reading, other]) await connection.until(/employee\.created/);
  unread.resume();
  assert.equal(parseResponses(await unread.closed).length, 90);
  // Now all of them are idle.
  await use(open());
  await use(open(ATTACKER_ADDRESS));
});

test('a flood of idle connections from a few addresses keeps nobody out and displaces nobody who is busy', async (t) => {
  const limits = { total: 32, perAddress: 8 };
  const { service, open } = await start(t, {
    limits,
    timeouts: { ...DEFAULT_TIMEOUTS, check: 20 },
  });
  const busy = [open(), open('127.0.0.9')];
  for (const connection of busy) await beginWrite(service, connection);
  const attackers = Array.from({ length: 6 }, (_, i) => `127.0.0.${10 + i}`);
  for (let round = 0; round < 3; round++) {
    for (const from of attackers) {
      for (let n = 0; n < 2 * limits.perAddress; n++) {
        const connection = open(from);
        if (n % 2 === 0) connection.send('GET /healthz HT');
      }
    }
    await use(open());
    await use(open('127.0.0.9'));
  }
  for (const connection of busy) {
    await endWrite(connection);
    await use(connection);
  }
  const said = () =>
    service.log
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'too_many_connections');
  while (said().length === 0) await use(open());
  // Once in a while, not once for each.
  assert.equal(said().length, 1);
  assert.equal(said()[0].refused, 0);
  assert.ok(said()[0].closed_idle > 0);
});

test('bodies that do not come keep nobody out: where none is idle, the one that is waited for longest makes room', async (t) => {
  const { service, open } = await start(t, { limits: { total: 4, perAddress: 2 } });
  const arriving = ['127.0.0.10', '127.0.0.11', '127.0.0.10', '127.0.0.11'].map(open);
  for (const connection of arriving) await beginWrite(service, connection);
  const [longest, ...others] = arriving;
  const next = open();
  await use(next);
  await longest?.closed;
  const last = open('127.0.0.12');
  await use(last);
  assert.equal(parseResponses(await next.closed).length, 1);
  for (const connection of others) await endWrite(connection);
  for (const connection of [last, ...others]) await use(connection);
});

test('a client that has had its last response makes room while the service waits for it to close', async (t) => {
  const { service, open } = await start(t, { limits: { total: 2, perAddress: 2 } });
  const lingering = Array.from({ length: 2 }, () =>
    connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true }),
  );
  for (const socket of lingering) {
    socket
      .on('error', () => {})
      .resume()
      .write('no HTTP\r\n\r\n');
    await new Promise((resolve) => socket.once('end', resolve));
  }
  await use(open());
  for (const socket of lingering) socket.destroy();
});

test('connections that come and go at every point of a request leave no place taken', async (t) => {
  const { service, open } = await start(t, {
    limits: { total: 10, perAddress: 5 },
    trustedProxies: ['127.0.0.3'],
  });
  const request = `GET /v1/status HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\n\r\n`;
  for (let round = 0; round < 40; round++) {
    const clients = Array.from({ length: 6 }, () => open(ATTACKER_ADDRESS));
    for (const [at, connection] of clients.entries()) {
      connection.send(request.slice(0, ((round * 6 + at) % request.length) + 1));
      connection.destroy();
    }
  }
  // Every place can be taken by one that never makes room: five of an address, ten in all; a trusted proxy has no share.
  const take = async (from: string) => {
    for (;;) {
      const connection = open(from);
      await beginRead(service, connection).catch(() => {});
      if (connection.received !== '') return;
    }
  };
  for (let n = 0; n < 5; n++) await take(ATTACKER_ADDRESS);
  const refused = open(ATTACKER_ADDRESS);
  assert.equal(await refused.closed, '');
  for (let n = 0; n < 5; n++) await take('127.0.0.3');
  assert.equal(await open().closed, '');
});
