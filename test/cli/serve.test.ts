import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { CONTRACT_SCOPES, hashApiKey } from '../../src/domain/api-key.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { acquireServerLock } from '../../src/store/files/server-lock.ts';
import { findUsable } from '../../src/store/keys/api-keys.ts';
import { tempFolder } from '../store/temp-files.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';
import { isBuilt } from './program-under-test.ts';

type Start = {
  url: string | null;
  data: string;
  first_start: { live_key: string; test_key: string } | null;
};

const ANY_PORT = ['--port', '0'];

async function startServing(t: TestContext, folder: string, argv: readonly string[] = []) {
  const server = runEngaged(t, folder, ['serve', ...ANY_PORT, '--json', ...argv]);
  const start = JSON.parse(await server.waitForOutput('\n}\n')) as Start;
  return { ...server, ...start };
}

const get = (url: string, key: string) =>
  fetch(url, { headers: { authorization: `Bearer ${key}` } });

test('a link to the portal leads to where the service was started last, and a setting wins', async (t) => {
  const line = createCommandLine(t);
  const { folder } = line;
  const server = await startServing(t, folder);
  const link = async (env = {}) => {
    const { stdout } = await line.run(
      ['portal', 'link', 'it@acme.example', '--role', 'owner', '--json'],
      { env },
    );
    return (JSON.parse(stdout) as { link: string }).link.replace(/[\w-]{22}$/, '…');
  };
  assert.equal(await link(), `${server.url}/portal/link/…`);
  const ENGAGED_PUBLIC_URL = 'https://engaged.example/';
  assert.equal(await link({ ENGAGED_PUBLIC_URL }), 'https://engaged.example/portal/link/…');
  server.child.kill('SIGTERM');
  await server.ended;
  const flags = ['--public-url', 'https://portal.example/hr/engaged'];
  const again = await startServing(t, folder, flags);
  assert.equal(await link(), 'https://portal.example/hr/engaged/portal/link/…');
  again.child.kill('SIGTERM');
  await again.ended;
});

test('the first start prints two keys and curl lines that work as printed', async (t) => {
  const server = runEngaged(t, tempFolder(t), ANY_PORT);
  const text = await server.waitForOutput('Press Ctrl-C to stop.');
  const [, docs = ''] = /^API reference: (.*)$/m.exec(text) ?? [];
  assert.equal((await fetch(docs)).status, 200);
  assert.equal(text.match(/svc_live_\w{38}/g)?.length, 2);
  assert.equal(text.match(/svc_test_\w{38}/g)?.length, 2);
  const lines = text.match(/^ +curl .*$/gm) ?? [];
  assert.equal(lines.length, 2);
  for (const line of lines) {
    const { stdout } = await promisify(execFile)('sh', ['-c', `${line.trim()} --silent --fail`]);
    assert.ok(JSON.parse(stdout));
  }
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
});

test('behind a proxy the start prints every address as browsers reach it, and where it listens', async (t) => {
  const folder = tempFolder(t);
  const flags = ['--public-url', 'https://engaged.example/hr/'];
  const server = runEngaged(t, folder, [...ANY_PORT, ...flags]);
  const text = await server.waitForOutput('Press Ctrl-C to stop.');
  const addresses = [...text.matchAll(/https?:\/\/[^\s',]+/g)].map(([address]) =>
    address.replace(/(?<=link\/).*/, '…').replace(/:\d+$/, ':…'),
  );
  assert.deepEqual(addresses, [
    'https://engaged.example/hr/v1/leaderboard?limit=3',
    'https://engaged.example/hr/v1/status',
    'https://engaged.example/hr/portal/link/…',
    'https://engaged.example/hr/portal',
    'https://engaged.example/hr/docs',
    'http://127.0.0.1:…',
  ]);
});

test('the first start says what its keys cannot do', async (t) => {
  const server = runEngaged(t, tempFolder(t), ANY_PORT);
  const text = await server.waitForOutput('Press Ctrl-C to stop.');
  const [, warning] = /^(Save these keys[\s\S]*?)\n\n/m.exec(text) ?? [];
  assert.equal(
    warning,
    'Save these keys now; they are not shown again. Both can read people, leaderboards, departments and the shop, and sync\n' +
      'rosters. Every other scope, such as xp:write, must be named: engaged key create --help',
  );
  const [, url] = /listens on (\S+),/.exec(text) ?? [];
  for (const [key = ''] of text.matchAll(/svc_(?:live|test)_\w{38}/g)) {
    const answer = await get(`${url}/v1/status`, key);
    const status = (await answer.json()) as { key: { scopes: string[] } };
    assert.deepEqual(status.key.scopes, CONTRACT_SCOPES);
  }
});

test('the second start finds the data file, prints no keys, and the first ones still work', async (t) => {
  const folder = tempFolder(t);
  const first = await startServing(t, folder);
  assert.ok(first.first_start);
  assert.equal(first.data, join(folder, 'engaged.db'));
  first.child.kill('SIGINT');
  assert.equal(await first.ended, 0);
  const second = await startServing(t, folder);
  assert.equal(second.first_start, null);
  const answer = await get(`${second.url}/v1/status`, first.first_start.live_key);
  assert.equal(answer.status, 200);
});

test('a key revoked on the command line is refused by the running server at once', async (t) => {
  const folder = tempFolder(t);
  const server = await startServing(t, folder);
  const key = server.first_start?.test_key ?? '';
  const before = await get(`${server.url}/v1/status`, key);
  assert.equal(before.status, 200);
  const { key: shown } = (await before.json()) as { key: { id: string } };
  const revoked = runEngaged(t, folder, ['key', 'revoke', shown.id]);
  assert.equal(await revoked.ended, 0);
  assert.equal((await get(`${server.url}/v1/status`, key)).status, 401);
});

test('SIGTERM answers the sync that is under way, then ends with 0', async (t) => {
  const server = await startServing(t, tempFolder(t));
  const employees = Array.from({ length: 4000 }, (_, index) => ({
    external_id: `E${index}`,
    email: `e${index}@example.com`,
    first_name: 'A',
    last_name: 'B',
  }));
  const body = JSON.stringify({ employees });
  const answer = fetch(`${server.url}/v1/employees/sync`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.first_start?.live_key}` },
    body,
  });
  // The connection is known to be in the server's hands once a second one has been answered.
  await get(`${server.url}/healthz`, '');
  server.child.kill('SIGTERM');
  const result = (await (await answer).json()) as { created: number };
  assert.equal(result.created, 4000);
  assert.equal(await server.ended, 0);
});

test('SIGTERM to npm start ends the service in the same way', {
  skip: isBuilt && 'npm start runs the sources',
}, async (t) => {
  const words = ['--port', '0', '--json', '--data', join(tempFolder(t), 'engaged.db')];
  const npm = spawn('npm', ['start', '--silent', '--', ...words], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const group = -(npm.pid ?? assert.fail('there is no npm'));
  t.after(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  });
  let output = '';
  for await (const text of npm.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    if (output.endsWith('\n}\n')) break;
  }
  const { url } = JSON.parse(output) as Start;
  assert.equal((await get(`${url}/healthz`, '')).status, 200);
  npm.kill('SIGTERM');
  assert.deepEqual(await once(npm, 'exit'), [0, null]);
  await assert.rejects(get(`${url}/healthz`, ''), TypeError);
});

test('after the end the data file stands alone, with nothing beside it', async (t) => {
  const folder = tempFolder(t);
  const server = await startServing(t, folder);
  server.child.kill('SIGTERM');
  await server.ended;
  assert.deepEqual(readdirSync(folder), ['engaged.db']);
});

test('a busy port is one clear line, and leaves nothing behind', async (t) => {
  const { run, folder } = createCommandLine(t);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as { port: number };
  const outcome = await run(['serve', '--port', String(port)]);
  assert.deepEqual(outcome, {
    code: 1,
    stdout: '',
    stderr: `engaged: Port ${port} is in use by another program. Choose another one with --port\n`,
  });
  assert.deepEqual(readdirSync(folder), []);
});

test('the keys of a first start are printed even if the service cannot start', async (t) => {
  const { run, folder } = createCommandLine(t);
  for (const [file, ...json] of [['words.db'], ['json.db', '--json']] as const) {
    const data = join(folder, file);
    const lock = acquireServerLock(data);
    const { code, stdout, stderr } = await run(['serve', ...ANY_PORT, '--data', file, ...json]);
    lock.release();
    const refusal = `${data} is served by another process already. Stop that one first`;
    const said = json.length > 0 ? `engaged: ${JSON.parse(stderr).error.message}\n` : stderr;
    assert.deepEqual([code, said], [1, `engaged: ${refusal}\n`]);
    const keys = stdout.match(/svc_(?:live|test)_\w{38}/g) ?? [];
    const db = openDataFile(data, { write: false });
    const modes = keys.map((key) => db.one(findUsable, { hash: hashApiKey(key) })?.mode);
    db.close();
    assert.deepEqual(modes, ['live', 'test']);
    if (json.length > 0) {
      const { url, first_start } = JSON.parse(stdout) as Start;
      assert.deepEqual([url, first_start?.live_key, first_start?.test_key], [null, ...keys]);
    }
  }
});

test('a wrong setting stops the start with a line that names it, and leaves nothing behind', async (t) => {
  const { run, folder } = createCommandLine(t);
  const outcome = await run(['--leaderboard-cache-seconds', '31']);
  assert.deepEqual(outcome, {
    code: 2,
    stdout: '',
    stderr: 'engaged: --leaderboard-cache-seconds must be a whole number from 0 to 30\n',
  });
  const variable = await run(['serve'], { env: { ENGAGED_IP_LIMIT: 'none' } });
  assert.equal(
    variable.stderr,
    'engaged: ENGAGED_IP_LIMIT must be a whole number from 0 to 1000000\n',
  );
  assert.deepEqual(readdirSync(folder), []);
});

test('a missing folder is one clear line', async (t) => {
  const { run, folder } = createCommandLine(t);
  const outcome = await run(['serve', ...ANY_PORT, '--data', 'no/such/folder.db']);
  assert.deepEqual(outcome, {
    code: 1,
    stdout: '',
    stderr: `engaged: The folder of ${join(folder, 'no/such/folder.db')} does not exist.\n`,
  });
  assert.ok(!existsSync(join(folder, 'no')));
});

test('a server runs in this process too, and stops when it is asked to', {
  skip: isBuilt && 'a built program runs in a process of its own',
}, async (t) => {
  const { run, folder } = createCommandLine(t);
  const outcome = await run(['serve', ...ANY_PORT, '--json']);
  assert.equal(outcome.code, 0);
  const start = JSON.parse(outcome.stdout) as Start;
  assert.equal(start.data, join(folder, 'engaged.db'));
  const kept = readFileSync(start.data);
  assert.ok(start.first_start && !kept.includes(start.first_start.live_key));
});

test('a service with a stop delay is not ready any more when it is to stop, and still answers', async (t) => {
  const folder = tempFolder(t);
  const { url, child, first_start } = await startServing(t, folder, ['--stop-delay', '60']);
  const statusOf = async (path: string) =>
    (await get(`${url}${path}`, first_start?.live_key ?? '')).status;
  while ((await statusOf('/readyz')) !== 200);
  child.kill('SIGTERM');
  while ((await statusOf('/readyz')) !== 503);
  assert.equal(await statusOf('/v1/status'), 200);
  assert.equal(await statusOf('/healthz'), 200);
});
