import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { basename } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseResponses } from '../security/http-parser.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { linesOf } from './log-lines.ts';
import { type Serving, serveFor } from './program.ts';
import { makeDataFile } from './roster-fixture.ts';
import { HANGS_MS, reportResult } from './run-scale.ts';

/** A response of 6 MB with a company of 25,000 people, more than any system buffers. */
const GROUPS = '/v1/leaderboard/by-department?limit_per_department=25';

async function startLargeService(t: TestContext): Promise<{ serving: Serving; key: string }> {
  const folder = tempFolder(t);
  const {
    keys: [key = ''],
  } = makeDataFile(folder, { syncs: 30 });
  const serving = await serveFor(t, folder);
  for (let part = 0; part < 5; part++) {
    const employees = Array.from({ length: 5_000 }, (_, i) => ({
      external_id: `P${part}-${i}`,
      email: `p${part}-${i}@acme.example`,
      first_name: 'Person',
      last_name: `Number ${i}`,
      department_name: `Department ${i % 1_000}`,
    }));
    const body = JSON.stringify({ employees });
    const { status, text } = await sendRequest(serving.port, 'PUT', '/v1/employees/sync', {
      key,
      body,
    });
    assert.equal(status, 200, text);
  }
  return { serving, key };
}

/** A connection that reads slowly, in small pieces. */
class SlowReader {
  received = '';
  /** Whether the server has half-closed the connection. */
  isEnded = false;
  readonly socket: Socket;
  readonly closed: Promise<void>;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
    this.socket.on('end', () => {
      this.isEnded = true;
      this.socket.end();
    });
    this.closed = new Promise((resolve, reject) => {
      this.socket.on('close', () => resolve());
      this.socket.on('error', reject);
    });
  }

  send(text: string): this {
    this.socket.write(text);
    return this;
  }

  /** Reads until the text has arrived, or the connection has ended. */
  async readUntil(text?: string): Promise<void> {
    while (!this.isEnded && (text === undefined || !this.received.includes(text))) {
      const chunk: Buffer | null = this.socket.read();
      if (chunk) this.received += chunk.toString('latin1');
      await sleep(1);
    }
  }
}

describe('graceful shutdown', { concurrency: true }, () => {
  test('every started response is sent completely, however slowly it is read', async (t) => {
    const { serving, key } = await startLargeService(t);
    const header = `Host: a\r\nAuthorization: Bearer ${key}\r\n`;
    const groups = `GET ${GROUPS} HTTP/1.1\r\n${header}\r\n`;
    const { text: whole } = await sendRequest(serving.port, 'GET', GROUPS, { key });
    const { text: openapi } = await sendRequest(serving.port, 'GET', '/openapi.json');
    const open = () => new SlowReader(serving.port);

    const single = open().send(groups);
    const several = open().send(`${groups}GET /openapi.json HTTP/1.1\r\n${header}\r\n`);
    const halfClosed = open().send(groups);
    halfClosed.socket.end();
    const idle = open().send(`GET /healthz HTTP/1.1\r\n${header}\r\n`);
    for (const reader of [single, several, halfClosed]) await reader.readUntil('HTTP/1.1 200 OK');
    await idle.readUntil('"ok"}');
    const body = '{"employees":[{}]}';
    const sync = open().send(
      `PUT /v1/employees/sync HTTP/1.1\r\n${header}Content-Length: ${body.length}\r\n` +
        'Expect: 100-continue\r\n\r\n',
    );
    await sync.readUntil('100 Continue');
    sync.send(body.slice(0, 5));
    const half = open().send('GET /healthz HTTP/1.1\r\nHo');
    const fresh = open();
    // Once a newer request has been answered, the service has received everything above.
    await sendRequest(serving.port, 'GET', '/healthz');

    const ended = serving.stop('SIGTERM');
    await Promise.all([idle.readUntil(), fresh.readUntil()]);
    sync.send(body.slice(5));
    half.send('st: a\r\n\r\n');
    const begun = [single, several, halfClosed, sync, half];
    await Promise.all(begun.map((reader) => reader.readUntil()));
    assert.equal(await ended, 0);

    const bodies = (reader: SlowReader) =>
      parseResponses(reader.received).map((response) => [response.status, response.body]);
    const latin = (text: string) => Buffer.from(text).toString('latin1');
    assert.deepEqual(bodies(single), [[200, latin(whole)]]);
    assert.deepEqual(bodies(several), [
      [200, latin(whole)],
      [200, latin(openapi)],
    ]);
    assert.deepEqual(bodies(halfClosed), [[200, latin(whole)]]);
    assert.deepEqual(bodies(idle), [[200, '{"status":"ok"}']]);
    assert.equal(fresh.received, '');
    assert.deepEqual(bodies(half), [[200, '{"status":"ok"}']]);
    const [[status, result] = []] = bodies(sync);
    assert.deepEqual([status, JSON.parse(String(result)).created], [200, 0]);
    for (const { received } of [sync, half]) assert.match(received, /\r\nConnection: close\r\n/);
  });

  test('SIGHUP without a terminal, SIGUSR1 and SIGUSR2 end nothing, and SIGINT shuts down gracefully too', async (t) => {
    const folder = tempFolder(t);
    const { file, keys } = makeDataFile(folder, { syncs: 1 });
    const serving = await serveFor(t, folder);
    for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const) serving.child.kill(signal);
    const open = new SlowReader(serving.port).send(
      `PUT /v1/employees/sync HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${keys[0]}\r\n` +
        'Content-Length: 18\r\nExpect: 100-continue\r\n\r\n',
    );
    await open.readUntil('100 Continue');
    const ended = serving.stop('SIGINT');
    open.send('{"employees":[{}]}');
    await open.readUntil();
    assert.equal(await ended, 0);
    assert.deepEqual(
      parseResponses(open.received).map(({ status }) => status),
      [200],
    );
    // An active debugger would report itself there.
    assert.deepEqual(
      linesOf(serving.written.stderr).map(({ event }) => event),
      ['roster_sync'],
    );
    assert.deepEqual(readdirSync(folder), [basename(file)]);
  });

  test('a client that reads nothing is disconnected after ten seconds, and the service stops', async (t) => {
    const { serving, key } = await startLargeService(t);
    const header = `Host: a\r\nAuthorization: Bearer ${key}\r\n`;
    const groups = `GET ${GROUPS} HTTP/1.1\r\n${header}\r\n`;
    const clients = [
      groups,
      groups.repeat(3),
      `${groups}CONNECT x:80 HTTP/1.1\r\n${header}\r\n`,
      `${groups}no HTTP\r\n\r\n`,
      `PUT /v1/employees/sync HTTP/1.1\r\n${header}Content-Length: 10\r\n\r\nhalf`,
      'GET /healthz HTTP/1.1\r\nHo',
    ].map((text) => new SlowReader(serving.port).send(text));
    await sendRequest(serving.port, 'GET', '/healthz');
    // Waits for the first bytes of each response.
    for (const reader of clients.slice(0, 4)) await reader.readUntil('HTTP/1.1 200 OK');
    const began = performance.now();
    const killTimer = setTimeout(() => serving.child.kill('SIGKILL'), HANGS_MS);
    assert.equal(await serving.stop('SIGTERM'), 0, serving.written.stderr);
    clearTimeout(killTimer);
    const seconds = (performance.now() - began) / 1_000;
    assert.ok(seconds > 9, `${seconds} seconds`);
    for (const { socket, closed } of clients) {
      socket.resume();
      await closed.catch(() => {});
    }
    reportResult({
      what: 'clients that read nothing during shutdown',
      tried: clients.length,
      lost: 0,
      figures: `shutdown took ${seconds.toFixed(1)} seconds`,
    });
  });
});
