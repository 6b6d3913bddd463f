import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { newApiKey } from '../../src/domain/api-key.ts';
import { KeyCache } from '../../src/service/keys/key-cache.ts';
import { revokeKey, rotateKey } from '../../src/service/keys/keys.ts';
import { startTestService } from '../http/harness.ts';
import { createTestCompany, NOW } from '../service/test-company.ts';
import { parseResponses } from './http-parser.ts';
import { createRevokedKey, keyFor } from './two-companies.ts';

/** Part of every personal value, and of nothing else. */
const MARK = 'Zyxomma';

test('errors and the log never contain keys or personal values, and the data file never contains keys', async (t) => {
  const service = await startTestService(t);
  const keys = [service.liveKey, service.testKey, newApiKey('live')];
  const rotated = keyFor(service.db, service.companyId);
  const { issued } = service.write((write) => rotateKey(write, rotated.id, 1_000));
  keys.push(rotated.key, issued.key);
  service.write((write) => revokeKey(write, rotated.id));
  const key = service.liveKey;
  const messages: string[] = [];
  const get = async (path: string, by = key) => {
    const { status, text } = await service.request('GET', path, { key: by });
    if (status >= 400) messages.push(text);
    return status;
  };
  const put = async (body: string, by = key) => {
    const { status, text, json } = await service.request('PUT', '/v1/employees/sync', {
      ...{ key: by, body },
    });
    if (status !== 200) messages.push(text);
    else
      messages.push(...(json as { errors: { message: string }[] }).errors.map((it) => it.message));
    return status;
  };

  // Employees that are valid, invalid in every field, duplicated, and removed again.
  const good = (i: number) => ({
    external_id: `${MARK}-${i}`,
    email: `${MARK}.${i}@acme.example`,
    ...{ first_name: MARK, last_name: `${MARK} ${i}`, job_title: MARK },
    ...{ department_name: `${MARK} Department`, department_external_id: `${MARK}-D` },
  });
  const wrong = [
    { ...good(10), email: `${MARK} no address` },
    { ...good(11), first_name: MARK.repeat(20) },
    { ...good(12), department_external_id: { [MARK]: MARK } },
    { ...good(13), job_title: `${MARK}\u0000` },
    { ...good(1), last_name: MARK },
    { ...good(14), email: good(2).email },
    { ...good(15), department_external_id: `${MARK}-E`, department_name: null },
    { ...good(16), department_external_id: `${MARK}-F`, department_name: `${MARK} Department` },
    MARK,
    [MARK],
  ];
  const roster = (...employees: unknown[]) => JSON.stringify({ employees });
  for (const by of [key, service.testKey]) {
    assert.equal(await put(roster(good(1), good(2), good(3)), by), 200);
    assert.equal(await put(roster(...wrong), by), 200);
    const moved = { ...good(3), external_id: `${MARK}-other` };
    assert.equal(await put(roster(moved), by), 200);
    assert.equal(
      await put(JSON.stringify({ employees: [good(1)], deactivate_missing: true }), by),
      200,
    );
    assert.equal(await put(roster(good(2)), by), 200);
  }
  for (const body of [
    ...[
      `{"employees":"${MARK}"}`,
      `{"${MARK}":1}`,
      `${MARK}`,
      `{"employees":[{"${MARK}`,
      `"${MARK}"`,
    ],
    ...[`{"employees":[1],"deactivate_missing":"${MARK}"}`, `[${'['.repeat(200)}"${MARK}"`],
    `{"employees":[1],"max_deactivations":"${MARK}"}`,
  ]) {
    assert.equal(await put(body), 400);
  }
  for (const path of [
    ...[`/v1/${MARK}`, `/v1/employees/${MARK}`, `/v1/employees/${MARK}/stats`, `/${MARK}/%zz`],
    ...[
      `/v1/employees?limit=${MARK}`,
      `/v1/employees?cursor=${MARK}`,
      `/v1/leaderboard?period=${MARK}`,
    ],
    ...[`/v1/shop/items?category=${MARK}`, `/v1/departments?include_archived=${MARK}`],
    ...[`/v1/employees?department_id=${MARK}`, `/v1/employees?email=${MARK}&email=${MARK}`],
  ]) {
    assert.ok((await get(path)) >= 400, path);
  }
  for (const by of [...keys.slice(2), `${key}${MARK}`]) await get('/v1/employees', by);
  for (const request of [
    `GET /${MARK} HTTP/${MARK}\r\nHost: a\r\n\r\n`,
    `${MARK} / HTTP/1.1\r\nHost: ${MARK}/\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${MARK}@${MARK}\r\nX-${MARK}: ${key}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a\r\n${MARK}${key}\r\n\r\n`,
    `PUT /v1/employees/sync HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nExpect: ${MARK}\r\n\r\n`,
    `GET /v1/status HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${MARK}\r\n\r\n`,
  ]) {
    for (const { status, headers, body } of parseResponses(await service.raw(request))) {
      assert.ok(status >= 400);
      messages.push(JSON.stringify([...headers]), body);
    }
  }

  assert.ok(messages.length > 50, `${messages.length} errors were reported`);
  assert.ok(service.log.length > 30);
  for (const text of [...messages, ...service.log]) {
    assert.ok(!text.toLowerCase().includes(MARK.toLowerCase()), text);
    for (const one of keys) assert.ok(!text.includes(one.slice(9, 40)), text);
  }
  // The folder holds the data file and the files that SQLite keeps beside it.
  const folder = dirname(service.file);
  const found = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  assert.ok(
    found.some((bytes) => bytes.includes(MARK)),
    'the search finds what is there',
  );
  for (const bytes of found)
    for (const one of keys) assert.equal(bytes.includes(one.slice(9, 40)), false);
});

test('a sandbox keeps no real address anywhere in the data file', async (t) => {
  const service = await startTestService(t);
  const body = JSON.stringify({
    employees: [
      { external_id: 'E1', email: `${MARK}@acme.example`, first_name: 'A', last_name: 'B' },
      { external_id: 'E1', email: `${MARK}2@acme.example`, first_name: 'A', last_name: 'B' },
    ],
  });
  await service.request('PUT', '/v1/employees/sync', { key: service.testKey, body });
  const folder = dirname(service.file);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name)).toString('latin1').toLowerCase();
    assert.ok(!text.includes(MARK.toLowerCase()), name);
  }
});

test('a key that is rejected is looked up by its hash alone, whatever is wrong with it', (t) => {
  const { db, companyId } = createTestCompany(t);
  const { mock } = t.mock.method(db, 'one');
  const cache = new KeyCache(db);
  const revoked = createRevokedKey(db, companyId);
  mock.resetCalls();
  for (const key of [revoked, newApiKey('live'), newApiKey('test')]) {
    assert.equal(cache.find(key, NOW), undefined);
  }
  const asked = mock.calls.map(({ arguments: [{ name }, params], result }) => [
    ...[name, Object.keys(params), result],
  ]);
  const lookup = ['api-keys/find_usable', ['hash'], undefined];
  assert.deepEqual(asked, [lookup, lookup, lookup]);
});
