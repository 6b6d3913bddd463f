// Uses the built bundle like a user: first start, a request with each key, a page of the portal, a command beside the
// running server, shutdown. Run by `npm run smoke` after `npm run build`, or with ENGAGED_PROGRAM for another program.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment as env, isBuilt, programWords } from './cli/program-under-test.ts';

const LAUNCHER = join(import.meta.dirname, '..', 'bin', 'engaged.mjs');
const [file, ...words] = isBuilt ? programWords : [process.execPath, LAUNCHER];
const CLIENT = new URL('../dist/client.mjs', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'engaged-smoke-'));

const server = spawn(file, [...words, '--port', '0', '--json'], {
  cwd: folder,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  let text = '';
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    text += chunk;
    if (text.endsWith('\n}\n')) break;
  }
  const { url, first_start: keys } = JSON.parse(text);
  const listLength = async (path: string, key: string): Promise<number> => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(response.status, 200);
    return ((await response.json()) as { data: unknown[] }).data.length;
  };
  assert.ok((await listLength('/v1/leaderboard', keys.test_key)) > 0);
  assert.match(await (await fetch(`${url}/portal/sign-in`)).text(), /<h1>Sign in/);
  const sync = await fetch(`${url}/v1/employees/sync`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${keys.live_key}`, 'content-type': 'application/json' },
    body: '{"employees":[{"external_id":"1","email":"a@b.example","first_name":"A","last_name":""}]}',
  });
  assert.equal(((await sync.json()) as { created: number }).created, 1);
  assert.equal(await listLength('/v1/employees', keys.live_key), 1);
  const { EngagedClient } = (await import(CLIENT)) as typeof import('../src/client/client.ts');
  const client = new EngagedClient({ baseUrl: url, key: keys.live_key });
  assert.deepEqual(
    (await client.employees().all()).map(({ external_id }) => external_id),
    ['1'],
  );
  const listed = execFileSync(file, [...words, 'key', 'list', '--json'], {
    cwd: folder,
    env,
  });
  assert.equal(JSON.parse(listed.toString()).data.length, 2);
  server.kill('SIGTERM');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
  assert.deepEqual(readdirSync(folder), ['engaged.db']);
  console.log('The program starts, responds, also to the client, shows a page, syncs, and stops.');
} finally {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
