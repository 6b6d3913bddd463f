import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedResult } from '../../src/http/response/shared-result.ts';
import { NOW } from '../service/test-company.ts';
import { assertRefused, rateHeadersOf } from './assert-error.ts';
import { startTestService } from './harness.ts';

const SECOND = 1_000;

test('the minute of a rate limit begins on the whole second of the first request', async (t) => {
  const service = await startTestService(t);
  const key = service.issueKey({ requestsPerMinute: 3 });
  const get = () => service.request('GET', '/v1/status', { key });
  const limitHeaders = (remaining: number, reset: number) => ({
    'x-ratelimit-limit': '3',
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  });
  const start = Math.floor(NOW / SECOND) * SECOND;
  const reset = start / SECOND + 60;
  service.clock.now = start + 400;
  assert.deepEqual(rateHeadersOf(await get()), limitHeaders(2, reset));
  service.clock.now = start + 30 * SECOND;
  assert.deepEqual(rateHeadersOf(await get()), limitHeaders(1, reset));
  assert.deepEqual(rateHeadersOf(await get()), limitHeaders(0, reset));
  service.clock.now = start + 59_999;
  const refused = await get();
  const message = assertRefused(refused, 429, 'rate_limit_exceeded');
  assert.match(message, /Retry after 1 seconds\./);
  assert.equal(refused.headers['retry-after'], '1');
  assert.deepEqual(rateHeadersOf(refused), limitHeaders(0, reset));
  service.clock.now = start + 60 * SECOND;
  assert.deepEqual(rateHeadersOf(await get()), limitHeaders(2, reset + 60));
});

test('X-RateLimit-Reset and Retry-After always agree, and are at most a minute away', async (t) => {
  const service = await startTestService(t);
  const key = service.issueKey({ requestsPerMinute: 1 });
  const start = Math.floor(NOW / SECOND) * SECOND;
  service.clock.now = start + 700;
  await service.request('GET', '/v1/status', { key });
  for (const elapsed of [700, 701, 999, 1_000, 1_001, 30_500, 59_300, 59_999]) {
    service.clock.now = start + elapsed;
    const { headers } = await service.request('GET', '/v1/status', { key });
    const reset = Number(headers['x-ratelimit-reset']);
    const wait = Number(headers['retry-after']);
    assert.equal(Math.floor(service.clock.now / SECOND) + wait, reset);
    assert.ok(service.clock.now + wait * SECOND >= start + 60 * SECOND);
    assert.ok(wait >= 1 && wait <= 60);
  }
});

test('rejected requests of a known key count too, and carry the rate headers', async (t) => {
  const service = await startTestService(t);
  const key = service.issueKey({ scopes: ['leaderboard:read'], requestsPerMinute: 3 });
  const remaining = async (path: string) => {
    const response = await service.request('GET', path, { key });
    return [response.status, response.headers['x-ratelimit-remaining']];
  };
  assert.deepEqual(await remaining('/v1/employees'), [403, '2']);
  assert.deepEqual(await remaining('/v1/status'), [200, '1']);
  assert.deepEqual(await remaining('/v1/nowhere'), [404, undefined]);
  assert.deepEqual(await remaining('/v1/shop/items'), [403, '0']);
  assert.deepEqual(await remaining('/v1/shop/items'), [429, '0']);
});

test('one key never uses up the limit of another', async (t) => {
  const service = await startTestService(t);
  const [first, second] = [1, 1].map((requestsPerMinute) =>
    service.issueKey({ requestsPerMinute }),
  );
  for (const [key = '', status] of [
    [first, 200],
    [first, 429],
    [second, 200],
  ] as const) {
    assert.equal((await service.request('GET', '/v1/status', { key })).status, status);
  }
});

test('a clock that is set back starts a new minute instead of a very long one', async (t) => {
  const service = await startTestService(t);
  const key = service.issueKey({ requestsPerMinute: 1 });
  await service.request('GET', '/v1/status', { key });
  service.clock.now = NOW - 3_600 * SECOND;
  assert.equal((await service.request('GET', '/v1/status', { key })).status, 200);
});

test('the limit per address applies before any key is checked', async (t) => {
  const service = await startTestService(t, { ipLimit: 3 });
  for (const path of ['/openapi.json', '/v1/nowhere', '/v1/status']) {
    await service.request('GET', path);
  }
  for (const path of ['/openapi.json', '/v1/nowhere', '/v1/status']) {
    const response = await service.request('GET', path, { key: service.liveKey });
    const message = assertRefused(response, 429, 'rate_limit_exceeded');
    assert.match(message, /Retry after 60 seconds\./);
    assert.equal(response.headers['retry-after'], '60');
    assert.deepEqual(rateHeadersOf(response), {});
  }
  service.clock.now += 60 * SECOND;
  assert.equal((await service.request('GET', '/openapi.json')).status, 200);
});

test('clients behind trusted proxies are told apart by the address that the nearest proxy wrote', async (t) => {
  const service = await startTestService(t, {
    ipLimit: 1,
    trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
  });
  const statusFrom = async (forwarded: string) =>
    (await service.request('GET', '/openapi.json', { headers: { 'X-Forwarded-For': forwarded } }))
      .status;
  assert.equal(await statusFrom('192.0.2.1'), 200);
  assert.equal(await statusFrom('198.51.100.7, 192.0.2.1, 10.1.2.3'), 429);
  assert.equal(await statusFrom('192.0.2.2'), 200);
});

test('a client that is not a trusted proxy cannot forge its address', async (t) => {
  const service = await startTestService(t, { ipLimit: 1 });
  const headers = { 'X-Forwarded-For': '192.0.2.1' };
  assert.equal((await service.request('GET', '/openapi.json')).status, 200);
  assert.equal((await service.request('GET', '/openapi.json', { headers })).status, 429);
});

test('probes and a scrape with the token are answered however many requests came from their address, and use up none of its limit', async (t) => {
  const token = 'only-for-prometheus';
  const service = await startTestService(t, { ipLimit: 2, metricsToken: token });
  const monitoring = async () => {
    const statuses = [];
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['/healthz', '/readyz', '/metrics', '/health%7A', '/./readyz?x=1']) {
        statuses.push((await service.request(method, path, { key: token })).status);
      }
    }
    return statuses;
  };
  const all = new Array<number>(10).fill(200);
  for (let n = 0; n < 5; n++) assert.deepEqual(await monitoring(), all);
  const ask = async (method: string, path: string, key?: string) =>
    (await service.request(method, path, { ...(key && { key }) })).status;
  assert.deepEqual([await ask('GET', '/docs'), await ask('GET', '/docs')], [200, 200]);
  assert.equal(await ask('GET', '/docs'), 429);
  assert.deepEqual(await monitoring(), all);
  for (const [method, path, key] of [
    ['GET', '/metrics', undefined],
    ['GET', '/metrics', `${token}x`],
    ['POST', '/healthz', undefined],
    ['PUT', '/readyz', undefined],
    ['GET', '/healthz/', undefined],
    ['GET', '/v1/status', token],
  ] as const) {
    assert.equal(await ask(method, path, key), 429, `${method} ${path}`);
  }
});

test('however many probes ask whether the service is ready, the data is checked a limited number of times', async (t) => {
  const service = await startTestService(t);
  let checks = 0;
  const shared = new SharedResult(async () => ++checks, 20);
  const together = await Promise.all([shared.get(10_000), shared.get(10_000), shared.get(10_001)]);
  assert.deepEqual(together, [1, 1, 1]);
  for (let n = 0; n < 1_000; n++) await shared.get(10_001 + n / 2);
  assert.equal(checks, 20);
  assert.equal(await shared.get(11_000), 21);
  const failing = new SharedResult(() => Promise.reject(new Error('not ready')), 1);
  await assert.rejects(failing.get(0));
  await assert.rejects(failing.get(1));
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => service.request('GET', '/readyz')),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
});
