import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEmployees } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { eraseEmployee, removeRemnants } from '../../src/service/people/erasure.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { startTestService } from './harness.ts';
import { get, UNKNOWN_ID } from './requests.ts';

test('a running service forgets an erased employee with the next request', async (t) => {
  const service = await startTestService(t, { cacheSeconds: 30 });
  const [ada, bob] = service.write((write) =>
    ['Ada', 'Bob'].map((name, n) => {
      const person = addEmployee(write, {
        ...{ email: `${name}@acme.example`, given_name: name },
        external_id: `X-${name}`,
      });
      awardXp(write, person.employee_id, { amount: 100 - n });
      return person.employee_id;
    }),
  );
  const paths = [
    '/v1/employees',
    '/v1/employees?email=ada@acme.example',
    '/v1/employees?external_id=X-Ada',
    '/v1/leaderboard',
    '/v1/leaderboard?period=this_month',
    '/v1/leaderboard/by-department',
    `/v1/employees/${bob}/stats`,
  ];
  const own = ['', '/stats', '/badges'].map((rest) => `/v1/employees/${ada}${rest}`);
  const read = () => Promise.all(paths.map((path) => get<unknown>(service, path)));
  // From the second request on the responses are cached.
  await read();
  const before = await read();
  for (const path of own) await get(service, path);
  service.write((write) => eraseEmployee(write, String(ada), 'Request 114'));
  const after = await read();
  assert.deepEqual(JSON.stringify(after).match(/Ada|Former|erased/g), null);
  for (const [n, response] of after.entries()) assert.notDeepEqual(response, before[n], paths[n]);
  for (const path of own) {
    const [erased, unknown] = await Promise.all(
      [path, path.replace(String(ada), UNKNOWN_ID)].map(async (one) => {
        const { status, text } = await service.request('GET', one, { key: service.liveKey });
        return [status, text.replace(/"request_id":"[^"]*"/, '')];
      }),
    );
    assert.deepEqual(erased, unknown, path);
    assert.equal(erased?.[0], 404, path);
  }
  removeRemnants(service.db);
  assert.deepEqual(await read(), after);
  const restarted = await service.restart();
  assert.deepEqual(await Promise.all(paths.map((path) => get<unknown>(restarted, path))), after);
});

test('a sync over HTTP that names an erased employee adds them as a new employee', async (t) => {
  const service = await startTestService(t);
  const row = {
    ...{ external_id: 'X-Ada', email: 'ada@acme.example' },
    ...{ first_name: 'Ada', last_name: 'Lark' },
  };
  const sync = async () => {
    const body = JSON.stringify({ employees: [row] });
    const response = await service.request('PUT', '/v1/employees/sync', {
      ...{ key: service.liveKey, body },
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(response.status, 200, response.text);
    const { created, unchanged } = response.json as { created: number; unchanged: number };
    return { created, unchanged };
  };
  assert.deepEqual(await sync(), { created: 1, unchanged: 0 });
  assert.deepEqual(await sync(), { created: 0, unchanged: 1 });
  const [ada] = listEmployees(service.db, service.companyId);
  service.write((write) => eraseEmployee(write, ada?.employee_id ?? '', 'Request 114'));
  removeRemnants(service.db);
  assert.deepEqual(await sync(), { created: 1, unchanged: 0 });
  const { data } = await get<{ data: { employee_id: string }[] }>(service, '/v1/employees');
  assert.equal(data.length, 1);
  assert.notEqual(data[0]?.employee_id, ada?.employee_id);
});
