import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { linesOf } from './log-lines.ts';
import { type Serving, serveFor, start } from './program.ts';
import { makeDataFile } from './roster-fixture.ts';
import { HANGS_MS } from './run-scale.ts';

const NO_PRLIMIT = spawnSync('prlimit', ['--version']).status !== 0 && 'there is no prlimit here';

/** A separate user, because the thread limit applies per user and not to the superuser. */
const USER = 61_234;
const AS_USER = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'];

const limit = ({ child }: Serving, what: string, under: readonly string[] = ['env']) =>
  execFileSync(under[0] ?? '', [...under.slice(1), 'prlimit', '--pid', String(child.pid), what]);

test('while the system refuses threads, leaderboards are a 503, and they recover afterwards', {
  skip: NO_PRLIMIT || (process.getuid?.() !== 0 && 'only the superuser can change users'),
}, async (t) => {
  const folder = tempFolder(t);
  const {
    file,
    keys: [key = ''],
  } = makeDataFile(folder, { syncs: 30 });
  for (const path of [folder, file]) chownSync(path, USER, USER);
  chmodSync(folder, 0o700);
  const serving = await serveFor(t, folder, [], { under: AS_USER });
  const ask = () => sendRequest(serving.port, 'GET', '/v1/leaderboard', { key });
  limit(serving, '--nproc=1:', AS_USER);
  for (let asked = 0; asked < 5; asked++) {
    const { status, headers, json } = await ask();
    assert.deepEqual(
      [status, headers['retry-after'], json],
      [
        503,
        '30',
        {
          error: {
            code: 'unavailable',
            message: 'The service cannot complete the request at the moment',
            request_id: headers['x-request-id'],
          },
        },
      ],
    );
  }
  limit(serving, '--nproc=500:', AS_USER);
  // One more attempt may have been made before the limit was raised.
  while ((await ask()).status !== 200);
  assert.equal(await serving.stop(), 0);
  const lines = linesOf(serving.written.stderr).filter(({ event }) => event !== 'slow_request');
  assert.deepEqual(
    lines.map(({ level, event, code }) => [level, event, code]),
    [['error', 'ranker_died', 'EAGAIN']],
  );
});

test('a service without free file descriptors logs that once, and continues when some are free again', {
  skip: NO_PRLIMIT,
}, async (t) => {
  const folder = tempFolder(t);
  const {
    keys: [key = ''],
  } = makeDataFile(folder, { syncs: 30 });
  const serving = await serveFor(t, folder);
  const untilLogged = (event: string) =>
    waitFor(serving, () => linesOf(serving.written.stderr).some((line) => line.event === event));
  limit(serving, '--nofile=1:');
  const waiting = Array.from({ length: 20 }, () =>
    sendRequest(serving.port, 'GET', '/v1/status', { key }).catch(() => undefined),
  );
  await untilLogged('too_many_open_files');
  limit(serving, '--nofile=1000:');
  await untilLogged('files_can_be_opened_again');
  await Promise.all(waiting);
  assert.equal((await sendRequest(serving.port, 'GET', '/v1/leaderboard', { key })).status, 200);
  assert.equal((await sendRequest(serving.port, 'GET', '/readyz')).status, 200);
  assert.equal(await serving.stop(), 0);
  assert.deepEqual(
    // How long a request takes is up to the machine.
    linesOf(serving.written.stderr)
      .filter(({ event }) => event !== 'slow_request')
      .map(({ level, event, code }) => [level, event, code]),
    [
      ['error', 'too_many_open_files', 'EMFILE'],
      ['info', 'files_can_be_opened_again', undefined],
    ],
  );
});

/** Waits until a service has logged something. */
async function waitFor({ child }: Serving, isLogged: () => boolean): Promise<void> {
  while (!isLogged()) await once(child.stderr ?? child, 'data');
}

test('a command without free file descriptors says what to do', async (t) => {
  const folder = tempFolder(t);
  makeDataFile(folder, { syncs: 30 });
  writeFileSync(
    join(folder, 'roster.csv'),
    'external_id,email,first_name,last_name\n1,a@acme.example,A,B\n',
  );
  const commands = [
    ['import', 'roster.csv'],
    ['serve', '--port', '0'],
    ['backup', 'b.db'],
  ];
  const refusals = new Set<string>();
  // From too few for Node itself to enough for a part of the work.
  for (let files = 20; files <= 24; files++)
    for (const words of commands) {
      const under = ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh'];
      const { child, ended, written } = start(folder, words, { under, timeout: HANGS_MS });
      // A service that starts has enough.
      if (words[0] === 'serve') child.stdout?.once('data', () => child.kill('SIGKILL'));
      await ended;
      if (written.stderr.startsWith('engaged: ')) refusals.add(written.stderr);
    }
  assert.deepEqual(
    [...refusals],
    [
      'engaged: Too many open files: this process has reached its limit. Raise it with ulimit -n, or LimitNOFILE= in a systemd unit.\n',
    ],
  );
});
