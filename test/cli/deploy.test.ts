import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../http/harness.ts';
import { tempFolder } from '../store/temp-files.ts';
import { makeCertificate, NO_OPENSSL } from './certificates.ts';
import { createCommandLine } from './command-line.ts';
import { isBuilt, programWords } from './program-under-test.ts';

const RECIPES = ['systemd', 'container', 'nginx', 'caddy', 'litestream'];
const POSTGRES_RECIPES = ['citus', 'postgres', 'postgres-haproxy', 'postgres-systemd'];

test('every recipe contains the current settings, and is one document with --json', async (t) => {
  const { run, json } = createCommandLine(t);
  for (const recipe of RECIPES) {
    const argv = ['deploy', recipe, '--port', '9191', '--domain', 'points.example.org'];
    const { code, stdout, stderr } = await run([...argv, '--data', '/srv/people.db']);
    assert.deepEqual([code, stderr], [0, '']);
    const expected = {
      systemd:
        /^ExecStart=\/usr\/local\/bin\/engaged serve --data \/srv\/people\.db\nEnvironment=ENGAGED_PORT=9191$/m,
      container: /^ENV ENGAGED_PORT="9191"$/m,
      nginx: /server 127\.0\.0\.1:9191;[\s\S]*server_name points\.example\.org;/,
      caddy: /^points\.example\.org \{[\s\S]*reverse_proxy 127\.0\.0\.1:9191 /m,
      litestream: /path: "\/srv\/people\.db"/,
    }[recipe];
    assert.match(stdout, expected ?? /^$/);
    const { text } = await json<{ text: string }>(...argv, '--data', '/srv/people.db');
    assert.equal(text, stdout);
  }
});

test('settings from environment variables apply too, and no recipe contains a secret', async (t) => {
  const { run } = createCommandLine(t);
  const secret = 'a-token-that-nobody-else-may-know';
  const env = { ENGAGED_METRICS_TOKEN: secret, ENGAGED_IP_LIMIT: '77', ENGAGED_DATA: '/srv/e.db' };
  for (const recipe of [...RECIPES, ...POSTGRES_RECIPES]) {
    const { code, stdout } = await run(['deploy', recipe], { env });
    assert.equal(code, 0);
    assert.ok(!stdout.includes(secret));
  }
  const { stdout } = await run(['deploy', 'systemd'], { env });
  assert.match(stdout, /^Environment=ENGAGED_IP_LIMIT=77$/m);
  assert.match(stdout, /^AssertPathExists=\/srv\/e\.db$/m);
});

test('an invalid host name, a path with a line break and an invalid port are usage errors', async (t) => {
  const { run } = createCommandLine(t);
  for (const argv of [
    ['nginx', '--domain', 'a.example; return 200'],
    ['caddy', '--domain', '{'],
    ['systemd', '--data', '/srv/a\nUser=root'],
    ['systemd', '--program', '/opt/a\nUser=root'],
    ['nginx', '--port', '0'],
    ['nginx', '--port', 'x'],
    ['postgres', '--server', 'db.example.com:5432'],
    ['postgres-haproxy', '--node', '10.0.0.11'],
    ['postgres-haproxy', '--node', '[10.0.0.11]:80'],
    ['postgres-haproxy', '--certificate', '/a b'],
    ['postgres-haproxy', '--run-folder', '/a\nuser root'],
    ['postgres-systemd', '--database-host', 'a b'],
  ]) {
    const { code, stdout } = await run(['deploy', ...argv]);
    assert.deepEqual([code, stdout], [2, ''], argv.join(' '));
  }
});

test('the health check of the container asks in the way in which the service answers', async (t) => {
  const { run } = createCommandLine(t);
  const checkOf = async (argv: string[]) => {
    const { stdout } = await run(['deploy', 'container', ...argv]);
    const [, command = ''] = /^HEALTHCHECK .*\n {2}CMD (.*)$/m.exec(stdout) ?? [];
    const [, ...words] = JSON.parse(command) as string[];
    const child = spawn(process.execPath, words, { stdio: 'ignore' });
    return (await once(child, 'exit'))[0];
  };
  /** A service that has just been started may need a moment to be ready. */
  const becomesHealthy = async (argv: string[]) => {
    for (let tries = 10; tries > 0; tries--) if ((await checkOf(argv)) === 0) return true;
    return false;
  };
  const plain = await startTestService(t);
  assert.ok(await becomesHealthy(['--port', String(plain.port)]));
  if (NO_OPENSSL) return t.diagnostic(NO_OPENSSL);
  const { cert, key } = makeCertificate(tempFolder(t), 'engaged.example.com');
  const service = await startTestService(t, { tls: { files: { cert, key }, checkMs: 10 } });
  const tls = ['--tls-cert', cert, '--tls-key', key, '--port'];
  assert.ok(await becomesHealthy([...tls, String(service.port)]));
  // Nothing that answers is not healthy either.
  await Promise.all([plain.close(), service.close()]);
  assert.equal(await checkOf(['--port', String(plain.port)]), 1);
  assert.equal(await checkOf([...tls, String(service.port)]), 1);
});

test('a proxy speaks HTTPS to a service that speaks nothing else', async (t) => {
  const { run } = createCommandLine(t);
  const tls = ['--tls-cert', '/srv/cert.pem', '--tls-key', '/srv/key.pem'];
  const has = async (recipe: string, pattern: RegExp) =>
    await Promise.all(
      [tls, []].map(async (argv) => pattern.test((await run(['deploy', recipe, ...argv])).stdout)),
    );
  assert.deepEqual(await has('nginx', /proxy_pass https:/), [true, false]);
  assert.deepEqual(await has('caddy', /^\t{3}tls_insecure_skip_verify$/m), [true, false]);
  assert.deepEqual(await has('systemd', /^Documentation=https:/m), [true, false]);
});

test('a recipe with a data file refuses the address of a database, and none repeats its password', async (t) => {
  const { run } = createCommandLine(t);
  const env = { ENGAGED_DATA: 'postgres://engaged:not-for-others@127.0.0.1/engaged' };
  const files = ['systemd', 'container', 'litestream', 'nightly', 'nightly-timer', 'cron'];
  for (const recipe of [...files, 'nginx', 'caddy', ...POSTGRES_RECIPES]) {
    const { code, stdout, stderr } = await run(['deploy', recipe], { env });
    assert.equal(code, files.includes(recipe) ? 2 : 0, recipe);
    assert.ok(!(stdout + stderr).includes('not-for-others'));
  }
});

test('the unit on PostgreSQL has what a service behind HAProxy needs, unless it is given otherwise', async (t) => {
  const { run } = createCommandLine(t);
  const nodes = ['--node', '192.0.2.1:9191', '--node', '[2001:db8::2]:9191'];
  const argv = ['deploy', 'postgres-systemd', ...nodes, '--domain', 'points.example.org'];
  const linesOf = async (...more: string[]) =>
    (await run([...argv, ...more])).stdout.match(/^(?:Environment|ExecStart).*$/gm);
  assert.deepEqual(await linesOf('--port', '9191', '--stop-delay', '9'), [
    'EnvironmentFile=/etc/engaged/engaged.env',
    'Environment=ENGAGED_HOST=0.0.0.0',
    'Environment=ENGAGED_PUBLIC_URL=https://points.example.org',
    'Environment=ENGAGED_TRUSTED_PROXIES=192.0.2.1,2001:db8::2',
    'Environment=ENGAGED_STOP_DELAY=9',
    'Environment=ENGAGED_PORT=9191',
    'ExecStartPre=/usr/local/bin/engaged company list',
    'ExecStart=/usr/local/bin/engaged serve',
  ]);
});

test('systemd starts the service again where a SIGHUP arrived before the service could take it', async (t) => {
  const { run } = createCommandLine(t);
  for (const recipe of ['systemd', 'postgres-systemd']) {
    const { stdout } = await run(['deploy', recipe]);
    assert.deepEqual(stdout.match(/^Restart\w*=.*$/gm), [
      'Restart=on-failure',
      'RestartForceExitStatus=SIGHUP',
      'RestartSec=2',
    ]);
  }
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('systemd finds no fault in the unit, even with unusual paths', {
  skip: hasSystemd ? false : 'there is no systemd-analyze here',
}, async (t) => {
  const { run, folder } = createCommandLine(t);
  const program = isBuilt && programWords.length === 1 ? programWords[0] : process.execPath;
  for (const file of ['/var/lib/engaged/engaged.db', '/srv/our "data", 100 % $HOME/e.db']) {
    const argv = ['deploy', 'systemd', '--program', program, '--data', file, '--port', '443'];
    const unit = join(folder, 'engaged.service');
    writeFileSync(unit, (await run(argv)).stdout);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
  }
  const unit = join(folder, 'engaged.service');
  writeFileSync(unit, (await run(['deploy', 'postgres-systemd', '--program', program])).stdout);
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});
