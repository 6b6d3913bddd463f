import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { iterations, reportResult } from '../faults/run-scale.ts';
import { RawConnection, startTestService, type TestService } from '../http/harness.ts';
import { assertWellFormed, parseResponses } from './http-parser.ts';
import { startMeasuredService } from './measured-service.ts';

/** Attacks come from another local address than ordinary requests. */
const ATTACKER_ADDRESS = '127.0.0.2';
/** Connection timeouts in milliseconds. */
const TIMEOUTS = { headers: 300, request: 600, answer: 500, keepAlive: 5_000, check: 50 };
const _TOLERANCE_MS = 20_000;

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

const sendOrdinaryRequest = async (service: TestService): Promise<void> => {
  const response = await service.request('GET', '/v1/status', { key: service.liveKey });
  assert.equal(response.status, 200, response.text);
};

/** Repeatedly sends one more byte on every connection until stopped. */
function sendSlowly(connections: readonly RawConnection[]): () => void {
  const timer = setInterval(() => {
    for (const connection of connections) connection.send('x');
  }, 20);
  return () => clearInterval(timer);
}

test('hundreds of clients that send headers or bodies slowly are disconnected in time, while others are served', async (t) => {
  const service = await startTestService(t, { timeouts: TIMEOUTS });
  const beginnings = [
    '',
    'GET /healthz HT',
    'GET /healthz HTTP/1.1\r\nHost: a\r\nA: ',
    `PUT /v1/employees/sync HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\nContent-Length: 9999\r\n\r\n`,
    `GET /v1/status HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n`,
  ];
  const connections = Array.from({ length: 200 }, (_, i) => {
    const connection = service.connect(ATTACKER_ADDRESS);
    const beginning = beginnings[i % beginnings.length] ?? '';
    if (beginning !== '') connection.send(beginning);
    return connection;
  });
  const stop = sendSlowly(connections.filter((_, i) => i % beginnings.length > 1));
  let servedRequests = 0;
  let isOver = false;
  const all = Promise.all(connections.map((connection) => connection.closed)).then((ended) => {
    isOver = true;
    return ended;
  });
  while (!isOver) {
    await sendOrdinaryRequest(service);
    if (!isOver) servedRequests++;
  }
  stop();
  const received = await all;
  assert.ok(servedRequests > 0, `${servedRequests} other requests were served`);
  for (const text of received) {
    // One of the syncs holds the slot of the company; the others are rejected at once.
    const [response, ...more] = parseResponses(text);
    assert.deepEqual(more, []);
    assert.ok(response);
    if (response.status === 409) assertWellFormed(response, 409, 'conflict');
    else assertWellFormed(response, 408, 'bad_request');
  }
  const sync = await service.request('PUT', '/v1/employees/sync', {
    key: service.liveKey,
    body: '{"employees":[{}]}',
  });
  assert.equal(sync.status, 200, 'the slot of the incomplete sync is free again');
});

test('a client that never reads its responses is disconnected in time', async (t) => {
  // Too long for other timeouts to end the connections, also on a busy machine.
  const timeouts = { ...TIMEOUTS, headers: 60_000, request: 60_000, keepAlive: 60_000 };
  const service = await startTestService(t, { timeouts });
  const connections = Array.from({ length: 6 }, () => service.connect(ATTACKER_ADDRESS));
  for (const connection of connections) {
    connection.pause();
    connection.send('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(80));
  }
  const disconnected = () =>
    service.log
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'unread_answers_cut')
      .reduce((sum, { connections }) => sum + connections, 0);
  while (disconnected() < connections.length) await sendOrdinaryRequest(service);
  for (const connection of connections) connection.destroy();
});

test('a client that keeps sending after an error response is disconnected', async (t) => {
  const service = await startTestService(t);
  const keepSending = async (piece: string) => {
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    socket.resume().write('no HTTP\r\n\r\n');
    while (!socket.destroyed) {
      socket.write(piece);
      await sleep(20);
    }
  };
  await Promise.all([keepSending('x'), keepSending('x'.repeat(1_000_000))]);
  await sendOrdinaryRequest(service);
});

test('pipelined requests are answered in order, up to the hundredth; the next one is refused and ends the connection', async (t) => {
  const service = await startTestService(t);
  const connection = service.connect();
  const paths = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? '/healthz' : '/v1/status'));
  connection.send(
    paths
      .map((path, i) => {
        const last = i === 49 ? 'Connection: close\r\n' : '';
        return `GET ${path} HTTP/1.1\r\nHost: a\r\n${last}\r\n`;
      })
      .join(''),
  );
  const responses = parseResponses(await connection.closed);
  assert.deepEqual(
    responses.map((response) => response.status),
    paths.map((path) => (path === '/healthz' ? 200 : 401)),
  );
  assert.equal(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size, 50);

  const requestCount = () =>
    service.log.filter((line) => line.includes('"event":"request"')).length;
  const before = requestCount();
  for (const count of [100, 101, 10_000]) {
    const packet = service.connect();
    packet.send(HEALTH.repeat(count));
    if (count === 100) {
      await packet.until((received) => received.split('HTTP/1.1 200 ').length > count);
      packet.end();
    }
    const [refused, ...others] = parseResponses(await packet.closed).slice(100);
    assert.deepEqual(others, []);
    if (count === 100) assert.equal(refused, undefined);
    else {
      assert.ok(refused);
      assertWellFormed(refused, 429, 'rate_limit_exceeded');
      assert.deepEqual(
        [refused.headers.get('connection'), refused.headers.get('retry-after')],
        ['close', '1'],
      );
    }
  }
  assert.equal(requestCount() - before, 100 + 101 + 101);

  // Those before it are answered as ever, also where it comes with a body that is never sent.
  const slow = service.connect();
  const post = `POST /v1/xp/awards HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\nContent-Length: 2\r\n\r\n`;
  slow.send(`${post}{}`.repeat(100) + post);
  assert.deepEqual(
    parseResponses(await slow.closed).map(({ status }) => status),
    [...Array.from({ length: 100 }, () => 400), 429],
  );

  // A constant pipeline of ten is accepted for any length of time.
  const pipelined = service.connect();
  let sent = 0;
  for (; sent < 10; sent++) pipelined.send(HEALTH);
  for (; sent < 500; sent++) {
    await pipelined.until((received) => received.split('HTTP/1.1 200 ').length > sent - 9);
    pipelined.send(HEALTH);
  }
  pipelined.destroy();
});

test('a packet full of requests does not block other requests', async (t) => {
  const service = await startMeasuredService(t);
  // Node's own HTTP parser takes the time; the code behind it has to be warm to be measured.
  for (let round = 0; round < 5; round++) {
    await service.takeStats();
    const connection = new RawConnection(service.port, ATTACKER_ADDRESS);
    connection.send(HEALTH.repeat(20_000));
    await connection.closed;
  }
  const { busyMs } = await service.takeStats();
  t.diagnostic(`${Math.round(busyMs)} ms`);
  assert.ok(busyMs < 50, `one turn of the event loop took ${busyMs} ms`);
});

test('memory stays bounded under floods of every kind, and returns to normal afterwards', async (t) => {
  const service = await startMeasuredService(t);
  const flood = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const connections = Array.from(
        { length: 100 },
        () => new RawConnection(service.port, ATTACKER_ADDRESS),
      );
      for (const [i, connection] of connections.entries()) {
        connection.pause();
        if (i % 4 === 0)
          connection.send('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
        if (i % 4 === 1) connection.send(HEALTH.repeat(2_000));
        if (i % 4 === 2)
          connection.send(`GET /healthz HTTP/1.1\r\nHost: a\r\nA: ${'x'.repeat(16_000)}`);
        if (i % 4 === 3)
          connection.send(
            `GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n${HEALTH.repeat(2_000)}`,
          );
      }
      const probe = new RawConnection(service.port);
      probe.send(HEALTH.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
      assert.match(await probe.closed, /^HTTP\/1\.1 200 /);
      for (const connection of connections) connection.destroy();
    }
  };
  await flood(2);
  const { rss: before } = await service.takeStats();
  const rounds = iterations(3, 100);
  await flood(rounds);
  const { rss: after } = await service.takeStats();
  assert.ok(service.isAlive());
  const grown = (after - before) / 1_048_576;
  t.diagnostic(
    `${Math.round(grown)} MB more after the floods, ${Math.round(after / 1_048_576)} MB in all`,
  );
  assert.ok(grown < 150, `${grown} MB more`);
  reportResult({
    ...{ what: 'connections of clients that flood the service', tried: 100 * rounds, lost: 0 },
    figures: `${Math.round(grown)} MB of resident memory gained after the first 200 connections`,
  });
});
