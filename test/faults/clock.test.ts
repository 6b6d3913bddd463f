import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addEmployee } from '../../src/service/people/employees.ts';
import type { Run } from '../../src/service/roster/runs/runs.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../src/service/xp/ledger-check.ts';
import { RawConnection, startTestService, type TestService } from '../http/harness.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { run, serve, serveFor } from './program.ts';
import { makeDataFile, readFile } from './roster-fixture.ts';
import { isFullRun, iterations, randomFrom, reportResult, seed } from './run-scale.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Sends a request and returns what the response says about the rate limit. */
async function status({ request, clock }: TestService, key: string) {
  const { status, headers } = await request('GET', '/v1/status', { key });
  const number = (name: string) => Number(headers[name]);
  return {
    status,
    remaining: number('x-ratelimit-remaining'),
    // Seconds until the end of the window, by the clock of the service.
    left: number('x-ratelimit-reset') - Math.floor(clock.now / SECOND),
    retryAfter: number('retry-after'),
  };
}

test('wherever the clock jumps, a minute admits no more requests than its limit and blocks nobody for longer', async (t) => {
  const service = await startTestService(t);
  const random = randomFrom(seed);
  const limit = 5;
  const key = service.issueKey({ requestsPerMinute: limit });
  // When requests were admitted, on a clock that never jumps.
  let elapsed = 0;
  const passed: number[] = [];
  let jumps = 0;
  const tries = iterations(250, 20_000);
  for (let i = 0; i < tries; i++) {
    const step = Math.floor(random() * 9 * SECOND);
    service.clock.now += step;
    elapsed += step;
    const hasJumped = random() < 0.02;
    if (hasJumped) {
      service.clock.now += (random() < 0.5 ? -1 : 1) * Math.floor(random() * 2 * HOUR);
      jumps++;
    }
    const response = await status(service, key);
    assert.ok(response.left >= 1 && response.left <= 61, `${response.left} s`);
    if (response.status === 429) {
      assert.equal(response.retryAfter, response.left);
      assert.equal(response.remaining, 0);
    } else {
      assert.equal(response.status, 200);
      passed.push(elapsed);
    }
  }
  // A fixed window admits up to twice its limit around its edge, and a jump starts a new window.
  const most = Math.max(
    ...passed.map((at) => passed.filter((p) => p >= at && p < at + MINUTE).length),
  );
  assert.ok(most <= limit * 4, `${most} in a minute`);
  // At least one window per minute was used up, minus the waits for whole seconds.
  assert.ok(
    passed.length >= (elapsed / (62 * SECOND)) * limit,
    `${passed.length} in ${elapsed / MINUTE} min`,
  );
  reportResult({
    what: 'clock jumps of up to two hours in both directions, with rate limits',
    tried: tries,
    lost: 0,
    figures: `${jumps} jumps; at most ${most} requests within any minute of a limit of ${limit}`,
  });
});

const roster = JSON.stringify({
  employees: [{ external_id: '1', email: 'a@b.example', first_name: 'A', last_name: '' }],
});

test('a clock set an hour off neither loses nor locks the hourly sync budget, also across a restart', async (t) => {
  let service = await startTestService(t);
  const key = service.issueKey();
  const sync = async () =>
    await service.request('PUT', '/v1/employees/sync', { key, body: roster });
  for (let i = 0; i < 30; i++) assert.equal((await sync()).status, 200);
  const refused = await sync();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], '3600');
  service = await service.restart();
  assert.equal((await sync()).status, 429);
  // The budget is available again after exactly an hour.
  const start = service.clock.now;
  service.clock.now = start + HOUR - 1;
  assert.equal((await sync()).status, 429);
  service.clock.now = start + HOUR;
  assert.equal((await sync()).status, 200);
  // After the clock is set back, a window that begins in the future is replaced by a full new one.
  service.clock.now = start;
  for (let i = 0; i < 30; i++) assert.equal((await sync()).status, 200, `sync ${i}`);
  assert.equal((await sync()).status, 429);
  service.clock.now = start - HOUR;
  service = await service.restart();
  assert.equal((await sync()).status, 200);
});

/** Runs a command with a clock that is off by this many hours. */
async function runWithClockOffset(folder: string, hours: number, ...argv: string[]) {
  const now = Date.now() + hours * HOUR;
  const env = {
    NODE_OPTIONS: `--require ${join(import.meta.dirname, '..', 'cli', 'fake-environment.cjs')}`,
    FAKE_ENVIRONMENT: JSON.stringify({ now, user: 'test' }),
  };
  const { code, stdout, stderr } = await run(folder, [...argv, '--json'], { env });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

test('syncs, imports and reverts are ordered by when they were applied, whatever their clocks were', async (t) => {
  const folder = tempFolder(t);
  const { keys } = makeDataFile(folder, { syncs: 30 });
  const [key = ''] = keys;
  const { port } = await serveFor(t, folder);
  const people = (job: string) =>
    ['1', '2'].map((n) => ({
      ...{ external_id: n, email: `${n}@b.example`, first_name: 'A', last_name: n },
      job_title: job,
    }));
  const latest = async () =>
    (await runWithClockOffset(folder, -9, 'sync', 'show', 'latest')) as Run;
  const applied: string[] = [];
  const isLatest = async (expected: Partial<Run>) => {
    const run = await latest();
    assert.deepEqual({ ...run, ...expected }, run);
    assert.ok(run.started_at <= run.finished_at);
    assert.ok(!applied.includes(run.id));
    applied.unshift(run.id);
    return run.id;
  };
  const importFile = async (job: string, hours: number) => {
    const lines = people(job).map((person) => Object.values(person).join(','));
    const header = Object.keys(people(job)[0] ?? {}).join(',');
    writeFileSync(join(folder, 'people.csv'), [header, ...lines, ''].join('\n'));
    const { run_id } = await runWithClockOffset(folder, hours, 'import', 'people.csv');
    return isLatest({ id: run_id, source: 'command_line' });
  };
  const sync = async (job: string) => {
    const body = JSON.stringify({ employees: people(job) });
    const { status, headers } = await sendRequest(port, 'PUT', '/v1/employees/sync', { key, body });
    assert.equal(status, 200);
    return isLatest({ request_id: String(headers['x-request-id']) });
  };

  const first = await importFile('Clerk', 5);
  await sync('Lead');
  // A repeated roster is a run of its own, which is recorded differently.
  await sync('Lead');
  await sync('Lead');
  await importFile('Chief', -2);

  // Requested before an import, but applied after it.
  const body = JSON.stringify({ employees: people('Head') });
  const slow = new RawConnection(port);
  slow.send(
    `PUT /v1/employees/sync HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await slow.until(/100 Continue/);
  await importFile('Boss', 3);
  slow.send(body);
  await slow.until(/"warnings":\[\]/);
  slow.destroy();
  const lateRun = await isLatest({
    request_id: /X-Request-Id: (\S+)/i.exec(slow.received)?.[1] ?? '',
  });
  // A revert of the latest run reverts the one that was applied last.
  const reverted = (await runWithClockOffset(folder, -5, 'sync', 'revert', 'latest')) as {
    run_id: string;
  };
  await isLatest({ id: reverted.run_id, kind: 'revert', subject_id: lateRun });
  const again = (await runWithClockOffset(folder, -6, 'sync', 'revert', first)) as {
    run_id: string;
  };
  await isLatest({ id: again.run_id, subject_id: first });
  const { data } = (await runWithClockOffset(folder, 0, 'sync', 'list')) as { data: Run[] };
  assert.deepEqual(
    data.map(({ id }) => id),
    applied,
  );
});

test('keys are ordered by creation, whatever the clocks were', async (t) => {
  const folder = tempFolder(t);
  makeDataFile(folder, { syncs: 0 });
  const create = (name: string, hours: number) =>
    runWithClockOffset(
      folder,
      hours,
      'key',
      'create',
      ...['--mode', 'live', '--name', name, '--scope', 'all'],
    );
  for (const [n, hours] of [0, -3, 5, -6].entries()) await create(`key ${n}`, hours);
  const { data } = (await runWithClockOffset(folder, 0, 'key', 'list')) as {
    data: { name: string }[];
  };
  assert.deepEqual(
    data.map(({ name }) => name),
    ['key 0', 'key 1', 'key 2', 'key 3'],
  );
});

test('a key is valid until its last millisecond, even if the clock moves', async (t) => {
  const service = await startTestService(t);
  const expiresAt = Date.UTC(2028, 1, 29, 23, 59, 59, 999);
  const key = service.issueKey({ expiresAt });
  for (const [now, expected] of [
    [expiresAt - HOUR, 200],
    [expiresAt - 1, 200],
    [expiresAt, 401],
    [expiresAt + HOUR, 401],
    [expiresAt - HOUR, 200],
    [expiresAt, 401],
  ] as const) {
    service.clock.now = now;
    assert.equal((await status(service, key)).status, expected);
  }
});

/** Edges of months, some of them special. */
const EDGES = [
  Date.UTC(2026, 0, 1), // begins a year
  Date.UTC(2024, 1, 29), // 29 February, not the edge of a month
  Date.UTC(2024, 2, 1), // after 29 February
  Date.UTC(2023, 2, 1), // after 28 February
  Date.UTC(2000, 2, 1), // after 29 February of a century year
  Date.UTC(2026, 3, 1),
  Date.UTC(2026, 10, 1),
];

test('a leaderboard counts the calendar months of UTC around every edge, also when the clock is set back across it', async (t) => {
  let checked = 0;
  for (const edge of EDGES) {
    const service = await startTestService(t);
    const { clock, write, liveKey } = service;
    const times = [-400, -60, -32, -1, 0, 1].map(
      (day, i) => edge + day * 24 * HOUR + (i < 4 ? HOUR - 1 : 0),
    );
    times.push(edge - 1, edge, edge + 1);
    clock.now = edge + 40 * 24 * HOUR;
    write((w) => addEmployee(w, { email: 'a@example.com' }), clock.now);
    times.forEach((at, i) => {
      write((w) => awardXp(w, 'a@example.com', { amount: 1 << i, at }), clock.now);
    });
    for (const now of [edge - HOUR, edge - 1, edge, edge + HOUR, edge - 1, edge + 1, edge - HOUR]) {
      clock.now = now;
      for (const [period, months] of [
        ['this_month', 1],
        ['last_3_months', 3],
        ['last_year', 12],
      ] as const) {
        // Computed differently than in the service.
        const today = new Date(now);
        const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (months - 1), 1);
        const next = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1);
        const expected = times.reduce(
          (sum, at, i) => sum + (at >= first && at < next ? 1 << i : 0),
          0,
        );
        const { json } = await service.request('GET', `/v1/leaderboard?period=${period}`, {
          key: liveKey,
        });
        const [row] = (json as { data: { xp: number }[] }).data;
        assert.equal(row?.xp, expected, `${period} at ${today.toISOString()}`);
        checked++;
      }
    }
    assert.deepEqual(checkLedgers(service.db), []);
    await service.close();
  }
  reportResult({
    what: 'leaderboards around edges of months and years, with the clock set back',
    tried: checked,
    lost: 0,
    figures: `${EDGES.length} edges, each crossed in both directions`,
  });
});

const DATES = [
  '2026-11-01',
  '2024-02-29T23:59:59.999Z',
  '2024-02-29',
  '2025-12-31T23:59Z',
  '2026-01-01',
];

test('the same file gives the same responses in Kiritimati and in Honolulu', async (t) => {
  const folder = tempFolder(t);
  const { file, keys } = makeDataFile(folder, { syncs: 30 });
  const [key = ''] = keys;
  await run(folder, ['employee', 'add', '--email', 'a@example.com']);
  const zones = [
    'Pacific/Kiritimati',
    'Pacific/Honolulu',
    ...(isFullRun ? ['UTC', 'Asia/Kathmandu', 'America/St_Johns'] : []),
  ];
  const responses: unknown[] = [];
  for (const TZ of zones) {
    const own = tempFolder(t);
    copyFileSync(file, join(own, 'engaged.db'));
    for (const at of isFullRun ? DATES : DATES.slice(0, 2)) {
      const { code, stderr } = await run(own, ['xp', 'award', 'a@example.com', '7', '--at', at], {
        env: { TZ },
      });
      assert.equal(code, 0, stderr);
    }
    const serving = await serve(own, [], { env: { TZ } });
    const boards = [];
    for (const period of ['this_month', 'last_3_months', 'last_year', 'all_time']) {
      boards.push(
        (await sendRequest(serving.port, 'GET', `/v1/leaderboard?period=${period}`, { key })).json,
      );
    }
    assert.equal(await serving.stop(), 0);
    const months = readFile(join(own, 'engaged.db'), (db) => checkLedgers(db));
    responses.push({ boards, months });
  }
  for (const response of responses) assert.deepEqual(response, responses[0]);
  reportResult({
    what: 'time zones of the machine',
    tried: zones.length,
    lost: 0,
    figures: zones.join(', '),
  });
});
