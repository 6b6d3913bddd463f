import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/domain/id.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { takeStep } from '../../src/service/roster/steps/change-in-steps.ts';
import { everything } from '../service/roster/sync.ts';
import { createTestKey, NOW } from '../service/test-company.ts';
import { assertRefused, rateHeadersOf } from './assert-error.ts';
import { type RawConnection, startTestService, type TestService } from './harness.ts';

const SYNC = '/v1/employees/sync';
const HOUR = 3_600_000;

const ROSTER = JSON.stringify({
  employees: [{ external_id: 'E1', email: 'ann@acme.test', first_name: 'Ann', last_name: 'Lee' }],
});
/** Time limits that a test can wait for, and that admission does not reach on a busy machine. */
const IMPATIENT = {
  headers: 1_000,
  request: 1_500,
  answer: 5_000,
  keepAlive: 5_000,
  check: 50,
};
/** The same roster in a body of more than 100 KB. */
const LONG_ROSTER = ROSTER + ' '.repeat(102_400);

const sync = (service: TestService, key: string, body: string | Uint8Array = ROSTER) =>
  service.request('PUT', SYNC, { key, body });

/** A sync that has been admitted and holds its slots, but whose body has not been sent. */
async function openSync(service: TestService, key: string): Promise<RawConnection> {
  const connection = service.connect();
  connection.send(
    `PUT ${SYNC} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Length: ${ROSTER.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await connection.until(/^HTTP\/1\.1 100 /);
  return connection;
}

/** Sends the body of an open sync and waits for the 200. */
async function finish(connection: RawConnection): Promise<void> {
  connection.send(ROSTER);
  await connection.until(/HTTP\/1\.1 200 [\s\S]*"errors":\[\]/);
  connection.destroy();
}

/** A key of another company. */
function addOtherCompany(service: TestService, name: string): string {
  const order = { now: NOW, actor: 'test' };
  const { company } = createCompany(service.db, { name, ssoDomains: [], ...order });
  return createTestKey(service.db, company.companyId, { scopes: ['employees:write'] }).key;
}

/** Retries until a slot is free: the service notices a broken connection asynchronously. */
async function untilAdmitted(service: TestService, key: string): Promise<number> {
  for (;;) {
    const response = await sync(service, key);
    if (response.status !== 409) return response.status;
  }
}

test('a sync returns its result and the rate headers, and is visible at once', async (t) => {
  const service = await startTestService(t);
  const response = await sync(service, service.liveKey);
  assert.equal(response.status, 200, response.text);
  assert.equal((response.json as { created: number }).created, 1);
  assert.equal(Object.keys(rateHeadersOf(response)).length, 3);
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

test('while an import is applied to a company, its syncs and awards are told to come back, and other companies go on', async (t) => {
  const service = await startTestService(t);
  const other = addOtherCompany(service, 'Other');
  const { companyId } = service;
  assert.equal((await sync(service, service.liveKey)).status, 200);
  const hold = { companyId, token: newId(NOW) };
  const clock = () => service.clock.now;
  takeStep(service.db, { ...hold, kind: 'hold' }, clock);
  const refused = await sync(service, service.liveKey);
  assertRefused(refused, 409, 'conflict');
  assert.equal(refused.headers['retry-after'], '30');
  const award = { employee: { external_id: 'E1' }, amount: 1, once: 'a' };
  const awarded = await service.request('POST', '/v1/xp/awards', {
    key: service.liveKey,
    body: JSON.stringify({ awards: [award] }),
  });
  assertRefused(awarded, 503, 'unavailable');
  assert.equal(awarded.headers['retry-after'], '5');
  assert.equal((await sync(service, other)).status, 200);
  takeStep(service.db, { ...hold, kind: 'end' }, clock);
  assert.equal((await sync(service, service.liveKey)).status, 200);
});

test('a body that is not a roster is rejected and does not count towards the hourly budget', async (t) => {
  const service = await startTestService(t);
  for (let round = 0; round < 31; round++) {
    const body = ['', '{', '[]', '{"employees":[]}'][round % 4] ?? '';
    assertRefused(await sync(service, service.liveKey, body), 400, 'validation_failed');
  }
  assert.equal((await sync(service, service.liveKey)).status, 200);
});

test('a sync without Content-Length, or over 16 MB, is rejected without rate headers', async (t) => {
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

test('a body of exactly 16 MB is accepted', async (t) => {
  const service = await startTestService(t);
  const body = Buffer.alloc(16 * 1_048_576, ' ');
  body.write(ROSTER);
  assert.equal((await sync(service, service.liveKey, body)).status, 200);
});

test('each company may run one sync: a second one gets Retry-After 30 and costs no budget', async (t) => {
  const service = await startTestService(t);
  const running = await openSync(service, service.liveKey);
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

test('the service runs four syncs at once: a fifth company is asked to retry', async (t) => {
  const service = await startTestService(t);
  const running: RawConnection[] = [];
  for (const name of ['Beta', 'Gamma', 'Delta', 'Epsilon']) {
    running.push(await openSync(service, addOtherCompany(service, name)));
  }
  const refused = await sync(service, service.liveKey);
  assertRefused(refused, 409, 'conflict');
  assert.equal(refused.headers['retry-after'], '5');
  for (const connection of running) await finish(connection);
  assert.equal((await sync(service, service.liveKey)).status, 200);
});

test('a connection that breaks before its body arrives frees its slots', async (t) => {
  const service = await startTestService(t);
  const running = await openSync(service, service.liveKey);
  running.send('half of it');
  running.destroy();
  assert.equal(await untilAdmitted(service, service.liveKey), 200);
});

test('a body that does not arrive in time frees its slots', async (t) => {
  const service = await startTestService(t, { timeouts: IMPATIENT });
  // On PostgreSQL the first sync also connects, which may take longer than a request may.
  assert.equal((await sync(service, service.liveKey)).status, 200);
  const running = await openSync(service, service.liveKey);
  assert.match(await running.closed, /HTTP\/1\.1 408 [\s\S]*"bad_request"/);
  assert.equal(await untilAdmitted(service, service.liveKey), 200);
});

test('a body that arrives after the request timed out changes nothing', async (t) => {
  const service = await startTestService(t, { timeouts: IMPATIENT });
  // On PostgreSQL the first sync also connects, which may take longer than a request may.
  assert.equal((await sync(service, service.liveKey)).status, 200);
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

test('each key has thirty syncs an hour, also after a restart: the next sync is told when the hour ends', async (t) => {
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
  assert.equal(
    (await sync(service, service.issueKey())).status,
    200,
    'every key has its own budget',
  );

  const restarted = await service.restart();
  assertRefused(await sync(restarted, key), 429, 'rate_limit_exceeded');
  restarted.clock.now = NOW + HOUR;
  assert.equal((await sync(restarted, key)).status, 200);
});

/** Rows of the employees with these numbers. */
const staff = (from: number, to: number, more: object = {}) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    ...{ external_id: `E${from + i}`, email: `e${from + i}@acme.test` },
    ...{ first_name: 'Ann', last_name: 'Lee', department_name: 'Sales' },
    ...more,
  }));

test('a dry run returns what the sync would return, and changes nothing but the budget', async (t) => {
  const service = await startTestService(t);
  const key = service.liveKey;
  const stateOf = () => {
    const { budgets: _, ...state } = everything(service);
    return state;
  };
  const bodies = [
    { employees: staff(1, 40) },
    { employees: staff(1, 40) },
    { employees: [...staff(3, 40, { job_title: 'Lead' }), ...staff(40, 41), 'x'] },
    { employees: staff(2, 40), deactivate_missing: true },
    { employees: staff(20, 40), deactivate_missing: true },
    { employees: staff(20, 40), deactivate_missing: true, max_deactivations: 18 },
    { employees: staff(1, 40, { department_name: 'Mill', department_external_id: 'D1' }) },
  ];
  for (const body of bodies) {
    const before = stateOf();
    const rehearsed = await sync(service, key, JSON.stringify({ ...body, dry_run: true }));
    assert.equal(rehearsed.status, 200);
    assert.deepEqual(stateOf(), before);
    const done = await sync(service, key, JSON.stringify({ ...body, dry_run: false }));
    assert.deepEqual(rehearsed.json, done.json);
    assert.equal(Object.keys(rateHeadersOf(rehearsed)).length, 3);
  }
  assert.equal(everything(service).runs.length, bodies.length);
});

test('a dry run and a sync of the same rows are never mistaken for each other', async (t) => {
  const service = await startTestService(t);
  const employees = staff(1, 3);
  const send = async (body: object) =>
    (await sync(service, service.liveKey, JSON.stringify(body))).json as { unchanged: number };
  const runs = () => everything(service).runs.length;
  await send({ employees });
  await send({ employees });
  assert.equal(runs(), 2);
  for (const rows of [employees, employees.toReversed()]) {
    assert.equal((await send({ employees: rows, dry_run: true })).unchanged, 3);
    assert.equal(runs(), 2);
  }
  const changed = staff(1, 3, { job_title: 'Lead' });
  for (let round = 0; round < 2; round++) await send({ employees: changed, dry_run: true });
  assert.equal((await send({ employees: changed })).unchanged, 0);
  assert.equal(runs(), 3);
});

test('a dry run uses a slot and one of the thirty syncs an hour, also after a restart', async (t) => {
  const service = await startTestService(t);
  const key = service.liveKey;
  const body = JSON.stringify({ employees: staff(1, 1), dry_run: true });
  const running = await openSync(service, key);
  assertRefused(await sync(service, key, body), 409, 'conflict');
  await finish(running);
  const faulty = await sync(service, key, '{"employees":[1],"dry_run":"yes"}');
  assert.equal(assertRefused(faulty, 400, 'validation_failed'), 'dry_run must be a boolean');
  for (let round = 1; round < 30; round++)
    assert.equal((await sync(service, key, body)).status, 200);
  assertRefused(await sync(service, key, body), 429, 'rate_limit_exceeded');
  const restarted = await service.restart();
  assertRefused(await sync(restarted, key, body), 429, 'rate_limit_exceeded');
});

test('the log marks a dry run, and the metrics do not count its rows', async (t) => {
  const metricsToken = 'only-for-prometheus';
  const service = await startTestService(t, { metricsToken });
  const body = { employees: staff(1, 3), dry_run: true };
  await sync(service, service.liveKey, JSON.stringify(body));
  await sync(service, service.liveKey, JSON.stringify({ ...body, employees: [] }));
  const lines = service.log.map((line) => JSON.parse(line));
  assert.deepEqual(
    lines
      .filter(({ event }) => event === 'roster_sync')
      .map(({ level, outcome, created }) => [level, outcome, created]),
    [
      ['info', 'dry_run', 3],
      ['info', 'refused', undefined],
    ],
  );
  const headers = { authorization: `Bearer ${metricsToken}` };
  const page = await (await fetch(`${service.url}/metrics`, { headers })).text();
  assert.match(page, /^engaged_sync_duration_seconds_count\{outcome="dry_run"\} 1$/m);
  assert.match(page, /^engaged_sync_rows_total\{result="created"\} 0$/m);
});
