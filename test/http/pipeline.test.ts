import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listKeys, revokeKey } from '../../src/service/keys/keys.ts';
import { deactivateEmployee, reactivateEmployee } from '../../src/service/people/employees.ts';
import { rosterRow } from '../domain/roster/builders.ts';
import { NOW } from '../service/test-company.ts';
import { TEST_SERVER } from '../store/postgres-server.ts';
import { assertRefused, rateHeadersOf } from './assert-error.ts';
import { startTestService } from './harness.ts';
import { addPerson } from './requests.ts';

const SYNC = '/v1/employees/sync';
const LONG = 'x'.repeat(102_401);

test('a request with several errors gets the first one in a fixed order', async (t) => {
  const service = await startTestService(t, { ipLimit: 1_000 });
  const spent = service.issueKey({ scopes: ['shop:read'], requestsPerMinute: 1 });
  const other = service.issueKey({ scopes: ['shop:read'] });
  await service.request('GET', '/v1/status', { key: spent });
  const cases: [string, string, Parameters<typeof service.request>[2], number, string][] = [
    ['GET', '/v1/nowhere', { key: 'bad', body: LONG }, 404, 'not_found'],
    ['PUT', SYNC, { key: 'bad', body: LONG }, 401, 'unauthorized'],
    ['PUT', SYNC, { key: spent, body: '{' }, 429, 'rate_limit_exceeded'],
    ['GET', '/v1/employees?limit=x', { key: spent, body: LONG }, 429, 'rate_limit_exceeded'],
    ['GET', '/v1/employees?limit=x', { key: other, body: LONG }, 403, 'forbidden'],
    ['GET', '/v1/shop/items?limit=x', { key: other, body: LONG }, 413, 'payload_too_large'],
    ['GET', '/v1/shop/items?limit=x', { key: other }, 400, 'validation_failed'],
  ];
  for (const [method, path, sent, status, code] of cases) {
    assertRefused(await service.request(method, path, sent), status, code);
  }
});

test('an unknown path and an unsupported method are a 404, with or without a key', async (t) => {
  const service = await startTestService(t);
  for (const [method, path] of [
    ['POST', '/'],
    ['GET', '//'],
    ['GET', '/v1'],
    ['GET', '/v1/employee'],
    ['POST', '/v1/employees'],
    ['DELETE', SYNC],
    ['OPTIONS', '/v1/employees'],
    ['PATCH', '/v1/status'],
    ['TRACE', '/healthz'],
    ['POST', '/healthz'],
  ] as const) {
    for (const sent of [{}, { key: service.liveKey }]) {
      assertRefused(await service.request(method, path, sent), 404, 'not_found');
    }
  }
});

test('a path with an extra slash is a 404, with or without a key, even when requested again', async (t) => {
  const service = await startTestService(t, { metricsToken: 'token' });
  const person = '/v1/employees/01a1fdc0-7382-7004-a2be-682c3e91a030';
  const paths = [
    ...['/v1/status', '/v1/employees', person, `${person}/stats`, `${person}/badges`],
    ...['/v1/leaderboard', '/v1/leaderboard/by-department', '/v1/departments', '/v1/shop/items'],
    ...['/healthz', '/readyz', '/openapi.json', '/docs', '/metrics'],
  ].flatMap((path) => [
    ...[`${path}/`, `${path}//`, `/${path}`, path.replace(/\/(?=[^/]+$)/, '//')],
    ...[`${path}/?limit=1`, `${path}/.`, `${path}/x/..`, `http://a${path}/`],
  ]);
  for (const path of [...paths, '/v1/employees//stats', '/v1/employees//badges']) {
    for (const sent of [{}, { key: service.liveKey }, { key: service.liveKey }]) {
      assertRefused(await service.request('GET', path, sent), 404, 'not_found');
      assert.equal((await service.request('HEAD', path, sent)).status, 404);
    }
  }
  assertRefused(await service.request('PUT', `${SYNC}/`, { body: '{}' }), 404, 'not_found');
});

test('a repeated request is checked again for its key, its scope, and whether the object still exists', async (t) => {
  const service = await startTestService(t);
  const id = service.write((write) => addPerson(write, 'ann'));
  const path = `/v1/employees/${id}`;
  const ask = (key?: string) => service.request('GET', path, key === undefined ? {} : { key });
  const first = await ask(service.liveKey);
  assert.equal(first.status, 200);
  assert.deepEqual((await ask(service.liveKey)).json, first.json);
  assertRefused(await ask(), 401, 'unauthorized');
  assertRefused(await ask(service.issueKey({ scopes: ['shop:read'] })), 403, 'forbidden');
  assertRefused(await ask(service.testKey), 404, 'not_found');
  service.write((write) => deactivateEmployee(write, id, 'left'));
  assertRefused(await ask(service.liveKey), 404, 'not_found');
  service.write((write) => reactivateEmployee(write, id));
  assert.deepEqual((await ask(service.liveKey)).json, first.json);
});

test('pipelined responses match their requests, on one connection and on many', async (t) => {
  const service = await startTestService(t);
  const ids = service.write((write) => ['a', 'b', 'c', 'd'].map((name) => addPerson(write, name)));
  const get = (id: string) =>
    `GET /v1/employees/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.liveKey}\r\n`;
  const pipelined = (order: readonly string[]) =>
    order
      .map((id, at) => `${get(id)}${at === order.length - 1 ? 'Connection: close\r\n' : ''}\r\n`)
      .join('');
  const orders = ids.map((_, at) => [...ids.slice(at), ...ids.slice(0, at), 'none']);
  const received = await Promise.all(orders.map((order) => service.raw(pipelined(order))));
  const idsIn = (text: string) =>
    [...text.matchAll(/"employee_id" ?: ?"([^"]+)"|"code":"validation_failed"/g)].map(
      ([, id]) => id ?? 'none',
    );
  assert.deepEqual(received.map(idsIn), orders);
});

test('requests before malformed bytes are answered, however long they take', async (t) => {
  const service = await startTestService(t);
  const get = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const roster = JSON.stringify({ employees: [rosterRow('1')] });
  const put =
    `PUT ${SYNC} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.liveKey}\r\n` +
    `Content-Length: ${roster.length}\r\n\r\n${roster}`;
  const statuses = (received: string) =>
    [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  for (const end of ['NO HTTP\r\n\r\n', 'GET / HTTP/1.1\r\nBad Header: x\r\n\r\n']) {
    assert.deepEqual(statuses(await service.raw(`${get}${get}${end}`)), [200, 200]);
    const received = await service.raw(`${put}${get}${end}`);
    assert.deepEqual(statuses(received), [200, 200]);
    assert.match(received, /"created":[01],/);
  }
  const connect = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n';
  assert.deepEqual(statuses(await service.raw(`${get}${get}${connect}`)), [200, 200, 404]);
  assert.deepEqual(statuses(await service.raw(`${put}${get}${connect}`)), [200, 200, 404]);
});

test('a request with Upgrade is answered over HTTP/1.1, and the connection is closed', async (t) => {
  const service = await startTestService(t);
  const get = (id: string, headers = '') => `GET /v1/${id} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
  const upgrades = [
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
    'Connection: keep-alive\r\nConnection: upgrade\r\nUpgrade: websocket\r\n',
    'Connection: Upgrade\r\nUpgrade: x\r\nContent-Length: 2\r\n',
  ];
  for (const upgrade of upgrades) {
    const body = upgrade.includes('Content-Length') ? 'ab' : '';
    const received = await service.raw(get('status', upgrade) + body + get('shop'));
    assert.deepEqual(
      [received.match(/HTTP\/1\.1 \d+/g), received.match(/^connection: .*$/gim)],
      [['HTTP/1.1 401'], ['Connection: close']],
      upgrade,
    );
  }
});

test('a rejected body that has arrived completely does not keep the connection open', async (t) => {
  const service = await startTestService(t);
  const send = async (size: number) => {
    const began = performance.now();
    const received = await service.raw(
      `GET /v1/status HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.liveKey}\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`,
    );
    assert.match(received, /^HTTP\/1\.1 413 /);
    return performance.now() - began;
  };
  for (const size of [102_401, 150_000, 1_000_000]) {
    // A body that is still being sent may take five seconds, each time; one of these may on a busy machine.
    const times: number[] = [];
    while (times.length < 20 && !times.some((time) => time < 4_000)) times.push(await send(size));
    assert.ok(Math.min(...times) < 4_000, `${size}: ${times}`);
  }
});

test('HEAD is answered like GET, without the body', async (t) => {
  const service = await startTestService(t);
  const get = await service.request('GET', '/v1/status', { key: service.liveKey });
  const head = await service.request('HEAD', '/v1/status', { key: service.liveKey });
  assert.deepEqual(
    [head.status, head.text, head.headers['content-length'], head.headers['content-type']],
    [200, '', get.headers['content-length'], 'application/json'],
  );
  assert.equal((await service.request('HEAD', '/v1/status')).status, 401);
});

test('every response has its own request id, and no CORS header allows another site to read it', async (t) => {
  const service = await startTestService(t);
  const seen = new Set<unknown>();
  for (const path of ['/healthz', '/v1/status', '/nowhere']) {
    const { headers } = await service.request('GET', path, {
      headers: { 'X-Request-Id': 'mine', Origin: 'https://example.com' },
    });
    seen.add(headers['x-request-id']);
    assert.match(String(headers['x-request-id']), /^[0-9a-f]{8}-/);
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers['cache-control'], 'no-store');
  }
  assert.equal(seen.size, 3);
});

test('a missing and an invalid key get the same message, and different challenges', async (t) => {
  const service = await startTestService(t);
  const bad = 'Bearer realm="engaged", error="invalid_token"';
  const revoked = service.issueKey();
  const expired = service.issueKey({ expiresAt: NOW });
  const id = listKeys(service.db, service.companyId).at(-2)?.id ?? '';
  service.write((write) => revokeKey(write, id));
  const cases: [Record<string, string>, string][] = [
    [{}, 'Bearer realm="engaged"'],
    [{ Authorization: '' }, bad],
    [{ Authorization: 'Bearer' }, bad],
    [{ Authorization: `Basic ${service.liveKey}` }, bad],
    [{ Authorization: service.liveKey }, bad],
    [{ Authorization: `Bearer ${service.liveKey} x` }, bad],
    [{ Authorization: `Bearer ${service.liveKey.slice(0, -1)}` }, bad],
    [{ Authorization: 'Bearer svc_live_00000000000000000000000000000000000000' }, bad],
    [{ Authorization: `Bearer ${revoked}` }, bad],
    [{ Authorization: `Bearer ${expired}` }, bad],
  ];
  for (const [headers, challenge] of cases) {
    const response = await service.request('GET', '/v1/status', { headers });
    assert.equal(assertRefused(response, 401, 'unauthorized'), 'Invalid API key');
    assert.equal(response.headers['www-authenticate'], challenge);
    assert.deepEqual(rateHeadersOf(response), {});
  }
});

test('the authentication scheme is case-insensitive', async (t) => {
  const service = await startTestService(t);
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
    const headers = { Authorization: `${scheme} ${service.liveKey}` };
    assert.equal((await service.request('GET', '/v1/status', { headers })).status, 200);
  }
});

test('revocation and expiry apply from the next request on', async (t) => {
  const service = await startTestService(t);
  const key = service.issueKey({ expiresAt: NOW + 1_000 });
  assert.equal((await service.request('GET', '/v1/status', { key })).status, 200);
  service.clock.now = NOW + 1_000;
  assertRefused(await service.request('GET', '/v1/status', { key }), 401, 'unauthorized');
  const id = listKeys(service.db, service.companyId)[0]?.id ?? '';
  service.write((write) => revokeKey(write, id));
  const response = await service.request('GET', '/v1/status', { key: service.liveKey });
  assertRefused(response, 401, 'unauthorized');
});

test('a key without the required scope gets an error that names the scope', async (t) => {
  const service = await startTestService(t);
  const key = service.issueKey({ scopes: ['shop:read'] });
  for (const [method, path, scope] of [
    ['GET', '/v1/employees', 'employees:read'],
    ['GET', '/v1/employees/not-a-uuid', 'employees:read'],
    ['GET', '/v1/employees/not-a-uuid/stats', 'employees:read'],
    ['GET', '/v1/employees/not-a-uuid/badges', 'employees:read'],
    ['GET', '/v1/leaderboard', 'leaderboard:read'],
    ['GET', '/v1/leaderboard/by-department', 'leaderboard:read'],
    ['GET', '/v1/departments', 'departments:read'],
    ['PUT', SYNC, 'employees:write'],
  ] as const) {
    const response = await service.request(method, path, { key });
    const message = assertRefused(response, 403, 'forbidden');
    assert.equal(message, `This API key lacks the required scope: ${scope}`);
    assert.equal(
      response.headers['www-authenticate'],
      `Bearer realm="engaged", error="insufficient_scope", scope="${scope}"`,
    );
  }
  const other = service.issueKey({ scopes: ['employees:read'] });
  const response = await service.request('GET', '/v1/shop/items', { key: other });
  assertRefused(response, 403, 'forbidden');
});

test('an unexpected body of up to 100 KB is ignored', async (t) => {
  const service = await startTestService(t);
  const { liveKey: key } = service;
  const body = LONG.slice(1);
  const chunked = { 'Transfer-Encoding': 'chunked' };
  for (const sent of [
    { key, body },
    { key, body, headers: chunked },
  ]) {
    assert.equal((await service.request('GET', '/v1/status', sent)).status, 200);
  }
});

/** The error of a statement whose table does not exist, and its code. */
const NO_TABLE = TEST_SERVER ? ['PostgresError', '42P01'] : ['SqliteError', 'SQLITE_ERROR'];

test('an internal error is logged with the request id, and its details are not sent', async (t) => {
  const service = await startTestService(t);
  service.db.execute('alter table shop_items rename to gone');
  const response = await service.request('GET', '/v1/shop/items', { key: service.liveKey });
  const message = assertRefused(response, 500, 'internal_error');
  assert.equal(message, 'Something went wrong on the server');
  const [line = ''] = service.log.filter((entry) => entry.includes('request_failed'));
  const entry = JSON.parse(line);
  assert.deepEqual(
    [entry.level, entry.request_id, entry.error, entry.code],
    ['error', response.headers['x-request-id'], ...NO_TABLE],
  );
  assert.doesNotMatch(line, /no such table|does not exist|shop_items|svc_/);
});

test('the log identifies a request by its id and route, without any values', async (t) => {
  const service = await startTestService(t);
  const { headers } = await service.request('GET', '/v1/employees/ann?email=ann@acme.test', {
    key: service.liveKey,
  });
  const [line = ''] = service.log.filter((entry) => entry.includes('"event":"request"'));
  const { milliseconds, ...entry } = JSON.parse(line);
  assert.ok(milliseconds >= 0 && milliseconds < 60_000);
  assert.deepEqual(entry, {
    time: '2026-11-21T09:30:00.000Z',
    level: 'debug',
    event: 'request',
    request_id: headers['x-request-id'],
    method: 'GET',
    route: '/v1/employees/:id',
    status: 400,
    ignored_parameters: 'email',
  });
  assert.doesNotMatch(service.log.join(''), /ann|svc_/);
});
