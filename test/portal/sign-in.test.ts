import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { setAccountDisabled } from '../../src/service/portal/accounts.ts';
import * as companies from '../../src/store/company/companies.ts';
import { queryRows } from '../service/test-company.ts';
import { PASSWORD, type PortalService, startPortal, textOf } from './portal-service.ts';

const NEW = { password: PASSWORD, again: PASSWORD };

async function withOwner(service: PortalService) {
  const browser = service.browser();
  const { status } = await browser.post(service.link({ email: 'ada@acme.example' }), NEW);
  assert.equal(status, 303);
  return browser;
}

test('a link lets whoever opens it name an account, set its password and sign in, once', async (t) => {
  const service = await startPortal(t);
  const link = service.link();
  const browser = service.browser();
  const shown = await browser.get(link);
  assert.equal(shown.status, 200);
  assert.match(textOf(shown), /You become the owner of this portal/);
  // Scanners follow links; only the form uses it up.
  assert.equal((await service.browser().get(link)).status, 200);
  const fields = { ...NEW, email: 'Ada@Acme.example' };
  const redeemed = await browser.post(link, fields);
  assert.deepEqual([redeemed.status, redeemed.headers.location], [303, '/portal']);
  assert.match(
    redeemed.headers['set-cookie']?.[0] ?? '',
    /^engaged=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  assert.match(textOf(await browser.get('/portal/account')), /Ada@Acme\.example/);
  assert.equal((await service.browser().get(link)).status, 404);
  assert.equal((await service.browser().post(link, fields)).status, 404);
  const again = service.browser();
  assert.equal(
    (await again.post('/portal/sign-in', { email: 'ada@acme.EXAMPLE', password: PASSWORD })).status,
    303,
  );
  assert.equal((await again.get('/portal/account')).status, 200);
});

test('a link works for 15 minutes, and not after a newer one', async (t) => {
  const service = await startPortal(t);
  const link = service.link({ email: 'ada@acme.example' });
  service.clock.now += 15 * MINUTE_MS - 1;
  assert.equal((await service.browser().get(link)).status, 200);
  service.clock.now += 1;
  assert.equal((await service.browser().get(link)).status, 404);
  assert.equal((await service.browser().post(link, NEW)).status, 404);
});

test('two people who use a link at the same time get one session', async (t) => {
  const service = await startPortal(t);
  const link = service.link({ email: 'ada@acme.example' });
  const answers = await Promise.all([1, 2, 3].map(() => service.browser().post(link, NEW)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 404, 404]);
  const rows = queryRows(
    service.db,
    service.companyId,
    'select id from portal_sessions where company_id = :companyId',
    { id: 'text' },
  );
  assert.equal(rows.length, 1);
});

test('a password is refused with its reason, and the form keeps the address and not the password', async (t) => {
  const service = await startPortal(t);
  const link = service.link();
  for (const [fields, reason] of [
    [{ password: 'short', again: 'short' }, /The password has 5 characters; 15 are needed/],
    [{ password: 'passwordpassword123', again: 'x' }, /among the first that are tried/],
    [{ password: PASSWORD, again: 'another' }, /The two passwords differ/],
  ] as const) {
    const refused = await service.browser().post(link, { ...fields, email: 'ada@acme.example' });
    assert.equal(refused.status, 400);
    assert.match(textOf(refused), reason);
    assert.match(refused.text, /value="ada@acme\.example"/);
    assert.ok(!refused.text.includes(fields.password));
    assert.equal(refused.headers['set-cookie'], undefined);
  }
  const wrong = await service.browser().post(link, { ...NEW, email: 'no address' });
  assert.equal(wrong.status, 400);
  assert.equal((await service.browser().get(link)).status, 200);
});

test('a wrong password, an unknown address, an account without a password and a disabled one get the same answer', async (t) => {
  const service = await startPortal(t);
  await withOwner(service);
  service.link({ email: 'new@acme.example' });
  const answers = [];
  for (const [email, password] of [
    ['ada@acme.example', 'plum tractor seven violet'],
    ['nobody@acme.example', PASSWORD],
    ['new@acme.example', PASSWORD],
  ] as const) {
    answers.push(await service.browser().post('/portal/sign-in', { email, password }));
  }
  service.write((write) => setAccountDisabled(write, 'ada@acme.example', true));
  answers.push(
    await service
      .browser()
      .post('/portal/sign-in', { email: 'ada@acme.example', password: PASSWORD }),
  );
  for (const answer of answers) {
    assert.equal(answer.status, 400);
    assert.match(textOf(answer), /Email, number or password is wrong/);
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.ok(!answer.text.includes(PASSWORD));
  }
});

test('a wrong password is logged with the company, and without what was typed', async (t) => {
  const service = await startPortal(t);
  await withOwner(service);
  await service
    .browser()
    .post('/portal/sign-in', { email: 'ada@acme.example', password: 'plum tractor' });
  const failures = service.log
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'sign_in_failed')
    .map(({ time: _, ...line }) => line);
  const company_id = service.db.one(companies.find, { companyId: service.companyId })?.id;
  assert.deepEqual(failures, [{ level: 'warn', event: 'sign_in_failed', company_id }]);
});

test('after the sign-in the page opens that was asked for, and never one of another site', async (t) => {
  const service = await startPortal(t);
  const browser = await withOwner(service);
  const asked = await service.browser().get('/portal/account?x=1');
  assert.equal(asked.headers.location, '/portal/sign-in?next=%2Fportal%2Faccount%3Fx%3D1');
  for (const [next, to] of [
    ['/portal/account?x=1', '/portal/account?x=1'],
    ['/portal', '/portal'],
    ['//evil.example/portal/', '/portal'],
    ['https://evil.example/portal/', '/portal'],
    ['/\\evil.example/portal/', '/portal'],
    ['javascript:alert(1)', '/portal'],
    ['/v1/status', '/portal'],
    ['/portalx', '/portal'],
    ['/portal/../v1/status', '/portal'],
    ['/portal/sign-in?next=/portal/sign-in', '/portal'],
    ['/portal/account\r\nSet-Cookie: x=1', '/portal/accountSet-Cookie:%20x=1'],
  ] as const) {
    const { headers } = await browser.get(`/portal/sign-in?next=${encodeURIComponent(next)}`);
    assert.equal(headers.location, to, next);
  }
});

test('with several companies the sign-in asks for the name of one, and tells nothing about the others', async (t) => {
  const service = await startPortal(t);
  await withOwner(service);
  createCompany(service.db, {
    name: 'Zeta',
    ssoDomains: [],
    now: service.clock.now,
    actor: 'test',
  });
  const page = await service.browser().get('/portal/sign-in');
  assert.match(textOf(page), /^engaged Sign in Company/);
  assert.ok(!page.text.includes('Zeta') && !page.text.includes('Acme'));
  const fields = { email: 'ada@acme.example', password: PASSWORD };
  const signIn = (company: string) =>
    service.browser().post('/portal/sign-in', { ...fields, company });
  assert.deepEqual(
    [(await signIn('acme')).status, (await signIn('Zeta')).status, (await signIn('None')).status],
    [303, 400, 400],
  );
});

test('wrong passwords delay the next attempt on the account, which is still checked', async (t) => {
  const service = await startPortal(t);
  await withOwner(service);
  const attempt = (password: string) =>
    service.browser().post('/portal/sign-in', { email: 'ada@acme.example', password });
  for (let at = 0; at < 4; at++) assert.equal((await attempt('wrong')).status, 400);
  assert.equal((await attempt(PASSWORD)).status, 303);
});

test('people who sign in at the same time from one address are not refused', async (t) => {
  const service = await startPortal(t);
  await withOwner(service);
  const attempts = Array.from({ length: 8 }, () =>
    service.browser().post('/portal/sign-in', { email: 'ada@acme.example', password: PASSWORD }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  assert.deepEqual([...new Set(statuses)], [303]);
});

test('whoever floods an account with wrong passwords keeps its owner out of no browser that knows it, and out of no session', async (t) => {
  const service = await startPortal(t);
  const browser = service.browser();
  const first = await browser.post(service.link({ email: 'ada@acme.example' }), NEW);
  const marks = (first.headers['set-cookie'] ?? []).filter((one) => one.startsWith('engaged-brow'));
  assert.deepEqual(
    marks.map((one) => one.replace(/=[\w-]{80,}/, '=MARK')),
    ['engaged-browser=MARK; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax'],
  );
  const attempt = (password: string, cookie: string) =>
    service.browser(cookie).post('/portal/sign-in', { email: 'ada@acme.example', password });
  const [mark = ''] = marks[0]?.split(';') ?? [];
  const flood = Array.from({ length: 40 }, async () => {
    const answer = await attempt('wrong', '');
    return answer.status === 429 ? answer : Promise.reject(new Error(String(answer.status)));
  });
  const refused = await Promise.any(flood);
  assert.equal(refused.headers['retry-after'], '30');
  assert.match(textOf(refused), /Too many attempts are waiting\. Try again in 30 seconds\./);
  assert.equal((await attempt(PASSWORD, mark)).status, 303);
  const wrong = { current: 'wrong', ...NEW };
  assert.equal((await browser.post('/portal/account/password', wrong)).status, 400);
});

test('behind a proxy that only the public URL names, wrong passwords of others delay nobody', async (t) => {
  const service = await startPortal(t, { publicUrl: 'https://people.acme.example' });
  await withOwner(service);
  const viaProxy = { 'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Proto': 'https' };
  const attempt = (email: string, password: string) =>
    service.browser().post('/portal/sign-in', { email, password }, viaProxy);
  const wrong = Array.from({ length: 16 }, (_, at) => attempt(`p${at}@acme.example`, 'wrong'));
  const statuses = (await Promise.all(wrong)).map(({ status }) => status);
  assert.deepEqual([...new Set(statuses)], [400]);
  assert.equal((await attempt('ada@acme.example', PASSWORD)).status, 303);
});
