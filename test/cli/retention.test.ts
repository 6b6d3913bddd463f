import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';
import { person, writeRoster } from './import/roster-file.ts';

type Kind = { kind: string; days: number | null; count: number; to_delete: number };

test('what the settings would delete is shown, and a service with them deletes it', async (t) => {
  const { folder, json, run } = createCommandLine(t);
  const now = Date.now();
  assert.equal(
    (await run(['company', 'create', '--name', 'Acme'], { now: now - 10 * DAY_MS })).code,
    0,
  );
  for (const days of [9, 8, 7]) {
    writeRoster(folder, 'roster.csv', [person(days)]);
    const { code } = await run(['import', 'roster.csv'], { now: now - days * DAY_MS });
    assert.equal(code, 0);
  }
  const runsOf = async (flags: string[], env = {}) => {
    const { stdout, stderr } = await run(['retention', ...flags, '--json'], { now, env });
    assert.equal(stderr, '');
    const data: Kind[] = JSON.parse(stdout).data;
    const found = data.find(({ kind }) => kind === 'sync_runs');
    return [found?.days, found?.count, found?.to_delete];
  };
  assert.deepEqual(await runsOf([]), [null, 3, 0]);
  assert.deepEqual(await runsOf([], { ENGAGED_RUN_DAYS: '5' }), [5, 3, 2]);
  assert.deepEqual(await runsOf(['--run-days', '5']), [5, 3, 2]);
  const text = (await run(['retention', '--run-days', '5'], { now })).stdout.split('\n');
  const day = new Date(now - 9 * DAY_MS).toISOString().slice(0, 10);
  assert.deepEqual(
    text.flatMap((line) => (/^(KIND|sync|XP|portal)/.test(line) ? [line.split(/ {2,}/)] : [])),
    [
      ['KIND', 'KEPT', 'SETTING', 'COUNT', 'OLDEST', 'WOULD GO'],
      ['sync runs', '5 days', 'run-days', '3', day, '2'],
      ['portal sessions', 'until they end', '0', '0'],
      text.find((line) => line.startsWith('XP'))?.split(/ {2,}/),
    ],
  );
  assert.match(text.join('\n'), /^XP entries +for good /m);
  assert.deepEqual(await run(['retention', '--run-days', 'never']), {
    code: 2,
    stdout: '',
    stderr: 'engaged: --run-days must be a whole number from 0 to 36500\n',
  });

  const runs = async () => (await json<{ data: unknown[] }>('sync', 'list')).data.length;
  const settings = [
    ...['--run-days', '5', '--public-url', 'https://engaged.acme.example'],
    ...['--smtp-url', 'smtp://127.0.0.1:9?tls=none', '--mail-from', 'Acme <a@acme.example>'],
    ...['--trusted-proxies', '10.0.0.0/8', '--webhook-allow', '10.0.0.0/8'],
  ];
  const server = runEngaged(t, folder, ['serve', '--port', '0', ...settings]);
  await server.waitForOutput('Press Ctrl-C');
  while ((await runs()) > 1) {
    assert.equal(server.written.stderr, '');
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
  assert.deepEqual(await runsOf(['--run-days', '5']), [5, 1, 0]);

  // By the clock everything would go, but deletions are not so far.
  const late = await run(['retention', '--audit-days', '20', '--json'], { now: now + 30 * DAY_MS });
  const { data } = JSON.parse(late.stdout) as { data: Kind[] };
  const audit = data.find(({ kind }) => kind === 'audit_entries');
  assert.deepEqual([Number(audit?.count) > 0, audit?.to_delete], [true, 0]);
  assert.match(
    late.stderr,
    /^Deletions follow the clock by at most a day each hour\. The next one is as of \d{4}-\d\d-\d\d \d\d:\d\d UTC; more goes later\.\n$/,
  );
});
