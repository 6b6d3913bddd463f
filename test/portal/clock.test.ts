import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { codeOf, switchOn } from './authenticator.ts';
import { type Browser, PASSWORD, startPortal } from './portal-service.ts';

/** Where a clock that was wrong may have stood, from the right time. */
const WRONG: Record<string, (now: number) => number> = {
  'an hour ahead': (now) => now + HOUR_MS,
  'an hour behind': (now) => now - HOUR_MS,
  'in 2038': () => 2 ** 31 * 1_000 + 5_000,
  'in 1970': () => 1_000,
};

const isOpen = async (browser: Browser) => (await browser.get('/portal/account')).status === 200;

const mayChange = async (browser: Browser) =>
  (await browser.get('/portal/health/backup', { Range: 'bytes=0-0' })).status === 200;

const EMAIL = 'owner@acme.example';

test('after a clock was wrong people sign in at once, and no session or confirmation lives longer for it', async (t) => {
  for (const [where, wrongTime] of Object.entries(WRONG)) {
    const service = await startPortal(t);
    const { clock } = service;
    const before = service.signedIn('owner', { email: EMAIL });
    const right = clock.now;
    clock.now = wrongTime(right);
    // What happens meanwhile: a session, failures, and the use of an older session.
    const meanwhile = service.signedIn('owner', { email: 'meanwhile@acme.example' });
    assert.equal(await isOpen(meanwhile), true, where);
    const link = service.link({ email: 'late@acme.example' });
    for (let at = 0; at < 4; at++) {
      await service.browser().post('/portal/sign-in', { email: EMAIL, password: 'wrong' });
    }
    await isOpen(before);
    assert.equal(await mayChange(before), false, `${where}: a password given at another time`);
    clock.now = right + MINUTE_MS;
    assert.equal(await isOpen(meanwhile), false, where);
    assert.equal((await service.browser().get(link)).status, 404, where);
    const again = service.browser();
    const fields = { email: EMAIL, password: PASSWORD };
    assert.equal((await again.post('/portal/sign-in', fields)).status, 303, where);
    assert.equal(await isOpen(again), true, where);
    clock.now = right + 11 * MINUTE_MS;
    assert.equal(await mayChange(again), false, where);
    clock.now = right + 9 * HOUR_MS;
    assert.equal(await isOpen(before), false, where);
    assert.equal(await isOpen(again), false, where);
    await service.close();
  }
});

test('a code counts once wherever the clock jumps, and the next one signs in when the clock is right', async (t) => {
  for (const [where, wrongTime] of Object.entries(WRONG)) {
    const service = await startPortal(t);
    const { clock } = service;
    const { secret } = await switchOn(service, service.signedIn('owner', { email: EMAIL }));
    const signIn = async (code: string) => {
      const browser = service.browser();
      await browser.post('/portal/sign-in', { email: EMAIL, password: PASSWORD });
      return (await browser.post('/portal/sign-in/code', { code })).status;
    };
    const code = codeOf(secret, clock.now);
    assert.equal(await signIn(code), 303, where);
    const right = clock.now;
    clock.now = wrongTime(right);
    assert.equal(await signIn(code), 400, where);
    clock.now = right;
    assert.equal(await signIn(code), 400, where);
    clock.now = right + MINUTE_MS;
    assert.equal(await signIn(codeOf(secret, clock.now)), 303, where);
    await service.close();
  }
});
