import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, rateHeadersOf } from './an-error.ts';
import { startTestService } from './harness.ts';

test('a running service is alive and ready, for anybody who asks', async (t) => {
  const service = await startTestService(t);
  for (const path of ['/healthz', '/readyz']) {
    const answer = await service.request('GET', path);
    assert.deepEqual([answer.status, answer.json], [200, { status: 'ok' }]);
    assert.deepEqual(rateHeadersOf(answer), {});
  }
});

test('a service whose data file is held by another writer is alive and not ready', async (t) => {
  const service = await startTestService(t);
  await service.request('GET', '/readyz');
  service.db.execute('begin immediate');
  try {
    assertRefused(await service.request('GET', '/readyz'), 503, 'unavailable');
    assert.equal((await service.request('GET', '/healthz')).status, 200);
  } finally {
    service.db.execute('rollback');
  }
});
