import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '../../src/domain/duration.ts';
import { newId } from '../../src/domain/id.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { takeStep } from '../../src/service/roster/steps/change-in-steps.ts';
import { HOLD_MS } from '../../src/service/roster/steps/roster-hold.ts';
import { listLive } from '../../src/store/company/companies.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { list } from '../../src/store/roster/roster-holds.ts';
import { eventsOf } from '../service/test-company.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';

type Key = { id: string; key: string; last_used_at: string | null; last_used_from: string | null };

test('a server warns of keys that expire soon, exposes its metrics, and records the use of keys at shutdown', async (t) => {
  const { folder, json, run } = createCommandLine(t);
  const now = { now: Date.now() };
  const create = async (...flags: string[]): Promise<Key> => {
    const argv = ['key', 'create', '--mode', 'live', '--name', 'HR', '--scope', 'all', ...flags];
    return JSON.parse((await run([...argv, '--json'], now)).stdout);
  };
  await json('company', 'create', '--name', 'Acme');
  const used = await create('--expires-in', '10d');
  const idle = await create();

  const token = 'only-for-prometheus';
  // Whom a key was used by is known without a ceiling for addresses too.
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--ip-limit', '0', '--json'], {
    ENGAGED_METRICS_TOKEN: token,
  });
  const { url } = JSON.parse(await server.waitForOutput('\n}\n'));
  const get = (path: string, bearer: string) =>
    fetch(url + path, { headers: { authorization: `Bearer ${bearer}` } });
  const askedAt = Date.now();
  assert.equal((await get('/v1/status', used.key)).status, 200);
  const page = await (await get('/metrics', token)).text();
  assert.match(page, /^engaged_http_requests_total\{route="\/v1\/status",status="200"\} 1$/m);
  assert.match(page, /^engaged_build_info\{version="[^"]+",sqlite="3\.[\d.]+",node="[\d.]+"\} 1$/m);
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);

  const [warning, ...others] = server.written.stderr
    .split('\n')
    .filter((line) => line.includes('key_expires_soon'))
    .map((line) => JSON.parse(line));
  assert.deepEqual(others, []);
  assert.deepEqual([warning.level, warning.key_id, warning.days_left], ['warn', used.id, 9]);

  const { data } = await json<{ data: Key[] }>('key', 'list');
  const [first, second] = [used, idle].map(({ id }) => data.find((key) => key.id === id));
  assert.equal(first?.last_used_from, '127.0.0.1');
  assert.ok(Date.parse(first?.last_used_at ?? '') >= askedAt);
  assert.equal(second?.last_used_at, null);
  const { stdout } = await run(['key', 'list']);
  assert.match(stdout, /\d UTC from 127\.0\.0\.1/);
  assert.match(stdout, / never /);
});

test('a server closes the months that are due when it starts', async (t) => {
  const { folder, json, run } = createCommandLine(t);
  const DAY = 86_400_000;
  const monthsAgo = (count: number) => {
    const date = new Date();
    return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1));
  };
  const joined = monthsAgo(3).getTime() + DAY;
  const words = ['employee', 'add', '--email', 'ada@acme.example'];
  await json('company', 'create', '--name', 'Acme');
  assert.equal((await run(words, { now: joined })).code, 0);
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--month-grace-hours', '0']);
  await server.waitForOutput('Press Ctrl-C');
  const closed = async () =>
    (await json<{ data: { month: string }[] }>('month', 'list')).data.map(({ month }) => month);
  while ((await closed()).length < 3) await new Promise((resolve) => setImmediate(resolve));
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
  assert.deepEqual(
    await closed(),
    [1, 2, 3].map((count) => monthsAgo(count).toISOString().slice(0, 7)),
  );
  const { data } = await json<{ data: { actor: string; target: { id: string } }[] }>(
    ...['audit', 'list', '--action', 'month'],
  );
  assert.deepEqual(new Set(data.map(({ actor }) => actor)), new Set(['service']));
});

test('a server writes events about keys that expire soon, and deletes events after the days of its setting', async (t) => {
  const { folder, json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  for (const days of [9, 7, 0]) {
    const now = Date.now() - days * DAY_MS;
    const added = await run(['employee', 'add', '--email', `p${days}@acme.example`], { now });
    assert.equal(added.code, 0);
  }
  const words = ['key', 'create', '--mode', 'live', '--name', 'HR', '--scope', 'all'];
  const key = await json<Key>(...words, '--expires-in', '10d');
  const options = ['--event-days', '8', '--month-grace-hours', '240'];
  const server = runEngaged(t, folder, ['serve', '--port', '0', ...options, '--json']);
  await server.waitForOutput('\n}\n');
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
  const db = openDataFile(join(folder, 'engaged.db'), { write: false });
  t.after(() => db.close());
  const [live] = db.all(listLive, {});
  const events = eventsOf(db, live?.companyId ?? 0);
  assert.deepEqual(
    events.map(({ sequence, type }) => [sequence, type]),
    [
      [2, 'employee.created'],
      [3, 'employee.created'],
      [4, 'key.expiring'],
    ],
  );
  assert.equal(events[2]?.data.key_id, key.id);
});

test('a server frees a company that a killed import held, whether or not anybody asks if it is ready', async (t) => {
  const { folder, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const server = runEngaged(t, folder, ['serve', '--port', '0']);
  await server.waitForOutput('Press Ctrl-C');
  const db = openDataFile(join(folder, 'engaged.db'), { write: true });
  t.after(() => db.close());
  const [acme] = db.all(listLive, {});
  const companyId = acme?.companyId ?? 0;
  const now = Date.now() - HOLD_MS;
  takeStep(db, { kind: 'hold', companyId, token: newId(now) }, () => now);
  while (db.all(list, {}).length > 0) await setTimeout(50);
  const context = { companyId, now: Date.now(), actor: 'test' };
  writeCompany(db, context, (write) => addEmployee(write, { email: 'ada@acme.example' }));
});

test('where the hold of a killed import cannot be ended, commands that read still work, and those that write say why not', async (t) => {
  const { folder, json, run } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const db = openDataFile(join(folder, 'engaged.db'), { write: true });
  t.after(() => db.close());
  const companyId = db.all(listLive, {})[0]?.companyId ?? 0;
  takeStep(db, { kind: 'hold', companyId, token: newId(0) }, () => 0);
  db.execute(
    `create trigger broken before delete on roster_holds begin select raise(abort, 'secret'); end`,
  );
  assert.equal((await run(['sync', 'list'])).code, 0);
  assert.equal((await run(['backup', 'backup.db'])).code, 0);
  const refused = await run(['employee', 'add', '--email', 'ada@acme.example']);
  assert.deepEqual([refused.code, refused.stderr.includes('being applied')], [1, false]);
  db.execute('drop trigger broken');
  assert.equal((await run(['employee', 'add', '--email', 'ada@acme.example'])).code, 0);
});
