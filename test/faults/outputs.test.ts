import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { fillUp } from './fill-up.ts';
import { sendRequest } from './http-client.ts';
import { linesOf } from './log-lines.ts';
import { mountSmallDisk } from './mount.ts';
import { run, type Serving, serveFor, start } from './program.ts';
import { makeDataFile, readFile, rosterBody, rosterNumber } from './roster-fixture.ts';

const FIXTURE = { people: 60 };

/** Runs the program with a shell redirection. */
const redirected = (to: string) => ({ under: ['sh', '-c', `exec "$@" ${to}`, 'sh'] });

/** A data file, and a function that applies the n-th roster. */
function createFixture(t: TestContext) {
  const folder = tempFolder(t);
  const { file, keys } = makeDataFile(folder, { syncs: 30 });
  const [key = ''] = keys;
  const sync = ({ port }: Pick<Serving, 'port'>, n: number) =>
    sendRequest(port, 'PUT', '/v1/employees/sync', { key, body: rosterBody(FIXTURE, n) });
  const apply = async (serving: Pick<Serving, 'port'>, n: number) => {
    assert.equal((await sync(serving, n)).status, 200);
    readFile(file, (db) => assert.equal(rosterNumber(db, FIXTURE), n));
  };
  return { folder, file, key, apply };
}

/** An unused port. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

const needsFullDevice = !existsSync('/dev/full') && 'there is no /dev/full here';

test('a full disk loses log lines, which are counted, but no requests', async (t) => {
  const disk = mountSmallDisk(t, 1);
  if ('reason' in disk) return t.skip(disk.reason);
  const log = join(disk.folder, 'log');
  const filler = join(disk.folder, 'filler');
  const { folder, apply } = createFixture(t);
  const serving = await serveFor(t, folder, [], redirected(`2>> ${log}`));
  await apply(serving, 1);
  const before = linesOf(readFileSync(log, 'utf8')).length;
  fillUp(filler);
  // Until the page of the log is full as well, and a line is truncated.
  const free = 4096 - (statSync(log).size % 4096);
  let n = 1;
  while (statSync(log).size % 4096 !== 0) await apply(serving, ++n);
  assert.ok(free > 0 && n > 2);
  for (let more = 0; more < 3; more++) await apply(serving, ++n);
  const truncatedLine = readFileSync(log, 'utf8').split('\n').at(-1);
  assert.ok(truncatedLine);
  rmSync(filler);
  await apply(serving, ++n);
  assert.equal(await serving.stop(), 0);

  const lines = linesOf(readFileSync(log, 'utf8').replace(truncatedLine, ''));
  const synced = lines.filter(({ event }) => event === 'roster_sync').length;
  const lost = lines.filter(({ event }) => event === 'log_lines_lost');
  assert.deepEqual(
    lost.map(({ level, lines }) => [level, lines]),
    [['warn', n - synced]],
  );
  assert.ok(before > 0 && n - synced >= 4);
});

test('the service continues after the reader of its log is gone', async (t) => {
  const { folder, apply } = createFixture(t);
  const serving = await serveFor(t, folder);
  serving.child.stderr?.destroy();
  for (let n = 1; n <= 3; n++) await apply(serving, n);
  assert.equal(await serving.stop(), 0);
});

/** More log lines than a pipe and the service buffer. */
const MANY = 9_000;

/** A service whose log is not read. */
async function startWithStalledLog(t: TestContext, folder: string): Promise<Serving> {
  const serving = await serveFor(t, folder, ['--log-level', 'debug']);
  serving.child.stderr?.pause();
  await sendManyRequests(serving.port);
  return serving;
}

async function sendManyRequests(port: number): Promise<void> {
  for (let asked = 0; asked < MANY; asked += 50) {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => sendRequest(port, 'GET', '/healthz')),
    );
    for (const { status } of responses) assert.equal(status, 200);
  }
}

test('when the reader of the log stalls, lines are dropped and counted, and no request waits', async (t) => {
  const { folder, apply } = createFixture(t);
  const serving = await startWithStalledLog(t, folder);
  await apply(serving, 1);
  let log = '';
  serving.child.stderr?.on('data', (text: string) => {
    log += text;
  });
  serving.child.stderr?.resume();
  while (!log.includes('log_lines_lost')) await once(serving.child.stderr ?? serving.child, 'data');
  assert.equal(await serving.stop(), 0);
  let written = 0;
  let lost = 0;
  for (const { event, lines = 0 } of linesOf(log)) {
    if (event === 'log_lines_lost') lost += lines;
    else written++;
  }
  assert.ok(lost > 0);
  // The sync logs a line of its own in addition to the line of its request.
  assert.equal(written + lost, MANY + 2);
});

test('a service whose log is not read still shuts down', async (t) => {
  const { folder } = createFixture(t);
  const { child } = await startWithStalledLog(t, folder);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});

test('a terminal that stops reading blocks no request', {
  skip: spawnSync('script', ['--version']).error && 'needs script (util-linux)',
}, async (t) => {
  const { folder, apply } = createFixture(t);
  const port = await findFreePort();
  const words = ['serve', '--port', String(port), '--ip-limit', '0', '--log-level', 'debug'];
  const { child, written } = start(folder, words, {
    under: ['sh', '-c', 'exec script --quiet --command "exec $*" /dev/null', 'sh'],
  });
  t.after(() => child.kill('SIGKILL'));
  while (!written.stdout.includes('listens on')) await once(child.stdout ?? child, 'data');
  child.stdout?.pause();
  await sendManyRequests(port);
  await apply({ port }, 1);
});

test('the log survives rotation and truncation while it is written', async (t) => {
  const { folder, apply } = createFixture(t);
  const log = join(tempFolder(t), 'log');
  const serving = await serveFor(t, folder, [], redirected(`2>> ${log}`));
  await apply(serving, 1);
  renameSync(log, `${log}.1`);
  await apply(serving, 2);
  assert.equal(linesOf(readFileSync(`${log}.1`, 'utf8')).length, 2);
  truncateSync(`${log}.1`, 0);
  await apply(serving, 3);
  assert.equal(linesOf(readFileSync(`${log}.1`, 'utf8')).length, 1);
  assert.equal(await serving.stop(), 0);
});

test('a service runs without stdout and stderr', async (t) => {
  const { folder, apply } = createFixture(t);
  const port = await findFreePort();
  const words = ['serve', '--port', String(port), '--ip-limit', '0'];
  const all = [
    '> /dev/null 2>&-',
    '>&- 2> /dev/null',
    ...(needsFullDevice ? [] : ['> /dev/full 2>&1']),
  ];
  let n = 0;
  for (const outputs of all) {
    const it = start(folder, words, redirected(outputs));
    t.after(() => it.child.kill('SIGKILL'));
    while (!(await sendRequest(port, 'GET', '/healthz').catch(() => null)));
    await apply({ port }, ++n);
    it.child.kill('SIGTERM');
    assert.equal(await it.ended, 0);
  }
});

test('a start whose output cannot be printed is logged, also when it includes new keys', {
  skip: needsFullDevice,
}, async (t) => {
  for (const [file, events] of [
    ['new.db', ['keys_not_printed', 'start_not_printed']],
    ['engaged.db', ['start_not_printed']],
  ] as const) {
    const { folder } = createFixture(t);
    const port = await findFreePort();
    const words = ['serve', '--port', String(port), '--data', file];
    const it = start(folder, words, redirected('> /dev/full'));
    t.after(() => it.child.kill('SIGKILL'));
    while (!it.written.stderr.includes('start_not_printed')) {
      await once(it.child.stderr ?? it.child, 'data');
    }
    assert.equal((await sendRequest(port, 'GET', '/readyz')).status, 200);
    it.child.kill('SIGTERM');
    assert.equal(await it.ended, 0);
    assert.deepEqual(
      linesOf(it.written.stderr).map(({ event, code, stack }) => [event, code, stack]),
      events.map((event) => [event, 'ENOSPC', undefined]),
    );
  }
});

const OUTPUT_FAILED = {
  code: 1,
  stdout: '',
  stderr: 'engaged: The output cannot be written (ENOSPC).\n',
};

test('a command whose output does not fit on the disk fails with one line, also if a part of it fits', {
  skip: needsFullDevice,
}, async (t) => {
  const { folder } = createFixture(t);
  for (const words of [
    ['employee', 'list', '--json'],
    ['company', 'list'],
    ['--help'],
    ['openapi'],
  ]) {
    const { stderr, ...outcome } = await run(folder, words, redirected('> /dev/full'));
    const said = words.includes('--json')
      ? `engaged: ${JSON.parse(stderr).error.message}\n`
      : stderr;
    assert.deepEqual({ ...outcome, stderr: said }, OUTPUT_FAILED);
  }
  const disk = mountSmallDisk(t, 1);
  if ('reason' in disk) return t.skip(disk.reason);
  const filler = join(disk.folder, 'filler');
  fillUp(filler);
  truncateSync(filler, statSync(filler).size - 8192);
  const place = join(disk.folder, 'openapi.json');
  assert.deepEqual(await run(folder, ['openapi'], redirected(`> ${place}`)), OUTPUT_FAILED);
  assert.equal(statSync(place).size, 8192);
});

test('a command succeeds if its reader closes the pipe early, or if its messages cannot be written', async (t) => {
  const { folder } = createFixture(t);
  const enough = await run(folder, ['openapi'], {
    under: ['sh', '-c', '{ "$@"; echo "ended with $?" >&2; } | true', 'sh'],
  });
  assert.deepEqual([enough.code, enough.stderr], [0, 'ended with 0\n']);
  if (needsFullDevice) return;
  assert.equal((await run(folder, ['company', 'list'], redirected('2> /dev/full'))).code, 0);
  assert.equal((await run(folder, ['company', 'lst'], redirected('2> /dev/full'))).code, 2);
});
