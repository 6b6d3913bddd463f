import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { recordDecisions } from '../../src/service/company/company-write.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  setEmployeeRole,
} from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { collectPerson } from '../../src/service/people/person-export.ts';
import {
  listAccounts,
  provideAccount,
  setAccountDisabled,
  setAccountRole,
} from '../../src/service/portal/accounts.ts';
import { createLink } from '../../src/service/portal/sessions.ts';
import { queryRows } from '../service/test-company.ts';
import { until } from '../until.ts';
import {
  type Browser,
  PASSWORD,
  type PortalService,
  startPortal,
  textOf,
} from './portal-service.ts';

const isSignedIn = async (browser: Browser) =>
  (await browser.get('/portal/account')).status === 200;

/** Every value of a column of the sessions, as text. */
const column = (service: PortalService, name: string) =>
  queryRows(
    service.db,
    service.companyId,
    `select cast(${name} as text) as value from portal_sessions where company_id = :companyId`,
    { value: 'text' },
  ).map(({ value }) => value);

test('a session ends after 30 minutes without use', async (t) => {
  const service = await startPortal(t);
  const browsers = [service.signedIn('owner'), service.signedIn('admin')] as const;
  service.clock.now += 30 * MINUTE_MS - 1;
  assert.ok(await isSignedIn(browsers[0]));
  service.clock.now += 1;
  assert.equal(await isSignedIn(browsers[1]), false);
});

test('who was signed out is told why, and that a change was not saved; who signed out, or never signed in, is not', async (t) => {
  const service = await startPortal(t);
  const over = service.signedIn('owner');
  service.clock.now += 30 * MINUTE_MS;
  const says = async (path: string | undefined) => textOf(await over.get(path ?? ''));
  const { location: toPage } = (await over.get('/portal/keys')).headers;
  assert.equal(toPage, '/portal/sign-in?next=%2Fportal%2Fkeys');
  assert.match(
    await says(toPage),
    /You are signed out\. This happens after 30 minutes without use/,
  );
  assert.doesNotMatch(await says(toPage), /not saved/);
  const { location: toChange } = (await over.post('/portal/departments', { name: 'X' })).headers;
  assert.match(await says(toChange), /What you sent last was not saved\./);
  const { location: toEnd } = (await over.post('/portal/sign-out')).headers;
  assert.doesNotMatch(await says(toEnd), /not saved/);
  const out = service.signedIn('admin');
  await out.post('/portal/sign-out');
  for (const browser of [out, service.browser()]) {
    assert.doesNotMatch(textOf(await browser.get('/portal/sign-in')), /signed out/);
  }
});

test('a session ends 8 hours after it was opened, however much it is used', async (t) => {
  const service = await startPortal(t);
  const browser = service.signedIn('owner');
  const opened = service.clock.now;
  while (service.clock.now < opened + 8 * HOUR_MS - 20 * MINUTE_MS) {
    service.clock.now += 20 * MINUTE_MS;
    assert.ok(await isSignedIn(browser));
    // The use is recorded in the background, by the writer thread.
    await until(() => column(service, 'last_used_at')[0] === String(service.clock.now));
  }
  service.clock.now += 20 * MINUTE_MS - 1;
  assert.ok(await isSignedIn(browser));
  service.clock.now += 1;
  assert.equal(await isSignedIn(browser), false);
});

test('sessions and links of a clock that was ahead end when it is set right, and not by a small step', async (t) => {
  const service = await startPortal(t);
  const { now } = service.clock;
  service.clock.now = now + 400 * DAY_MS;
  const browser = service.signedIn('owner');
  const link = service.link({ email: 'ada@acme.example' });
  const statuses = async () => [
    await isSignedIn(browser),
    (await service.browser().get(link)).status,
  ];
  service.clock.now -= MINUTE_MS;
  assert.deepEqual(await statuses(), [true, 200]);
  service.clock.now = now;
  assert.deepEqual(await statuses(), [false, 404]);
});

test('the data file holds no token of a session and no secret of a link', async (t) => {
  const service = await startPortal(t);
  const browser = service.signedIn('owner');
  const link = service.link().split('/').at(-1) ?? '';
  const token = browser.cookie.split('=')[1] ?? '';
  const { readFileSync } = await import('node:fs');
  const bytes = ['', '-wal']
    .map((suffix) => readFileSync(service.file + suffix, 'latin1'))
    .join('');
  assert.equal(token.length, 43);
  assert.equal(link.length, 22);
  assert.ok(!bytes.includes(token) && !bytes.includes(link) && !bytes.includes(PASSWORD));
});

test('signing out ends the session on the server and removes the cookie', async (t) => {
  const service = await startPortal(t);
  const browser = service.signedIn('owner');
  const { cookie } = browser;
  const out = await browser.post('/portal/sign-out');
  assert.deepEqual([out.status, out.headers.location], [303, '/portal/sign-in']);
  assert.equal(browser.cookie, '');
  assert.equal(await isSignedIn(service.browser(cookie)), false);
  assert.deepEqual(column(service, 'id'), []);
});

test('a sign-in ends the session that the browser had, of whichever account', async (t) => {
  const service = await startPortal(t);
  const elsewhere = service.signedIn('owner');
  const browser = service.signedIn('viewer');
  const old = service.browser(browser.cookie);
  const fields = { email: 'owner@acme.example', password: PASSWORD };
  assert.equal((await browser.post('/portal/sign-in', fields)).status, 303);
  assert.deepEqual(
    [await isSignedIn(browser), await isSignedIn(old), await isSignedIn(elsewhere)],
    [true, false, true],
  );
});

test('the audit log has every session that a person ends, and no second time', async (t) => {
  const service = await startPortal(t);
  const [browser] = [1, 2, 3].map(() => service.signedIn('owner')) as [Browser];
  await browser.post('/portal/account/sessions/end-others');
  await browser.post('/portal/account/sessions/end-others');
  await browser.post('/portal/sign-out');
  const ended = listDecisions(service.db, service.companyId, { count: 100 })
    .filter(({ action }) => action === 'portal.sign_out')
    .map(({ actor, after }) => [actor.split(' ')[0], after]);
  assert.deepEqual(ended, [
    ['portal', { sessions: 1 }],
    ['portal', { sessions: 2 }],
  ]);
});

test('sessions end with a disabled account, another role and a deactivated employee, and do not come back', async (t) => {
  const service = await startPortal(t);
  const email = (role: string) => `${role}@acme.example`;
  const cases: [Parameters<PortalService['signedIn']>[0], () => void, () => void][] = [
    [
      'owner',
      () => service.write((w) => setAccountDisabled(w, email('owner'), true)),
      () => service.write((w) => setAccountDisabled(w, email('owner'), false)),
    ],
    [
      'admin',
      () => service.write((w) => setAccountRole(w, email('admin'), 'viewer')),
      () => service.write((w) => setAccountRole(w, email('admin'), 'admin')),
    ],
    [
      'manager',
      () => service.write((w) => setEmployeeRole(w, email('manager'), 'none')),
      () => service.write((w) => setEmployeeRole(w, email('manager'), { role: 'manager' })),
    ],
    [
      'none',
      () => service.write((w) => deactivateEmployee(w, email('none'), 'Left')),
      () => service.write((w) => reactivateEmployee(w, email('none'))),
    ],
  ];
  for (const [role, end, undo] of cases) {
    const browser = service.signedIn(role);
    assert.ok(await isSignedIn(browser), role);
    end();
    assert.equal(await isSignedIn(browser), false, role);
    undo();
    assert.equal(await isSignedIn(browser), false, role);
  }
});

test('a link that was made before a deactivation does not come back with the person, however both happen', async (t) => {
  const service = await startPortal(t);
  const row = { external_id: 'E1', email: 'ada@acme.example', first_name: 'Ada', last_name: 'L' };
  const others = [1, 2, 3, 4].map((n) => ({
    ...row,
    external_id: `F${n}`,
    email: `f${n}@acme.example`,
  }));
  const sync = (rows: object[]) =>
    service.request('PUT', '/v1/employees/sync', {
      key: service.liveKey,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ employees: rows, deactivate_missing: true }),
    });
  assert.equal((await sync([row, ...others])).status, 200);
  const ways: [() => unknown, () => unknown][] = [
    [
      () => service.write((w) => deactivateEmployee(w, row.email, 'Left')),
      () => service.write((w) => reactivateEmployee(w, row.email)),
    ],
    [() => sync(others), () => sync([row, ...others])],
    [
      () => service.write((w) => setAccountDisabled(w, row.email, true)),
      () => service.write((w) => setAccountDisabled(w, row.email, false)),
    ],
  ];
  for (const [end, undo] of ways) {
    const secret = service.write(
      (w) => createLink(w, provideAccount(w, { email: row.email })),
      service.clock.now,
    );
    const open = async () => (await service.browser().get(`/portal/link/${secret}`)).status;
    assert.equal(await open(), 200);
    await end();
    assert.equal(await open(), 404);
    await undo();
    assert.equal(await open(), 404);
    const set = { password: PASSWORD, again: PASSWORD };
    assert.equal((await service.browser().post(`/portal/link/${secret}`, set)).status, 404);
  }
});

test('a person sees their sessions and ends one, or all others', async (t) => {
  const service = await startPortal(t);
  const browsers = [1, 2, 3].map(() => service.browser());
  const link = service.link({ email: 'ada@acme.example' });
  const [first, second, third] = browsers as [Browser, Browser, Browser];
  await first.post(
    link,
    { password: PASSWORD, again: PASSWORD },
    { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
  );
  for (const browser of [second, third]) {
    await browser.post('/portal/sign-in', { email: 'ada@acme.example', password: PASSWORD });
  }
  const page = await second.get('/portal/account');
  assert.match(textOf(page), /Firefox on Windows/);
  const ends = [...page.text.matchAll(/action="(\/portal\/account\/sessions\/[^"]+\/end)"/g)].map(
    ([, path]) => path ?? '',
  );
  assert.equal(ends.length, 2);
  const done = await second.post(ends[1] ?? '');
  assert.equal(done.status, 303);
  assert.match(textOf(await second.get(done.headers.location ?? '')), /The session has ended/);
  // It is said once.
  assert.doesNotMatch(
    textOf(await second.get(done.headers.location ?? '')),
    /The session has ended/,
  );
  assert.deepEqual([await isSignedIn(first), await isSignedIn(third)], [false, true]);
  await second.post('/portal/account/sessions/end-others');
  assert.deepEqual([await isSignedIn(second), await isSignedIn(third)], [true, false]);
});

test('sign-ins do not push decisions out of what happened lately', async (t) => {
  const service = await startPortal(t);
  service.write((w) => addEmployee(w, { email: 'ada@acme.example', given_name: 'Ada' }));
  service.write((w) => deactivateEmployee(w, 'ada@acme.example', 'Gone to sea'));
  const action = 'portal.sign_in';
  service.write((w) =>
    recordDecisions(
      w,
      Array.from({ length: 100 }, () => ({ action, target: ['portal_account', null] as const })),
    ),
  );
  assert.match(textOf(await service.signedIn('owner').get('/portal')), /Gone to sea/);
});

test('nobody ends the session of another account', async (t) => {
  const service = await startPortal(t);
  const victim = service.signedIn('owner');
  const [id] = column(service, 'id');
  const attacker = service.signedIn('none');
  await attacker.post(`/portal/account/sessions/${id}/end`);
  assert.ok(await isSignedIn(victim));
});

test('a changed password needs the current one, ends every other session and renews this one', async (t) => {
  const service = await startPortal(t);
  const other = service.signedIn('owner');
  const browser = service.browser();
  await browser.post('/portal/sign-in', { email: 'owner@acme.example', password: PASSWORD });
  const password = 'four purple walruses dance';
  const wrong = await browser.post('/portal/account/password', {
    current: 'wrong',
    password,
    again: password,
  });
  assert.equal(wrong.status, 400);
  assert.match(textOf(wrong), /This is not the current password/);
  assert.ok(await isSignedIn(other));
  const { cookie } = browser;
  const changed = await browser.post('/portal/account/password', {
    current: PASSWORD,
    password,
    again: password,
  });
  assert.equal(changed.status, 303);
  assert.notEqual(browser.cookie, cookie);
  const next = await browser.get(changed.headers.location ?? '');
  assert.match(textOf(next), /The password is changed\./);
  assert.deepEqual(
    [await isSignedIn(browser), await isSignedIn(other), await isSignedIn(service.browser(cookie))],
    [true, false, false],
  );
  const attempt = (given: string) =>
    service.browser().post('/portal/sign-in', { email: 'owner@acme.example', password: given });
  assert.deepEqual(
    [(await attempt(PASSWORD)).status, (await attempt(password)).status],
    [400, 303],
  );
});

test('a cookie of another form, two of them, and an unknown token are nobody', async (t) => {
  const service = await startPortal(t);
  const { cookie } = service.signedIn('owner');
  for (const wrong of [
    `${cookie}x`,
    `${cookie}; ${cookie}`,
    `engaged=${'A'.repeat(43)}`,
    'engaged=',
    `__Host-${cookie}`,
    cookie.slice(0, -1),
  ]) {
    const { status, headers } = await service.browser(wrong).get('/portal/account');
    assert.equal(status, 303, wrong);
    assert.equal(headers.location, '/portal/sign-in?next=%2Fportal%2Faccount');
  }
});

test('an export of a person has their account and sessions, and an erasure removes both', async (t) => {
  const service = await startPortal(t);
  const browser = service.signedIn('none');
  const reference = 'none@acme.example';
  const { portal_accounts } = collectPerson(service.db, {
    ...{ companyId: service.companyId, employee: reference, now: service.clock.now },
  });
  assert.deepEqual(
    portal_accounts.map(({ sessions }) => sessions.map(({ client, browser }) => [client, browser])),
    [[['127.0.0.1', 'test']]],
  );
  service.write((write) => eraseEmployee(write, reference, 'Request 114'));
  assert.equal(await isSignedIn(browser), false);
  assert.deepEqual(listAccounts(service.db, service.companyId), []);
});
