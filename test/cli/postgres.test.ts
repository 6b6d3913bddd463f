import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { warnAboutKeys } from '../../src/cli/housekeeping.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { createLogger } from '../../src/service/log.ts';
import { openForRequests } from '../../src/store/data.ts';
import { createTestCompany, createTestKey, NOW } from '../service/test-company.ts';
import { createTestDatabase, usePostgres } from '../store/postgres-server.ts';
import { createCommandLine } from './command-line.ts';

/** A command line whose data is in a database; undefined where there is no PostgreSQL. */
async function start(t: TestContext) {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const address = createTestDatabase(t, server);
  return {
    address,
    ...createCommandLine<{ data: unknown[] }>(t, { env: { ENGAGED_DATA: address } }),
  };
}

test('a database is filled by the first company, and other commands work on it as on a data file', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { address, run, json } = started;
  assert.deepEqual(await run(['company', 'list']), {
    code: 1,
    stdout: '',
    stderr: `engaged: There is no data in ${address}. Name the right database with --data, or begin with: engaged company create --name NAME\n`,
  });
  const company = await json('company', 'create', '--name', 'Acme');
  assert.deepEqual((await json('company', 'list')).data, [company]);
  const { code, stderr } = await run(['company', 'create', '--name', 'ACME']);
  assert.deepEqual([code, stderr], [1, 'engaged: Another company already has this name\n']);
  await json('employee', 'add', '--email', 'bo@acme.example');
  assert.equal((await json('employee', 'list')).data.length, 1);
});

test('doctor checks what is on record, and not what the server sees to itself', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { address, json } = started;
  await json('company', 'create', '--name', 'Acme');
  const { checks } = await json<{ checks: { check: string; level: string; message: string }[] }>(
    'doctor',
  );
  assert.deepEqual(checks[0], { check: 'database', level: 'ok', message: address, advice: null });
  assert.deepEqual(
    checks.map(({ check }) => check),
    [
      'database',
      'ledgers',
      'standings',
      'clock',
      'keys',
      'webhooks',
      'months',
      'contests',
      'Node.js',
      'PostgreSQL',
    ],
  );
});

test('keys that expire soon are found while the clock moves', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { db, file, companyId } = createTestCompany(t, server);
  const { id } = createTestKey(db, companyId, { now: NOW, expiresAt: NOW + 10 * DAY_MS });
  const log: string[] = [];
  let time = NOW;
  const now = () => ++time;
  const requests = openForRequests(file, 5_000);
  t.after(() => requests.close());
  await warnAboutKeys({
    db: requests,
    log: createLogger('warn', (line) => log.push(line), now),
    now,
  });
  const warnings = log.map((line) => JSON.parse(line));
  assert.deepEqual(
    warnings.map(({ event, key_id }) => [event, key_id]),
    [['key_expires_soon', id]],
  );
});

test('what copies or replaces a data file refuses and names the tools of PostgreSQL', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { run } = started;
  await run(['company', 'create', '--name', 'Acme']);
  for (const command of [
    ['backup', 'copy.db'],
    ['restore', 'copy.db'],
    ['company', 'delete', 'Acme', '--yes'],
  ]) {
    const { code, stderr } = await run(command);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /works on data files\. For PostgreSQL, use its own tools, such as pg_dump\.\n$/,
    );
  }
});

test('a server that cannot be reached is named without the password', async (t) => {
  const { run } = createCommandLine(t);
  const { code, stderr } = await run([
    'company',
    'list',
    '--data',
    'postgres://me:secret@127.0.0.1:1/hr',
  ]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^engaged: The database postgres:\/\/me@127\.0\.0\.1:1\/hr cannot be used: connect ECONNREFUSED/,
  );
});

test('a person is erased and what is left is removed, as in a data file', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { address, run, json } = started;
  await json('company', 'create', '--name', 'Acme');
  await json('employee', 'add', '--email', 'bo@acme.example');
  const erase = ['employee', 'erase', 'bo@acme.example', '--reason', 'Request', '--yes'];
  const { file_rewritten } = await json<{ file_rewritten: boolean }>(...erase);
  assert.equal(file_rewritten, true);
  const { code, stdout } = await run(['vacuum']);
  assert.equal(code, 0);
  assert.ok(stdout.startsWith(`Cleaned ${address} (`), stdout);
});
