import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFailingDisk, skipReason } from '../faults/failing-writes.ts';
import { tempFolder } from '../store/temp-files.ts';
import { until } from '../until.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';
import { needsTerminal, startInTerminal } from './in-terminal.ts';
import { programWords } from './program-under-test.ts';

type AccessLine = {
  time: string;
  method: string | null;
  route: string | null;
  status: number | null;
  ms: number;
  bytes: number;
  key_id: string | null;
  request_id: string;
};

type Start = { url: string; first_start: { live_key: string; portal_link: string } };

async function serveWith(t: TestContext, folder: string, accessLog: string, env = {}) {
  const argv = ['serve', '--port', '0', '--json', '--ip-limit', '0', '--access-log', accessLog];
  const server = runEngaged(t, folder, argv, env);
  const start = JSON.parse(await server.waitForOutput('\n}\n')) as Start;
  const stop = () => {
    server.child.kill('SIGTERM');
    return server.ended;
  };
  const ask = async (times: number) => {
    for (let n = 0; n < times; n++) {
      assert.equal((await fetch(`${start.url}/healthz`)).status, 200);
    }
  };
  return { ...server, ...start, stop, ask };
}

const linesIn = (text: string): AccessLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const lostIn = (stderr: string): number =>
  stderr
    .split('\n')
    .filter((line) => line.includes('access_log_lines_lost'))
    .reduce((sum, line) => sum + JSON.parse(line).lines, 0);

test('every request has a line: its route and never its path, whoever answered it and however it ended', async (t) => {
  const folder = tempFolder(t);
  const { url, first_start, stop } = await serveWith(t, folder, 'access.log');
  const cli = createCommandLine<{
    id: string;
    key: string;
    link: string;
    data: { id: string; hint: string }[];
  }>(t);
  const data = ['--data', join(folder, 'engaged.db')];
  const wall = await cli.json('portal', 'wall', 'create', ...data);
  const keys = await cli.json('key', 'list', ...data);
  const events = await cli.json(
    ...['key', 'create', '--mode', 'live', '--name', 'x', '--scope', 'events:read', ...data],
  );
  const live = keys.data.find(({ hint }) => first_start.live_key.endsWith(hint.slice(-4)));
  const authorization = `Bearer ${first_start.live_key}`;
  const asked: { status: number; bytes: number; id: string | null }[] = [];
  const ask = async (path: string, init: RequestInit = {}) => {
    const target = path.startsWith('http') ? path : url + path;
    const response = await fetch(target, { redirect: 'manual', ...init });
    const bytes = (await response.arrayBuffer()).byteLength;
    asked.push({ status: response.status, bytes, id: response.headers.get('x-request-id') });
  };
  const local = (link: string) => new URL(link).pathname;
  await ask('/v1/employees?email=plums%40acme.test', { headers: { authorization } });
  await ask('/v1/status', { method: 'HEAD', headers: { authorization } });
  await ask('/v1/employees/plums', { headers: { authorization } });
  await ask('/v1/status', { headers: { authorization: 'Bearer plums' } });
  await ask('/plums/plums?plums');
  await ask('/healthz');
  await ask('/docs');
  await ask('/portal/sign-in?next=plums');
  await ask(local(wall.link));
  await ask(local(first_start.portal_link));
  await ask('/wall/plumsplumsplumsplumspl');
  await ask('/portal/people/plums');
  await ask('/v1/xp/awards', { method: 'POST', headers: { authorization }, body: '{"plums":1}' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /plums plums\r\n\r\n');
  await once(socket.resume(), 'close');
  const leaving = connect(Number(new URL(url).port), '127.0.0.1');
  leaving.write(
    `GET /v1/events?wait=25 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${events.key}\r\n\r\n`,
  );
  // An answer to a later request: by then the earlier one waits.
  await fetch(`${url}/healthz`);
  leaving.resetAndDestroy();
  const isLeft = () => readFileSync(join(folder, 'access.log'), 'utf8').includes('/v1/events');
  await until(isLeft);
  assert.equal(await stop(), 0);
  const log = readFileSync(join(folder, 'access.log'), 'utf8');
  const secrets = [wall.link, first_start.portal_link].map((link) => link.split('/').at(-1) ?? '');
  for (const secret of ['plums', first_start.live_key, ...secrets]) {
    assert.ok(!log.includes(secret), secret);
  }
  const lines = linesIn(log);
  assert.deepEqual(
    lines.map(({ method, route, status, key_id }) => [method, route, status, key_id]),
    [
      ['GET', '/v1/employees', 200, live?.id],
      ['HEAD', '/v1/status', 200, live?.id],
      ['GET', '/v1/employees/:id', 400, live?.id],
      ['GET', '/v1/status', 401, null],
      ['GET', null, 404, null],
      ['GET', '/healthz', 200, null],
      ['GET', '/docs', 200, null],
      ['GET', '/portal/sign-in', 200, null],
      ['GET', '/wall/:secret', 200, null],
      ['GET', '/portal/link/:secret', 200, null],
      ['GET', '/wall/:secret', 404, null],
      ['GET', '/portal/people/:id', 303, null],
      ['POST', '/v1/xp/awards', 403, live?.id],
      [null, null, 400, null],
      ['GET', '/healthz', 200, null],
      ['GET', '/v1/events', null, events.id],
    ],
  );
  assert.deepEqual(
    lines
      .slice(0, asked.length)
      .map(({ status, bytes, request_id: id }) => ({ status, bytes, id })),
    asked,
  );
  for (const { time, ms } of lines) {
    assert.equal(new Date(time).toISOString(), time);
    assert.ok(ms >= 0);
  }
  assert.equal(statSync(join(folder, 'access.log')).mode & 0o777, 0o640);
});

test('on SIGHUP the file is opened again, no line is lost, and the service goes on', async (t) => {
  const folder = tempFolder(t);
  const at = (name: string) => join(folder, name);
  const server = await serveWith(t, folder, 'access.log');
  const linesOf = (name: string) => linesIn(readFileSync(at(name), 'utf8')).length;
  await server.ask(3);
  renameSync(at('access.log'), at('access.log.1'));
  const asking = server.ask(50);
  server.child.kill('SIGHUP');
  await until(() => existsSync(at('access.log')));
  await asking;
  await server.ask(2);
  renameSync(at('access.log'), at('access.log.2'));
  writeFileSync(at('access.log'), 'something else');
  server.child.kill('SIGHUP');
  await until(() => server.written.stderr.includes('access_log_not_reopened'));
  await server.ask(1);
  assert.equal(await server.stop(), 0);
  assert.ok(linesOf('access.log.2') >= 3);
  assert.equal(linesOf('access.log.1') + linesOf('access.log.2'), 56);
  assert.equal(readFileSync(at('access.log'), 'utf8'), 'something else');
});

test('where the disk fails to close the file, it is opened again all the same, and the service goes on and stops', {
  skip: skipReason,
}, async (t) => {
  const folder = tempFolder(t);
  const at = (name: string) => join(folder, name);
  const disk = createFailingDisk(t, folder);
  const server = await serveWith(t, folder, 'access.log', disk.env);
  await server.ask(3);
  disk.fail({ kind: 'closes', error: 'EIO', lasting: true }, 1);
  renameSync(at('access.log'), at('access.log.1'));
  server.child.kill('SIGHUP');
  await until(() => existsSync(at('access.log')));
  let asked = 3;
  while (statSync(at('access.log')).size === 0) {
    await server.ask(10);
    asked += 10;
  }
  assert.equal(await server.stop(), 0);
  const [old, new_] = ['access.log.1', 'access.log'].map(
    (name) => linesIn(readFileSync(at(name), 'utf8')).length,
  );
  assert.equal(Number(old) + Number(new_), asked);
  assert.ok(disk.heal() >= 2);
  assert.equal(server.written.stderr, '');
});

test('a service whose terminal closes still stops', { skip: needsTerminal }, async (t) => {
  const folder = tempFolder(t);
  const words = [...programWords, 'serve', '--port', '0'];
  const child = startInTerminal(folder, words, {});
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    shown += text;
  });
  await until(() => shown.includes('Ctrl-C to stop'));
  await turn();
  const url = /listens on (\S+),/.exec(shown)?.[1] ?? '';
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  child.kill('SIGKILL');
  while (
    await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  );
});

test('a full disk, a closed pipe and one that nobody reads end and delay nothing, and what is dropped is counted', async (t) => {
  const folder = tempFolder(t);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Held open, so that it is written until it is full, and is read after all.
  const holder = await open(pipe, 'r+');
  const reader = createReadStream(pipe, { highWaterMark: 1 });
  await once(reader, 'open');
  const stalled = await serveWith(t, folder, 'pipe');
  const requests = 9_000;
  await flood(Number(new URL(stalled.url).port), requests);
  await until(() => lostIn(stalled.written.stderr) > 0);
  assert.equal(await stalled.stop(), 0);
  await holder.close();
  let read = '';
  for await (const text of reader.setEncoding('utf8')) read += text;
  // The last line may be cut short.
  const whole = read.slice(0, read.lastIndexOf('\n') + 1);
  assert.equal(linesIn(whole).length + lostIn(stalled.written.stderr), requests);

  for (const [target, leave] of [
    ['/dev/full', false],
    ['-', true],
  ] as const) {
    const server = await serveWith(t, folder, target);
    if (leave) server.child.stdout?.destroy();
    await server.ask(30);
    assert.equal(await server.stop(), 0, server.written.stderr);
    assert.equal(lostIn(server.written.stderr), 30, target);
  }
});

/** Sends that many requests, as many on one connection as may wait there. */
async function flood(port: number, requests: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  for (let sent = 0; sent < requests; sent += 100) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100));
    let received = '';
    while ((received.match(/"ok"}/g) ?? []).length < 100)
      received += (await once(socket, 'data'))[0];
  }
  socket.destroy();
}

test('on standard output there is a line for each request, after what the start says', async (t) => {
  const server = await serveWith(t, tempFolder(t), '-');
  await server.ask(3);
  assert.equal(await server.stop(), 0);
  const lines = linesIn(server.written.stdout.slice(server.written.stdout.indexOf('\n}\n') + 3));
  assert.deepEqual(
    lines.map(({ route }) => route),
    ['/healthz', '/healthz', '/healthz'],
  );
});

test('what is no file for lines is refused before anything is created, and left as it is', async (t) => {
  const { run, folder } = createCommandLine(t);
  writeFileSync(join(folder, 'key.pem'), '-----BEGIN');
  symlinkSync('engaged.db', join(folder, 'link.log'));
  symlinkSync('.', join(folder, 'logs'));
  for (const [target, message] of [
    ['key.pem', 'access-log must name a file of its own: this one holds something else'],
    ['.', 'The file of access-log cannot be written (EISDIR)'],
    ['missing/access.log', 'The file of access-log cannot be written (ENOENT)'],
    ...['engaged.db', 'link.log', 'logs/engaged.db', 'engaged.db-wal', 'engaged.db-server'].map(
      (path) => [path, 'access-log must not be the data file'] as const,
    ),
  ] as const) {
    const { code, stderr } = await run(['serve', '--port', '0', '--access-log', target]);
    assert.notEqual(code, 0);
    assert.equal(stderr, `engaged: ${message}\n`);
    assert.deepEqual(readdirSync(folder).sort(), ['key.pem', 'link.log', 'logs']);
  }
  assert.equal(readFileSync(join(folder, 'key.pem'), 'utf8'), '-----BEGIN');
});
