import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { startPortalThread } from '../../src/portal/thread/start-thread.ts';
import { onlyInAFile } from '../store/only-in-a-file.ts';
import { PASSWORD, startPortal } from './portal-service.ts';

/** Starts real threads and keeps them. */
function threads() {
  const started: Worker[] = [];
  return {
    started,
    startPortalThread: (options: WorkerOptions) => {
      const worker = startPortalThread(options);
      started.push(worker);
      return worker;
    },
  };
}

const FORM = `password=${encodeURIComponent(PASSWORD)}&email=`;

test('a request in the thread of the portal when that dies gets an error page, and the next one a new thread', async (t) => {
  const { started, ...settings } = threads();
  const service = await startPortal(t, settings);
  const owner = service.signedIn('owner');
  assert.equal((await owner.get('/portal/people')).status, 200);

  const connection = service.connect();
  connection.send(
    [
      'POST /portal/sign-in HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${FORM.length}`,
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  );
  // The thread has the request, and asks for its body.
  await connection.until(/100 Continue/);
  await started[0]?.terminate();
  const received = await connection.closed;
  assert.match(received, /\r\nHTTP\/1\.1 503 /);
  assert.match(received, /\r\nContent-Type: text\/html; charset=utf-8\r\n/);
  assert.match(received, /The service cannot do this at the moment/);

  const { status, text } = await owner.get('/portal/people');
  assert.deepEqual([status, started.length], [200, 2]);
  assert.match(text, /<h1>People/);
  const events = service.log.map((line) => JSON.parse(line) as { event: string; code?: string });
  assert.deepEqual(
    events.filter(({ event }) => event === 'portal_died').map(({ code }) => code),
    ['thread_ended'],
  );
});

test('without a request there is no thread of the portal, and a stop ends the one that there is', async (t) => {
  const { started, ...settings } = threads();
  const service = await startPortal(t, settings);
  assert.equal((await service.request('GET', '/v1/status', { key: service.liveKey })).status, 200);
  assert.equal(started.length, 0);
  assert.equal((await service.request('GET', '/portal/sign-in')).status, 200);
  const [thread] = started;
  const ended = new Promise((resolve) => thread?.once('exit', resolve));
  await service.close();
  assert.equal(await ended, 0);
});

test('what a thread of the portal that dies leaves of a backup is removed', {
  ...onlyInAFile('backups'),
}, async (t) => {
  const { started, ...settings } = threads();
  const service = await startPortal(t, settings);
  // More than a connection takes at once.
  service.db.execute('create table filler (x); insert into filler values (zeroblob(32000000))');
  const connection = service.connect();
  const { cookie } = service.signedIn('owner');
  connection.send(
    `GET /portal/health/backup HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`,
  );
  await connection.until(/^HTTP\/1.1 200 /);
  connection.pause();
  const left = () => readdirSync(dirname(service.file)).filter((name) => /download/.test(name));
  assert.equal(left().length, 1);
  const [thread] = started;
  await thread?.terminate();
  assert.equal((await service.request('GET', '/portal/sign-in')).status, 200);
  assert.deepEqual(left(), []);
});

test('a request whose body is refused is logged with the page that it asked for', async (t) => {
  const service = await startPortal(t);
  const { status } = await service.request('POST', '/portal/sign-in', {
    headers: { 'Transfer-Encoding': 'chunked', 'Sec-Fetch-Site': 'same-origin' },
    body: 'x'.repeat(200_000),
  });
  assert.equal(status, 413);
  const lines = service.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    lines.filter(({ event }) => event === 'request').map(({ route, status }) => [route, status]),
    [['/portal/sign-in', 413]],
  );
});
