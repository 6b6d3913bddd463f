import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { totpCode } from '../../src/domain/totp.ts';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { provideAccount, setAccountDisabled } from '../../src/service/portal/accounts.ts';
import { createLink } from '../../src/service/portal/sessions.ts';
import { resetTotpOf, signInWithCode } from '../../src/service/portal/totp.ts';
import type { Database } from '../../src/store/database.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { queryRows } from '../service/test-company.ts';
import { codeOf, readSetUp, recoveryCodesIn, switchOn, wrongCode } from './authenticator.ts';
import {
  PASSWORD,
  PASSWORD_HASH,
  type PortalService,
  startPortal,
  textOf,
} from './portal-service.ts';

const EMAIL = 'owner@acme.example';
const TWO_STEP = '/portal/account/two-step';
const CODE = '/portal/sign-in/code?next=%2Fportal';
const RECOVERY = '/portal/sign-in/code/recovery?next=%2Fportal';
const WRONG = /This code is wrong, or was used already\./;

/** A service whose owner signs in in two steps. */
async function withTwoSteps(t: TestContext) {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  return { service, owner, ...(await switchOn(service, owner)) };
}

/** A browser in which the password was given. */
async function inSecondStep(service: PortalService) {
  const browser = service.browser();
  const { status, headers } = await browser.post('/portal/sign-in', {
    email: EMAIL,
    password: PASSWORD,
  });
  assert.deepEqual([status, headers.location], [303, CODE]);
  return browser;
}

const sessionsIn = ({ db, companyId }: PortalService) =>
  queryRows(db, companyId, 'select id from portal_sessions where company_id = :companyId', {
    id: 'text',
  }).length;

const actionsIn = ({ db, companyId }: PortalService, count: number) =>
  listDecisions(db, companyId, { count }).map(({ action }) => action);

test('the set-up shows a secret as QR code, address and text, and is on once a code of it was given', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const { page, sealed, secret, uri } = await readSetUp(owner);
  assert.match(page.text, /<svg role="img" aria-label="QR code for the authenticator app"/);
  assert.match(
    uri,
    /^otpauth:\/\/totp\/Acme:owner%40acme\.example\?secret=[A-Z2-7]{32}&amp;issuer=Acme$/,
  );
  assert.equal(secret.length, 20);
  const give = (code: string) => owner.post(`${TWO_STEP}/on`, { secret: sealed, code });
  const wrong = await give(wrongCode(secret, service.clock.now));
  assert.equal(wrong.status, 400);
  assert.match(textOf(wrong), WRONG);
  // The same secret is shown again: the app has it already.
  assert.equal(/href="(otpauth:[^"]+)"/.exec(wrong.text)?.[1], uri);
  const other = service.signedIn('owner', { isNew: false });
  const right = await give(codeOf(secret, service.clock.now));
  assert.deepEqual([right.status, right.headers.location?.split('?')[0]], [303, TWO_STEP]);
  const shown = await owner.get(right.headers.location ?? '');
  assert.equal(new Set(recoveryCodesIn(shown.text)).size, 10);
  assert.match(textOf(shown), /10 recovery codes left/);
  assert.deepEqual(recoveryCodesIn((await owner.get(right.headers.location ?? '')).text), []);
  assert.equal((await other.get('/portal/account')).status, 303);
  assert.equal((await give(codeOf(secret, service.clock.now, 1))).status, 409);
  assert.deepEqual(actionsIn(service, 1), ['portal.totp_on']);
});

test('a set-up needs a secret that was made for this account a short time ago, and the password', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const admin = service.signedIn('admin');
  const { sealed, secret } = await readSetUp(owner);
  const give = (browser: typeof owner, fields: Record<string, string>) =>
    browser.post(`${TWO_STEP}/on`, { code: codeOf(secret, service.clock.now), ...fields });
  for (const [browser, fields] of [
    [admin, { secret: sealed }],
    [owner, {}],
    [owner, { secret: `${sealed.slice(0, -2)}AA` }],
    [owner, { secret: secret.toString() }],
  ] as const) {
    const { status, text } = await give(browser, fields);
    assert.equal(status, 400);
    assert.match(text, /The page was open for too long/);
  }
  service.clock.now += 10 * MINUTE_MS;
  assert.equal((await owner.get(TWO_STEP)).headers.location?.split('?')[0], '/portal/confirm');
  const asked = await give(owner, { secret: sealed });
  assert.match(textOf(asked), /Confirm that it is you/);
  const late = await give(owner, { secret: sealed, confirm_password: PASSWORD });
  assert.match(textOf(late), /The page was open for too long/);
});

test('the second step follows the right password, without a session, and opens one with the code', async (t) => {
  const { service, owner, secret } = await withTwoSteps(t);
  assert.equal((await owner.get('/portal/account')).status, 200);
  const before = sessionsIn(service);
  const browser = await inSecondStep(service);
  assert.match(browser.cookie, /^engaged-sign-in=/);
  assert.equal(sessionsIn(service), before);
  const closed = await browser.get('/portal/account');
  assert.deepEqual(
    [closed.status, closed.headers.location],
    [303, '/portal/sign-in?next=%2Fportal%2Faccount'],
  );
  assert.match(textOf(await browser.get(CODE)), /shows it for owner@acme\.example/);
  const spaced = codeOf(secret, service.clock.now).replace(/(...)/, ' $1 ');
  const { status, headers } = await browser.post(CODE, { code: spaced });
  assert.deepEqual([status, headers.location], [303, '/portal']);
  const [session = '', ended = ''] = headers['set-cookie'] ?? [];
  assert.match(session, /^engaged=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.match(ended, /^engaged-sign-in=; Max-Age=0;/);
  assert.equal((await browser.get('/portal/account')).status, 200);
});

test('a code signs in once, also when two requests or two processes give it at the same time', async (t) => {
  const { service, secret } = await withTwoSteps(t);
  const browsers = await Promise.all([1, 2, 3, 4].map(() => inSecondStep(service)));
  const code = codeOf(secret, service.clock.now);
  const answers = await Promise.all(browsers.map((browser) => browser.post(CODE, { code })));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 303).length, 1, String(statuses));
  const late = await inSecondStep(service);
  const again = await late.post(CODE, { code });
  assert.equal(again.status, 400);
  assert.match(textOf(again), WRONG);
  // The step before is not accepted any more, and the one after is.
  assert.equal(
    (await late.post(CODE, { code: codeOf(secret, service.clock.now, -1) })).status,
    400,
  );
  const another = openDataFile(service.file, { write: true });
  t.after(() => another.close());
  const next = codeOf(secret, service.clock.now, 1);
  const given = (db: Database, hash: string) =>
    writeCompany(
      db,
      { companyId: service.companyId, now: service.clock.now, actor: 'test' },
      (write) => {
        const { id } = provideAccount(write, { email: EMAIL });
        const session = { hash: hash.repeat(32), client: '', browser: '' };
        return signInWithCode(write, {
          account: id,
          passwordHash: PASSWORD_HASH,
          code: next,
          session,
        });
      },
    );
  assert.ok(given(another, 'ab'));
  assert.equal(given(service.db, 'cd'), null);
  assert.equal((await late.post(CODE, { code: next })).status, 400);
});

test('a code of a minute ago, of the next minute and of another secret are wrong', async (t) => {
  const { service, secret } = await withTwoSteps(t);
  const browser = await inSecondStep(service);
  for (const code of [
    codeOf(secret, service.clock.now, -2),
    codeOf(secret, service.clock.now, 2),
    totpCode(Buffer.alloc(20), 1),
  ]) {
    const { status, headers } = await browser.post(CODE, { code });
    assert.deepEqual([status, headers['set-cookie']], [400, undefined]);
  }
  const failures = service.log.map((line) => JSON.parse(line)).filter(({ factor }) => factor);
  assert.deepEqual(
    failures.map(({ event, factor }) => [event, factor]),
    Array(3).fill(['sign_in_failed', 'code']),
  );
});

test('wrong codes delay the next one, however often the password is right, and one is checked at a time', async (t) => {
  const { service, secret } = await withTwoSteps(t);
  const wrong = wrongCode(secret, service.clock.now);
  for (let at = 0; at < 3; at++) {
    assert.equal((await (await inSecondStep(service)).post(CODE, { code: wrong })).status, 400);
  }
  const [browser, other] = [await inSecondStep(service), await inSecondStep(service)];
  const startedAt = performance.now();
  const held = browser.post(CODE, { code: codeOf(secret, service.clock.now) });
  const beside = other.post(CODE, { code: wrong });
  const statuses = (await Promise.all([held, beside])).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), statuses[0] === 303 ? [303, 429] : [400, 429]);
  assert.ok(performance.now() - startedAt >= 500);
});

test('a recovery code signs in once, whatever codes are tried meanwhile', async (t) => {
  const { service, recoveryCodes, owner } = await withTwoSteps(t);
  const [first = '', second = ''] = recoveryCodes;
  const give = async (recovery: string) =>
    (await inSecondStep(service)).post(RECOVERY, { recovery });
  const typed = first.toLowerCase().replaceAll('-', ' ');
  const statuses = (await Promise.all([give(typed), give(first)])).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [303, 400]);
  const again = await give(first);
  assert.match(textOf(again), WRONG);
  assert.match(again.text, /<details open>/);
  assert.equal((await give(second)).status, 303);
  for (const wrong of [
    '',
    'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA',
    recoveryCodes.join(''),
    '\u0000'.repeat(30),
  ]) {
    assert.equal((await give(wrong)).status, 400);
  }
  assert.match(textOf(await owner.get(TWO_STEP)), /8 recovery codes left/);
  const used = listDecisions(service.db, service.companyId, { count: 20 }).filter(
    ({ action }) => action === 'portal.recovery_code',
  );
  assert.deepEqual(
    used.map(({ after }) => after),
    [{ left: 8 }, { left: 9 }],
  );
});

test('new recovery codes replace the old ones, and need a code', async (t) => {
  const { service, owner, secret, recoveryCodes } = await withTwoSteps(t);
  const renew = (code: string) => owner.post(`${TWO_STEP}/recovery-codes`, { code });
  assert.equal((await renew(wrongCode(secret, service.clock.now))).status, 400);
  const { headers } = await renew(codeOf(secret, service.clock.now));
  const fresh = recoveryCodesIn((await owner.get(headers.location ?? '')).text);
  assert.equal(new Set([...fresh, ...recoveryCodes]).size, 20);
  const give = async (recovery = '') =>
    (await (await inSecondStep(service)).post(RECOVERY, { recovery })).status;
  assert.deepEqual([await give(recoveryCodes[3]), await give(fresh[3])], [400, 303]);
});

test('it is switched off with password and code, and the password alone signs in again', async (t) => {
  const { service, owner, secret } = await withTwoSteps(t);
  const other = await inSecondStep(service);
  await other.post(CODE, { code: codeOf(secret, service.clock.now) });
  service.clock.now += 11 * MINUTE_MS;
  const off = (fields: Record<string, string>) => owner.post(`${TWO_STEP}/off`, fields);
  const code = codeOf(secret, service.clock.now);
  assert.match(textOf(await off({ code })), /Confirm that it is you/);
  const wrong = { code: wrongCode(secret, service.clock.now), confirm_password: PASSWORD };
  assert.equal((await off(wrong)).status, 400);
  const { status, headers } = await off({ code });
  assert.deepEqual([status, headers.location?.split('?')[0]], [303, '/portal/account']);
  assert.equal((await other.get('/portal/account')).status, 303);
  assert.deepEqual(actionsIn(service, 1), ['portal.totp_off']);
  const again = await service
    .browser()
    .post('/portal/sign-in', { email: EMAIL, password: PASSWORD });
  assert.equal(again.headers.location, '/portal');
  assert.equal((await off({ code })).status, 409);
});

test('the second step ends after 10 minutes, with another password, with a disabled account and with a reset', async (t) => {
  const { service, secret } = await withTwoSteps(t);
  const again = '/portal/sign-in?next=%2Fportal';
  const leadsTo = async (browser: Awaited<ReturnType<typeof inSecondStep>>) => {
    const page = await browser.get(CODE);
    const { headers } = await browser.post(CODE, { code: codeOf(secret, service.clock.now) });
    return [page.headers.location, headers.location];
  };
  const late = await inSecondStep(service);
  service.clock.now += 10 * MINUTE_MS;
  assert.deepEqual(await leadsTo(late), [again, again]);

  const changed = await inSecondStep(service);
  const cookie = changed.cookie;
  const link = service.write(
    (write) => createLink(write, provideAccount(write, { email: EMAIL })),
    service.clock.now,
  );
  const fields = { password: `${PASSWORD} x`, again: `${PASSWORD} x` };
  await service.browser().post(`/portal/link/${link}`, fields);
  assert.deepEqual(await leadsTo(changed), [again, again]);

  const signIn = async () => {
    const browser = service.browser();
    await browser.post('/portal/sign-in', { email: EMAIL, password: fields.password });
    return browser;
  };
  const [disabled, reset, modified] = [await signIn(), await signIn(), await signIn()];
  modified.cookie = `${modified.cookie.slice(0, -1)}${modified.cookie.endsWith('A') ? 'B' : 'A'}`;
  assert.deepEqual(await leadsTo(modified), [again, again]);
  service.write((write) => setAccountDisabled(write, EMAIL, true), service.clock.now);
  assert.deepEqual(await leadsTo(disabled), [again, again]);
  service.write((write) => setAccountDisabled(write, EMAIL, false), service.clock.now);
  service.write((write) => resetTotpOf(write, EMAIL), service.clock.now);
  assert.deepEqual(await leadsTo(reset), [again, again]);
  assert.deepEqual(await leadsTo(service.browser(cookie)), [again, again]);
});

test('a link sets the password and still asks for the code', async (t) => {
  const { service, owner, secret } = await withTwoSteps(t);
  const link = service.write(
    (write) => createLink(write, provideAccount(write, { email: EMAIL })),
    service.clock.now,
  );
  const browser = service.browser();
  const fields = { password: `${PASSWORD} again`, again: `${PASSWORD} again` };
  const { status, headers } = await browser.post(`/portal/link/${link}`, fields);
  assert.deepEqual([status, headers.location], [303, CODE]);
  assert.equal((await owner.get('/portal/account')).status, 303);
  assert.equal((await browser.get('/portal/account')).status, 303);
  const given = await browser.post(CODE, { code: codeOf(secret, service.clock.now) });
  assert.deepEqual([given.status, given.headers.location], [303, '/portal']);
  assert.equal((await browser.get('/portal/account')).status, 200);
});

test('an owner resets it for somebody else, whose sessions end, and not for the own account', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const admin = service.signedIn('admin');
  await switchOn(service, admin);
  await switchOn(service, owner);
  const idOf = (email: string) =>
    service.write((write) => provideAccount(write, { email }).id, service.clock.now);
  const reset = (email: string) => owner.post(`/portal/accounts/${idOf(email)}/reset-totp`);
  assert.match(
    textOf(await owner.get(`/portal/accounts/${idOf('admin@acme.example')}`)),
    /Two-step sign-in on/,
  );
  assert.equal((await reset('admin@acme.example')).status, 303);
  assert.equal((await admin.get('/portal/account')).status, 303);
  assert.deepEqual(actionsIn(service, 1), ['portal.totp_reset']);
  const { headers } = await service
    .browser()
    .post('/portal/sign-in', { email: 'admin@acme.example', password: PASSWORD });
  assert.equal(headers.location, '/portal');
  const refused = await reset(EMAIL);
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /Switch it off on your own page/);
});

test('a wrong password gets the same answer with two steps as without', async (t) => {
  const { service } = await withTwoSteps(t);
  service.signedIn('admin');
  const answers = [];
  for (const email of [EMAIL, 'admin@acme.example', 'nobody@acme.example']) {
    const { status, text, headers } = await service
      .browser()
      .post('/portal/sign-in', { email, password: `${PASSWORD}s` });
    const shown = text.replaceAll(email, '').replace(/(?<="form-id" value=)"[^"]+"/g, '""');
    answers.push([status, shown, headers['set-cookie']]);
  }
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
});

test('nothing of a secret or a recovery code is kept in the log or the audit log, and no page shows them again', async (t) => {
  const { service, owner, secret, recoveryCodes } = await withTwoSteps(t);
  const browser = await inSecondStep(service);
  await browser.post(RECOVERY, { recovery: recoveryCodes[0] ?? '' });
  const pages = await Promise.all(
    ['/portal/account', TWO_STEP, '/portal/audit', '/portal/accounts'].map((path) =>
      owner.get(path),
    ),
  );
  const audit = JSON.stringify(listDecisions(service.db, service.companyId, { count: 50 }));
  const all = [...pages.map(({ text }) => text), ...service.log, audit].join('\n');
  const hex = Buffer.from(secret).toString('hex');
  for (const one of [hex, ...recoveryCodes]) assert.ok(!all.includes(one));
});
