import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { ACTIONS } from '../../src/portal/routes.ts';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { PASSWORD, startPortal, textOf } from './portal-service.ts';

const CONFIRM = '/portal/confirm?next=%2Fportal%2Faccount';

test('the password is asked for again 10 minutes after it was last given', async (t) => {
  const service = await startPortal(t);
  const browser = service.signedIn('owner');
  const asks = async () => (await browser.get(CONFIRM)).status === 200;
  service.clock.now += 10 * MINUTE_MS - 1;
  assert.equal(await asks(), false);
  service.clock.now += 1;
  assert.ok(await asks());
  const wrong = await browser.post(CONFIRM, { confirm_password: 'wrong' });
  assert.equal(wrong.status, 400);
  assert.match(textOf(wrong), /This is not your password\./);
  assert.ok(await asks());
  const right = await browser.post(CONFIRM, { confirm_password: PASSWORD });
  assert.deepEqual([right.status, right.headers.location], [303, '/portal/account']);
  assert.equal(await asks(), false);
  service.clock.now += 10 * MINUTE_MS;
  assert.ok(await asks());
  const [last] = listDecisions(service.db, service.companyId, { count: 1 });
  assert.equal(last?.action, 'portal.confirm');
});

test('a password counts only in the session in which it was given', async (t) => {
  const service = await startPortal(t);
  const first = service.signedIn('owner');
  const second = service.browser();
  await second.post('/portal/sign-in', { email: 'owner@acme.example', password: PASSWORD });
  service.clock.now += 10 * MINUTE_MS;
  await first.post(CONFIRM, { confirm_password: PASSWORD });
  assert.deepEqual(
    [(await first.get(CONFIRM)).status, (await second.get(CONFIRM)).status],
    [303, 200],
  );
});

test('after the password the way leads to a page of the portal, and nowhere else', async (t) => {
  const service = await startPortal(t);
  const browser = service.signedIn('owner');
  for (const next of [
    'https://evil.example/portal',
    '//evil.example/portal',
    '/\\evil.example',
    'javascript:alert(1)',
    '/v1/status',
    '/portal/sign-out',
    '/portalx',
  ]) {
    const { headers } = await browser.get(`/portal/confirm?next=${encodeURIComponent(next)}`);
    assert.equal(headers.location, '/portal', next);
  }
});

test('what only owners do asks for the password', () => {
  const open = ACTIONS.filter(({ roles, needsPassword }) => roles.length === 1 && !needsPassword);
  assert.deepEqual(
    open.map(({ path }) => path),
    [
      '/directory/approve',
      ...['test', 'enable', 'disable', 'resend'].map((name) => `/webhooks/:id/${name}`),
    ],
  );
});
