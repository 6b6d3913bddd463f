import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { linesOf } from './log-lines.ts';
import { type Serving, serveFor } from './program.ts';
import { makeDataFile } from './roster-fixture.ts';

const NO_PRLIMIT = spawnSync('prlimit', ['--version']).status !== 0 && 'there is no prlimit here';

/** A user of its own: the system counts threads per user, and the superuser's not at all. */
const USER = 61_234;
const AS_USER = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'];

const limit = ({ child }: Serving, what: string, under: readonly string[] = ['env']) =>
  execFileSync(under[0] ?? '', [...under.slice(1), 'prlimit', '--pid', String(child.pid), what]);

test('while the system refuses threads, leaderboards are a 503, and work again when it allows them', {
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
