import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestCompany } from '../service/test-company.ts';
import { usePostgres } from '../store/postgres-server.ts';
import { startProxy } from '../store/tcp-proxy.ts';
import { assertRefused } from './assert-error.ts';
import { serveCompany } from './harness.ts';
import { addPerson } from './requests.ts';

test('a change of which nobody knows whether it was made is said and logged to be so', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const company = createTestCompany(t, server);
  const url = new URL(company.file);
  const proxy = await startProxy(t, Number(url.port));
  url.port = String(proxy.port);
  const service = await serveCompany(t, { ...company, file: url.href });
  const key = service.liveKey;
  const employee_id = service.write((write) => addPerson(write, 'ann'));
  const award = { employee: { employee_id }, amount: 1, once: 'a' };
  const row = { external_id: 'E1', email: 'e1@acme.test', first_name: 'E', last_name: 'One' };
  const requests = [
    ['POST', '/v1/xp/awards', { awards: [award] }],
    ['PUT', '/v1/employees/sync', { employees: [row] }],
  ] as const;
  const send = ([method, path, body]: (typeof requests)[number]) =>
    service.request(method, path, { key, body: JSON.stringify(body) });
  for (const request of requests) {
    const [method, route] = request;
    proxy.setCommits('unanswered');
    const response = await send(request);
    assertRefused(response, 500, 'internal_error');
    assert.match(response.text, /may or may not have been made/);
    const lines = service.log.map((line) => JSON.parse(line));
    const { time: _, ...line } = lines.find(({ event }) => event === 'request_failed');
    const request_id = response.headers['x-request-id'];
    assert.deepEqual(line, {
      ...{ level: 'error', event: 'request_failed', request_id, method, route },
      code: 'internal_error',
    });
    service.log.length = 0;
    proxy.setCommits('passed');
    assert.equal((await send(request)).status, 200);
  }
});
