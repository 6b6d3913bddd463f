import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';

const skip = process.platform === 'win32' ? 'Windows has no sockets in its file system' : false;

const PUBLIC = ['--public-url', 'https://engaged.example'];

/** Starts a service on a socket in its folder. */
async function serveSocket(t: TestContext, folder: string, argv: readonly string[] = []) {
  const server = runEngaged(t, folder, ['serve', '--socket', 'e.sock', ...PUBLIC, ...argv]);
  const path = join(folder, 'e.sock');
  await server.waitForOutput(`listens on unix:${path}`);
  return { ...server, path };
}

const ask = (socketPath: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ socketPath, path, headers: { Host: 'engaged.example', ...headers } });
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.end();
  });

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

test('a service listens on a socket for its user and group, and takes it along when it stops', {
  skip,
}, async (t) => {
  const folder = tempFolder(t);
  const { child, ended, path } = await serveSocket(t, folder);
  assert.equal(modeOf(path), '660');
  assert.equal(await ask(path, '/readyz'), 200);
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  assert.equal(existsSync(path), false);
  const again = await serveSocket(t, folder, ['--socket-mode', '600']);
  assert.equal(modeOf(again.path), '600');
});

test('what connects to the socket is trusted as a proxy', { skip }, async (t) => {
  const { path } = await serveSocket(t, tempFolder(t), ['--ip-limit', '1']);
  const from = (address: string) => ({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' });
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    assert.equal(await ask(path, '/portal/sign-in', from(address)), 200);
    assert.equal(await ask(path, '/portal/sign-in', from(address)), 429);
  }
});

test('a start removes the socket of a killed service, but none on which somebody listens', {
  skip,
}, async (t) => {
  const folder = tempFolder(t);
  const killed = await serveSocket(t, folder);
  killed.child.kill('SIGKILL');
  await killed.ended;
  assert.ok(lstatSync(killed.path).isSocket());
  const { path } = await serveSocket(t, folder);
  const other = ['serve', '--data', 'other.db', '--socket', path, ...PUBLIC];
  const refused = runEngaged(t, folder, other);
  assert.equal(await refused.ended, 1);
  assert.match(refused.written.stderr, new RegExp(`Another program listens on ${path}`));
  assert.equal(existsSync(join(folder, 'other.db')), false);
  assert.equal(await ask(path, '/readyz'), 200);
});

test('a path that no socket can have is an error that leaves it as it is', { skip }, async (t) => {
  const { run, folder } = createCommandLine(t);
  writeFileSync(join(folder, 'notes'), 'mine');
  for (const [path, message] of [
    ['notes', `${join(folder, 'notes')} is not a socket`],
    ['none/e.sock', `The folder of the socket ${join(folder, 'none/e.sock')} does not exist`],
  ] as const) {
    const { code, stderr } = await run(['serve', '--socket', path, ...PUBLIC]);
    assert.equal(code, 1);
    assert.ok(stderr.includes(message), stderr);
  }
  assert.equal(readFileSync(join(folder, 'notes'), 'utf8'), 'mine');
});

test('a socket needs the address of the proxy, and takes no certificate', async (t) => {
  const { run } = createCommandLine(t);
  const tls = ['--tls-cert', 'a', '--tls-key', 'b'];
  for (const [more, message] of [
    [[], 'socket needs public-url: no browser reaches a socket itself'],
    [[...PUBLIC, ...tls], 'socket and tls-cert exclude each other: the proxy has the certificate'],
  ] as const) {
    const { code, stderr } = await run(['serve', '--socket', 'e.sock', ...more]);
    assert.equal(code, 2);
    assert.ok(stderr.includes(message), stderr);
    const { stdout } = await run(['doctor', '--socket', 'e.sock', ...more]);
    assert.ok(stdout.includes(message), stdout);
  }
});

test('recipes have a socket in place of a port', async (t) => {
  const { run } = createCommandLine(t);
  const print = (recipe: string, path: string) =>
    run(['deploy', recipe, '--socket', path, ...PUBLIC]);
  const { stdout: unit } = await print('systemd', '/run/engaged/engaged.sock');
  assert.match(unit, /^Environment=ENGAGED_SOCKET=\/run\/engaged\/engaged\.sock$/m);
  assert.match(unit, /^RuntimeDirectory=engaged\nRuntimeDirectoryMode=0750$/m);
  const { stdout: elsewhere } = await print('systemd', '/srv/sockets/e.sock');
  assert.match(elsewhere, /^ReadWritePaths=\/srv\/sockets$/m);
  const { stdout: nginx } = await print('nginx', '/run/engaged/engaged.sock');
  assert.match(nginx, /^ {2}server unix:\/run\/engaged\/engaged\.sock;$/m);
  const { stdout: caddy } = await print('caddy', '/run/engaged/engaged.sock');
  assert.match(caddy, /reverse_proxy unix\/\/run\/engaged\/engaged\.sock \{$/m);
  for (const text of [nginx, caddy]) {
    assert.match(text, /engaged serve --socket \/run\/engaged\/engaged\.sock --public-url/);
  }
  const { code, stderr } = await print('container', '/run/engaged/engaged.sock');
  assert.deepEqual([code, stderr.includes('A container needs a port and no socket')], [2, true]);
});
