import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOW } from '../service/test-company.ts';
import { startTestService } from './harness.ts';

test('status describes the key to any key, whatever its scopes', async (t) => {
  const service = await startTestService(t);
  const key = service.issueKey({
    scopes: ['shop:read'],
    requestsPerMinute: 60,
    expiresAt: NOW + 1,
  });
  const response = await service.request('GET', '/v1/status', { key });
  assert.equal(response.status, 200);
  const json = response.json as { company: { id: string }; key: { id: string } };
  assert.deepEqual(json, {
    status: 'ok',
    mode: 'live',
    company: { id: json.company.id, name: 'Acme' },
    key: {
      id: json.key.id,
      name: 'a key',
      hint: `${key.slice(0, 9)}…${key.slice(-4)}`,
      scopes: ['shop:read'],
      created_at: '2026-11-21T09:30:00.000Z',
      expires_at: '2026-11-21T09:30:00.001Z',
    },
    limits: { requests_per_minute: 60, syncs_per_hour: 30 },
    api_version: '1.0',
    server_time: '2026-11-21T09:30:00.000Z',
  });
});

test('status tells a test key that it acts on the sandbox, and that it never expires', async (t) => {
  const service = await startTestService(t);
  const response = await service.request('GET', '/v1/status', { key: service.testKey });
  const json = response.json as {
    mode: string;
    company: { name: string };
    key: { expires_at: null };
  };
  assert.deepEqual(
    [json.mode, json.company.name, json.key.expires_at],
    ['test', 'Acme (sandbox)', null],
  );
});
