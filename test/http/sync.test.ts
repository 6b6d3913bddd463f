import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../src/service/companies.ts';
import { createKey } from '../../src/service/keys.ts';
import { NOW } from '../service/a-company.ts';
import { assertRefused, rateHeadersOf } from './an-error.ts';
import { type RawConnection, startTestService, type TestService } from './harness.ts';

const SYNC = '/v1/employees/sync';
const HOUR = 3_600_000;

const ROSTER = JSON.stringify({
  employees: [{ external_id: 'E1', email: 'ann@acme.test', first_name: 'Ann', last_name: 'Lee' }],
});
/** The same roster, in more than 100 KB. */
const LONG_ROSTER = ROSTER + ' '.repeat(102_400);

const sync = (service: TestService, key: string, body: string | Uint8Array = ROSTER) =>
  service.request('PUT', SYNC, { key, body });

/** A sync that has been admitted and holds its slots; its body is still to come. */
async function anOpenSync(service: TestService, key: string): Promise<RawConnection> {
  const connection = service.connect();
  connection.send(
    `PUT ${SYNC} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Length: ${ROSTER.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await connection.until(/^HTTP\/1\.1 100 /);
  return connection;
}

/** Sends the body of an open sync and waits for its 200. */
async function finish(connection: RawConnection): Promise<void> {
  connection.send(ROSTER);
  await connection.until(/HTTP\/1\.1 200 [\s\S]*"errors":\[\]/);
  connection.destroy();
}

/** A key of another company. */
function aStranger(service: TestService, name: string): string {
  const order = { now: NOW, actor: 'test' };
  const { company } = createCompany(service.db, { name, ssoDomains: [], ...order });
  return createKey(service.db, {
    companyId: company.companyId,
    name: 'a key',
    scopes: ['employees:write'],
    requestsPerMinute: 1_000,
    expiresAt: null,
    ...order,
  }).key;
}

/** Tries until a freed slot is seen; a broken connection is noticed in its own time. */
async function untilAdmitted(service: TestService, key: string): Promise<number> {
  for (;;) {
    const answer = await sync(service, key);
    if (answer.status !== 409) return answer.status;
  }
}

test('a sync is answered with its result and the rate headers, and is read at once', async (t) => {
  const service = await startTestService(t);
  const answer = await sync(service, service.liveKey);
  assert.equal(answer.status, 200, answer.text);
  assert.equal((answer.json as { created: number }).created, 1);
  assert.equal(Object.keys(rateHeadersOf(answer)).length, 3);
  const list = await service.request('GET', '/v1/employees', { key: service.liveKey });
  const { data } = list.json as { data: { external_id: string }[] };
  assert.deepEqual(
    data.map((row) => row.external_id),
    ['E1'],
  );
  const again = await sync(service, service.liveKey, LONG_ROSTER);
  assert.equal((again.json as { unchanged: number }).unchanged, 1);
  assert.equal(Object.keys(rateHeadersOf(again)).length, 3);
});

test('a body that is no roster is refused, and does not count against the hourly budget', async (t) => {
  const service = await startTestService(t);
  for (let round = 0; round < 31; round++) {
    const body = ['', '{', '[]', '{"employees":[]}'][round % 4] ?? '';
    assertRefused(await sync(service, service.liveKey, body), 400, 'validation_failed');
  }
  assert.equal((await sync(service, service.liveKey)).status, 200);
});

test('a sync without its length, or over 16 MB, is refused without rate headers', async (t) => {
  const service = await startTestService(t);
  const key = service.liveKey;
  const chunked = await service.request('PUT', SYNC, {
    key,
    body: ROSTER,
    headers: { 'Transfer-Encoding': 'chunked' },
  });
  assertRefused(chunked, 411, 'length_required');
  assert.deepEqual(rateHeadersOf(chunked), {});
  const long = await service.request('PUT', SYNC, {
    key,
    headers: { 'Content-Length': String(16 * 1_048_576 + 1), Expect: '100-continue' },
  });
  assertRefused(long, 413, 'payload_too_large');
  assert.deepEqual(rateHeadersOf(long), {});
});

test('a body of exactly 16 MB is taken', async (t) => {
  const service = await startTestService(t);
  const body = Buffer.alloc(16 * 1_048_576, ' ');
  body.write(ROSTER);
  assert.equal((await sync(service, service.liveKey, body)).status, 200);
});

test('one sync a company: a second one is told to come back in 30 seconds, at no cost', async (t) => {
  const service = await startTestService(t);
  const running = await anOpenSync(service, service.liveKey);
  for (let round = 0; round < 31; round++) {
    const refused = await sync(service, service.liveKey);
    assertRefused(refused, 409, 'conflict');
    assert.equal(refused.headers['retry-after'], '30');
    assert.equal(Object.keys(rateHeadersOf(refused)).length, 3);
  }
  const long = await sync(service, service.liveKey, LONG_ROSTER);
  assertRefused(long, 409, 'conflict');
  assert.deepEqual(rateHeadersOf(long), {});
  assert.equal(
    (await sync(service, service.testKey)).status,
    200,
    'the sandbox is another company',
  );
  await finish(running);
  assert.equal((await sync(service, service.liveKey)).status, 200);
});

test('four syncs a service: a fifth company is asked to wait', async (t) => {
  const service = await startTestService(t);
  const running: RawConnection[] = [];
  for (const name of ['Beta', 'Gamma', 'Delta', 'Epsilon']) {
    running.push(await anOpenSync(service, aStranger(service, name)));
  }
  const refused = await sync(service, service.liveKey);
  assertRefused(refused, 409, 'conflict');
  assert.equal(refused.headers['retry-after'], '5');
  for (const connection of running) await finish(connection);
  assert.equal((await sync(service, service.liveKey)).status, 200);
});

test('a connection that breaks while its body is awaited gives its slots up', async (t) => {
  const service = await startTestService(t);
  const running = await anOpenSync(service, service.liveKey);
  running.send('half of it');
  running.destroy();
  assert.equal(await untilAdmitted(service, service.liveKey), 200);
});

test('a body that does not come in time gives its slots up', async (t) => {
  const patience = { headers: 100, request: 200, answer: 5_000, keepAlive: 5_000, check: 50 };
  const service = await startTestService(t, { patience });
  const running = await anOpenSync(service, service.liveKey);
  assert.match(await running.closed, /HTTP\/1\.1 408 [\s\S]*"bad_request"/);
  assert.equal(await untilAdmitted(service, service.liveKey), 200);
});

test('a body that comes after its request was given up changes nothing', async (t) => {
  const patience = { headers: 100, request: 200, answer: 5_000, keepAlive: 5_000, check: 50 };
  const service = await startTestService(t, { patience });
  const body = JSON.stringify({
    employees: [{ external_id: 'E2', email: 'bo@acme.test', first_name: 'Bo', last_name: 'Li' }],
  });
  const connection = service.connect();
  connection.send(
    `PUT /v1/employees/sync HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await connection.until(/HTTP\/1\.1 408 /);
  connection.send(body.slice(5));
  await connection.closed;
  assert.equal(await untilAdmitted(service, service.liveKey), 200);
  const { json } = await service.request('GET', '/v1/employees', { key: service.liveKey });
  const { data } = json as { data: { external_id: string }[] };
  assert.deepEqual(
    data.map((employee) => employee.external_id),
    ['E1'],
  );
});

test('thirty syncs an hour: the next one is told when the hour is over, also after a restart', async (t) => {
  const service = await startTestService(t);
  const key = service.liveKey;
  for (let round = 0; round < 30; round++) {
    service.clock.now = NOW + round * 60_000;
    assert.equal((await sync(service, key)).status, 200);
  }
  const refused = await sync(service, key);
  const message = assertRefused(refused, 429, 'rate_limit_exceeded');
  assert.match(message, /Retry after 1860 seconds\./);
  assert.equal(refused.headers['retry-after'], '1860');
  assert.equal(refused.headers['x-ratelimit-remaining'], '99998');
  assert.deepEqual(rateHeadersOf(await sync(service, key, LONG_ROSTER)), {});
  assert.equal((await sync(service, service.issueKey())).status, 200, 'every key has its own');

  const restarted = await service.restart();
  assertRefused(await sync(restarted, key), 429, 'rate_limit_exceeded');
  restarted.clock.now = NOW + HOUR;
  assert.equal((await sync(restarted, key)).status, 200);
});
