import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { listKeys } from '../../src/service/keys/keys.ts';
import { createTestKey } from '../service/test-company.ts';
import { type Browser, PASSWORD, startPortal, textOf } from './portal-service.ts';

const NEW = { name: 'payroll', mode: 'live', scope: 'employees:read', expires: '90d', limit: '60' };

const follow = async (browser: Browser, answer: Awaited<ReturnType<Browser['post']>>) => {
  assert.equal(answer.status, 303, textOf(answer));
  return browser.get(answer.headers.location ?? '');
};

test('a key is made with its scopes and its end, works, and is shown once', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const answer = await owner.post('/portal/keys/new', NEW);
  const page = await follow(owner, answer);
  const [secret = ''] = /svc_live_[\dA-Za-z]{38}/.exec(page.text) ?? [];
  const { status } = await service.request('GET', '/v1/status', {
    headers: { Authorization: `Bearer ${secret}` },
  });
  assert.equal(status, 200);
  assert.equal(page.headers['cache-control'], 'no-store');
  const again = await owner.get(answer.headers.location ?? '');
  assert.doesNotMatch(again.text, /svc_live_[\dA-Za-z]{10}/);
  assert.match(textOf(again), /payroll employees:read live never used live never used/);
  const [key] = listKeys(service.db, service.companyId).filter(({ name }) => name === 'payroll');
  assert.equal(Date.parse(key?.expires_at ?? '') - service.clock.now, 90 * 24 * 60 * MINUTE_MS);
});

test('a new key is shown to the account that made it, whatever another one asks for', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const other = service.signedIn('owner', { email: 'second@acme.example' });
  const { headers } = await owner.post('/portal/keys/new', NEW);
  const path = headers.location ?? '';
  assert.doesNotMatch((await other.get(path)).text, /svc_live_[\dA-Za-z]{38}/);
  assert.match((await owner.get(path)).text, /svc_live_[\dA-Za-z]{38}/);
});

test('a test key acts on the sandbox', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const page = await follow(owner, await owner.post('/portal/keys/new', { ...NEW, mode: 'test' }));
  assert.match(page.text, /svc_test_[\dA-Za-z]{38}/);
  assert.match(textOf(page), /payroll employees:read test never used test/);
});

test('a form that is wrong makes no key, says what is wrong and keeps what was entered', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const before = listKeys(service.db, service.companyId).length;
  const wrong = await owner.post('/portal/keys/new', {
    ...{ name: ' ', mode: 'live', expires: '30d', limit: '0' },
  });
  assert.equal(wrong.status, 400);
  assert.match(
    textOf(wrong),
    /No key was created\. Say what the key is for\. Choose at least one scope\. A whole number/,
  );
  assert.match(wrong.text, /<option value="30d" selected>/);
  for (const odd of [
    { mode: 'other' },
    { expires: '99d' },
    { expires: 'toString' },
    { scope: 'all' },
  ]) {
    assert.equal((await owner.post('/portal/keys/new', { ...NEW, ...odd })).status, 400);
  }
  assert.equal(listKeys(service.db, service.companyId).length, before);
});

test('a change that meets the question for the password goes on once it is given', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  service.clock.now += 10 * MINUTE_MS;
  const name = `"><script>alert(1)</script>\n&amp;`;
  const asked = await owner.post('/portal/keys/new', { ...NEW, name });
  assert.equal(asked.status, 200);
  assert.match(textOf(asked), /Nothing is changed yet, and what you entered is kept/);
  assert.ok(!asked.text.includes('<script>alert'));
  const fields = Object.fromEntries(
    [...asked.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, field = '', value = '']) => [field, value],
    ),
  );
  assert.deepEqual(Object.keys(fields), ['form-id', ...Object.keys(NEW)]);
  const wrong = await owner.post('/portal/keys/new', { ...NEW, confirm_password: 'wrong' });
  assert.equal(wrong.status, 400);
  assert.match(textOf(wrong), /This is not your password/);
  assert.match(wrong.text, /name="name" value="payroll"/);
  const done = await owner.post('/portal/keys/new', { ...NEW, confirm_password: PASSWORD });
  assert.match((await follow(owner, done)).text, /svc_live_[\dA-Za-z]{38}/);
  assert.equal((await owner.post('/portal/keys/new', NEW)).status, 303);
});

test('a key is rotated with an overlap; another admin who rotates it too is told that it was', async (t) => {
  const service = await startPortal(t);
  const [owner, other] = [
    service.signedIn('owner'),
    service.signedIn('owner', { email: 'second@acme.example' }),
  ];
  const { id, key } = createTestKey(service.db, service.companyId, { now: service.clock.now });
  const path = `/portal/keys/${id}/rotate`;
  const page = await follow(owner, await owner.post(path, { overlap: '1h' }));
  assert.match(textOf(page), /The successor of “a key” .*The old key works until/);
  const second = await other.post(path, { overlap: '0h' });
  assert.equal(second.status, 409);
  assert.match(textOf(second), /has a successor already/);
  const status = async () =>
    (await service.request('GET', '/v1/status', { headers: { Authorization: `Bearer ${key}` } }))
      .status;
  assert.equal(await status(), 200);
  service.clock.now += 60 * MINUTE_MS;
  assert.equal(await status(), 401);
});

test('a key that is rotated without an overlap is said to work no more', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const { id } = createTestKey(service.db, service.companyId, { now: service.clock.now });
  const page = await follow(
    owner,
    await owner.post(`/portal/keys/${id}/rotate`, { overlap: '0h' }),
  );
  assert.match(textOf(page), /The successor of “a key” .*The old key does not work any more\./);
});

test('a key is revoked once its end is typed', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const { id, hint, key } = createTestKey(service.db, service.companyId);
  const path = `/portal/keys/${id}/revoke`;
  const wrong = await owner.post(path, { confirm: 'xxxx' });
  assert.equal(wrong.status, 400);
  assert.match(textOf(wrong), /Nothing was changed\. Type it exactly to confirm/);
  const page = await follow(owner, await owner.post(path, { confirm: hint.slice(-4) }));
  assert.match(textOf(page), /The key a key is revoked\./);
  const headers = { Authorization: `Bearer ${key}` };
  assert.equal((await service.request('GET', '/v1/status', { headers })).status, 401);
  assert.doesNotMatch(
    (await owner.get(`/portal/keys/${id}`)).text,
    /<form method="post" action="\/portal\/keys/,
  );
});

test('everybody who reads the company sees its keys, and owners alone can change them', async (t) => {
  const service = await startPortal(t);
  const { id } = createTestKey(service.db, service.companyId, { name: '<b>payroll</b>' });
  for (const role of ['admin', 'viewer'] as const) {
    const browser = service.signedIn(role);
    const list = await browser.get('/portal/keys');
    assert.match(list.text, /&lt;b&gt;payroll/);
    assert.doesNotMatch(list.text, /New key/);
    assert.doesNotMatch((await browser.get(`/portal/keys/${id}`)).text, /action="\/portal\/keys/);
  }
});

test('keys of another company are unknown, for every page and action', async (t) => {
  const service = await startPortal(t);
  const { company } = createCompany(service.db, {
    ...{ name: 'Other', ssoDomains: [], now: service.clock.now, actor: 'test' },
  });
  const foreign = createTestKey(service.db, company.companyId);
  const owner = service.signedIn('owner');
  const answers = async (id: string) => [
    (await owner.get(`/portal/keys/${id}`)).status,
    (await owner.post(`/portal/keys/${id}/rotate`, { overlap: '1h' })).status,
    (await owner.post(`/portal/keys/${id}/revoke`, { confirm: foreign.hint.slice(-4) })).status,
  ];
  assert.deepEqual(await answers(foreign.id), [404, 404, 404]);
  assert.equal(listKeys(service.db, company.companyId).at(-1)?.revoked_at, null);
  assert.ok(!(await owner.get('/portal/keys')).text.includes(foreign.id));
});
