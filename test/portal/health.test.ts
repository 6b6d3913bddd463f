import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { describeSettings } from '../../src/cli/server/settings.ts';
import { startPortal, textOf } from './portal-service.ts';

test('settings are shown with their values and where these come from, and no secret is', async (t) => {
  const token = 'a-secret-of-metrics-<b>';
  const shownSettings = describeSettings(
    { metricsToken: token, ipLimit: '50' },
    { ENGAGED_WEBHOOK_ALLOW: '10.0.0.0/8' },
  );
  const service = await startPortal(t, { shownSettings });
  const page = await service.signedIn('admin').get('/portal/health');
  const text = textOf(page);
  assert.match(text, /ip-limit requests per minute from one address; 0 for no limit 50 --ip-limit/);
  assert.match(text, /webhook-allow .* 10\.0\.0\.0\/8 ENGAGED_WEBHOOK_ALLOW/);
  assert.match(text, /metrics-token .* \(set\) --metrics-token/);
  assert.ok(!page.text.includes('a-secret-of-metrics'));
});

test('health shows what doctor finds, the worst first', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const sound = textOf(await owner.get('/portal/health'));
  assert.match(sound, /ok privacy Other users of the machine cannot read the file/);
  assert.ok(sound.includes(service.file));
  chmodSync(service.file, 0o644);
  assert.match(
    textOf(await owner.get('/portal/health')),
    /Checks look here problem privacy Every user/,
  );
});
