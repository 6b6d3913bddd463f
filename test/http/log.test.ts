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

const TOLD = /PERNR|zoe|quill|ignaz|vogl|broken-address|acme|svc_|Payroll|Welder|bearer/i;

test('whatever is asked, sent or goes wrong: no value of a person, no key and no query is logged', async (t) => {
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
  await ask('/v1/status', { headers: { 'X-Zoe': 'Quill', Cookie: 'zoe=quill' } });
  await service.raw('GET /zoe HTTP/9.9\r\nX: zoe\r\n\r\n');
  await service.raw('zoe quill\r\n\r\n');
  const lines = service.log.map((line) => JSON.parse(line));
  assert.ok(lines.length >= 8);
  assert.deepEqual(
    service.log.filter((line) => TOLD.test(line)),
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
