import assert from 'node:assert/strict';
import { renameSync, truncateSync } from 'node:fs';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { SYNCS_PER_HOUR } from '../../src/http/admission/sync-budgets.ts';
import { LOCKS } from '../../src/store/postgres/locks.ts';
import { onlyInAFile } from '../store/only-in-a-file.ts';
import { TEST_SERVER } from '../store/postgres-server.ts';
import { assertRefused, rateHeadersOf } from './assert-error.ts';
import { startTestService, type TestService } from './harness.ts';

test('a running service reports alive and ready without a key', async (t) => {
  const service = await startTestService(t);
  for (const path of ['/healthz', '/readyz']) {
    const response = await service.request('GET', path);
    assert.deepEqual([response.status, response.json], [200, { status: 'ok' }]);
    assert.deepEqual(rateHeadersOf(response), {});
  }
});

test('a service is alive but not ready while another process holds the write lock on its data file', async (t) => {
  const service = await startTestService(t);
  await service.request('GET', '/readyz');
  service.db.execute(
    TEST_SERVER ? `begin; select pg_advisory_xact_lock(${LOCKS.writing})` : 'begin immediate',
  );
  try {
    assertRefused(await service.request('GET', '/readyz'), 503, 'unavailable');
    assert.equal((await service.request('GET', '/healthz')).status, 200);
  } finally {
    service.db.execute('rollback');
  }
});

/** The readiness changes in the log, with their codes. */
const statesIn = (service: TestService): string[] =>
  service.log
    .map((line) => JSON.parse(line))
    .filter(({ event }) => /^(?:not_ready|ready_again)$/.test(event))
    .map(({ level, event, code = '' }) => `${level} ${event} ${code}`.trim());

test(
  'a service logs once why it is not ready, and once that it is ready again',
  onlyInAFile('moved'),
  async (t) => {
    const service = await startTestService(t);
    const ask = async () => (await service.request('GET', '/readyz')).status;
    assert.equal(await ask(), 200);
    assert.deepEqual(statesIn(service), []);
    for (let round = 1; round <= 2; round++) {
      renameSync(service.file, `${service.file}-away`);
      assert.deepEqual(await Promise.all(Array.from({ length: 20 }, ask)), Array(20).fill(503));
      assert.equal(await ask(), 503);
      renameSync(`${service.file}-away`, service.file);
      assert.deepEqual(await Promise.all(Array.from({ length: 20 }, ask)), Array(20).fill(200));
      const once = ['warn not_ready data_file_moved_or_replaced', 'info ready_again'];
      assert.deepEqual(statesIn(service), [...once, ...once].slice(0, 2 * round));
    }
  },
);

test(
  'without readiness checks, the first rejected sync logs why the service is not ready',
  onlyInAFile('moved'),
  async (t) => {
    const service = await startTestService(t);
    assert.equal((await service.request('GET', '/readyz')).status, 200);
    const sync = () => service.request('PUT', '/v1/employees/sync', { key: service.liveKey, body });
    const body = JSON.stringify({
      employees: [{ external_id: '1', email: 'a@acme.test', first_name: 'A', last_name: 'B' }],
    });
    renameSync(service.file, `${service.file}-away`);
    // More than the hourly budget: a sync that cannot be written does not count.
    for (let sent = 0; sent < SYNCS_PER_HOUR + 1; sent++) {
      const response = await sync();
      assertRefused(response, 503, 'unavailable');
      assert.equal(response.headers['retry-after'], '30');
    }
    assert.deepEqual(statesIn(service), ['warn not_ready data_file_moved_or_replaced']);
    renameSync(`${service.file}-away`, service.file);
    assert.equal((await sync()).status, 200);
    const ends = service.log
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'roster_sync')
      .map(({ level, outcome, code }) => [level, outcome, code]);
    assert.deepEqual(ends, [
      ...Array(SYNCS_PER_HOUR + 1).fill(['warn', 'failed', 'data_file_moved_or_replaced']),
      ['info', 'applied', undefined],
    ]);
  },
);

test(
  'a read that fails on the disk is a 503, and is logged with a code and without a stack',
  onlyInAFile('damaged'),
  async (t) => {
    const service = await startTestService(t);
    await service.request('GET', '/healthz');
    const sqlite = new Sqlite(service.file);
    assert.equal(sqlite.pragma('wal_checkpoint(truncate)', { simple: true }), 0);
    sqlite.close();
    truncateSync(service.file, 4096);
    service.db.writeNothing();
    const response = await service.request('GET', '/v1/employees', { key: service.liveKey });
    assertRefused(response, 503, 'unavailable');
    assert.equal(response.headers['retry-after'], '30');
    const [{ time, ...line } = { time: '' }] = service.log
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'request_failed');
    assert.deepEqual(line, {
      level: 'error',
      event: 'request_failed',
      request_id: response.headers['x-request-id'],
      method: 'GET',
      route: '/v1/employees',
      code: 'SQLITE_CORRUPT',
    });
  },
);
