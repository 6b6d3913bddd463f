import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from './harness.ts';

const PEOPLE = [
  {
    external_id: 'PERNR-4711',
    email: 'zoe.quill@acme.example',
    first_name: 'Zoe',
    last_name: 'Quill',
  },
  { external_id: 'PERNR-4712', email: 'broken-address', first_name: 'Ignaz', last_name: 'Vogl' },
];

const PERSONAL_DATA = /PERNR|zoe|quill|ignaz|vogl|broken-address|acme|svc_|Payroll|Welder|bearer/i;

test('whatever is requested or fails, the log contains no personal data, no key and no query', async (t) => {
  const service = await startTestService(t);
  const { liveKey: key } = service;
  const body = JSON.stringify({
    employees: PEOPLE.map((person) => ({
      ...person,
      department_name: 'Payroll',
      job_title: 'Welder',
    })),
    deactivate_missing: true,
  });
  const ask = (path: string, sent = {}) => service.request('GET', path, { key, ...sent });
  const synced = await service.request('PUT', '/v1/employees/sync', { key, body });
  await service.request('PUT', '/v1/employees/sync', { key, body: `${body}zoe` });
  await service.request('PUT', '/v1/employees/sync', { key: `${key}x`, body });
  await ask('/v1/employees?email=zoe.quill@acme.example');
  await ask('/v1/employees/zoe.quill@acme.example');
  await ask('/v1/zoe/quill?key=svc_live_x');
  await ask('/v1/leaderboard?department_id=Payroll&cursor=zoe');
  await ask('/v1/employees?zoe%40quill=1&Zoe%20Quill&svc_live_x=1&externalid=PERNR-4711');
  await ask('/v1/status', { headers: { 'X-Zoe': 'Quill', Cookie: 'zoe=quill' } });
  await service.raw('GET /zoe HTTP/9.9\r\nX: zoe\r\n\r\n');
  await service.raw('zoe quill\r\n\r\n');
  const lines = service.log.map((line) => JSON.parse(line));
  assert.ok(lines.length >= 8);
  assert.deepEqual(
    service.log.filter((line) => PERSONAL_DATA.test(line)),
    [],
  );
  const { time, request_id, key_id, milliseconds, ...sync } = lines.find(
    ({ event, outcome }) => event === 'roster_sync' && outcome !== 'refused',
  );
  assert.equal(request_id, synced.headers['x-request-id']);
  assert.deepEqual(sync, {
    level: 'warn',
    event: 'roster_sync',
    outcome: 'deactivation_blocked',
    created: 1,
    updated: 0,
    unchanged: 0,
    reactivated: 0,
    deactivated: 0,
    departments_created: 1,
    departments_restored: 0,
    deactivation_candidates_total: 0,
    unlinked_members: 0,
    deactivation_limit: 10,
    deactivation_skipped_reason: 'rejected_rows',
    errors: 1,
    warnings: 0,
  });
  const requests = lines.filter(({ event }) => event === 'request');
  for (const line of requests) assert.match(line.request_id, /^[\da-f-]{36}$/);
  assert.ok(requests.some(({ route }) => route === '/v1/employees/:id'));
});

test('unknown parameters are ignored, and at log level debug their names are logged', async (t) => {
  const service = await startTestService(t);
  const { liveKey: key } = service;
  const cases = [
    ['GET', '/v1/employees', undefined],
    ['GET', '/v1/employees?limit=5&external_id=1', undefined],
    ['GET', '/v1/employees?externalid=PERNR-4711&limit=5&externalid=x', 'externalid'],
    ['GET', '/v1/employees?ids[]=1&sort-by=name&sort.by=name', 'ids[],sort-by,sort.by'],
    ['GET', '/v1/leaderboard?email=zoe@acme.example&period=all_time', 'email'],
    ['GET', `/v1/employees/${key}?id=1`, 'id'],
    ['GET', '/v1/status?zoe@acme.example', '?'],
    ['GET', `/v1/status?${key}=1&a=1`, '?,a'],
    ['GET', `/v1/status?${'x'.repeat(65)}`, '?'],
    [
      'GET',
      `/v1/status?${Array.from({ length: 99 }, (_, n) => n).join('&')}`,
      '0,1,2,3,4,5,6,7,8,9',
    ],
    ['PUT', '/v1/employees/sync?dry_run=true', 'dry_run'],
    ['GET', '/healthz?verbose=1', 'verbose'],
    ['GET', '/v1/nowhere?externalid=1', undefined],
  ] as const;
  for (const [method, path] of cases) await service.request(method, path, { key });
  const requests = service.log
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'request');
  assert.deepEqual(
    requests.map(({ ignored_parameters }) => ignored_parameters),
    cases.map(([, , ignored]) => ignored),
  );
  const [, , line] = requests;
  assert.deepEqual([line.route, typeof line.request_id], ['/v1/employees', 'string']);
});
