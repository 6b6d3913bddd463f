import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish } from '../../src/service/operations/doctor/health-findings.ts';
import { checkSlack } from '../../src/service/operations/doctor/slack.ts';
import { noteSlack } from '../../src/service/operations/slack-state.ts';
import { startTestService } from '../http/harness.ts';
import { createTestCompany } from '../service/test-company.ts';

const since = Date.UTC(2026, 10, 21, 9, 30);

test('doctor says how the service is connected to Slack, and since when', (t) => {
  const { db } = createTestCompany(t);
  const said = () => checkSlack(db).map((one) => `${one.level}: ${inEnglish(one).message}`);
  assert.deepEqual(said(), []);
  noteSlack(db, { state: 'connected', since, reason: null });
  assert.deepEqual(said(), ['ok: Connected since 2026-11-21T09:30:00.000Z']);
  noteSlack(db, { state: 'reconnecting', since, reason: null });
  assert.deepEqual(said(), [
    'warning: Not connected since 2026-11-21T09:30:00.000Z, and tried again',
  ]);
  noteSlack(db, { state: 'refused', since, reason: 'invalid_auth' });
  assert.deepEqual(said(), [
    'problem: Slack refuses the tokens of the service since 2026-11-21T09:30:00.000Z (invalid_auth)',
  ]);
  noteSlack(db, null);
  assert.deepEqual(said(), []);
});

test('metrics say how the service is connected to Slack, where it is set up', async (t) => {
  const token = 'm'.repeat(32);
  const service = await startTestService(t, { metricsToken: token });
  const page = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const { text } = await service.request('GET', '/metrics', { headers });
    return text.split('\n').filter((line) => line.startsWith('engaged_slack'));
  };
  assert.deepEqual(await page(), []);
  const now = service.clock.now - 90_000;
  noteSlack(service.db, { state: 'refused', since: now, reason: 'invalid_auth' });
  assert.deepEqual(await page(), [
    'engaged_slack{state="connected"} 0',
    'engaged_slack{state="reconnecting"} 0',
    'engaged_slack{state="refused"} 1',
    'engaged_slack_state_seconds 90',
  ]);
});
