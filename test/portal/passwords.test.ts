import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import type { EngagedError } from '../../src/domain/errors.ts';
import { passwordProblem } from '../../src/portal/sign-in/password-rules.ts';
import { Passwords } from '../../src/portal/sign-in/passwords.ts';
import { SignInThrottle } from '../../src/portal/sign-in/throttle.ts';

const known = ['ada.lovelace@acme.example', 'Acme Analytical Engines'];

test('long passwords that nobody would try first are accepted, with any characters', () => {
  for (const password of [
    'plum tractor seven violets',
    'Tr0ub4dor&3-and-more',
    'ein kleines Haus am Meer',
    '梅とトラクターと七つの紫の花を見ました',
    'πρώτη φορά σήμερα',
    `${'a'.repeat(3)}kd93-fkw02-dkw9q`,
  ]) {
    assert.equal(passwordProblem(password, known), undefined, password);
  }
});

test('passwords that are short, common, repeated, in a row or made of what is known are refused', () => {
  for (const password of [
    '',
    'fourteen chars',
    'aaaaaaaaaaaaaaa',
    'abcabcabcabcabcabc',
    '123456789012345',
    'passwordpassword',
    'Password12345678',
    'qwertyuiopasdfghjkl',
    'ada.lovelace@acme.example',
    'engaged engaged 2026',
    'AcmeAnalyticalEngines1',
    'correcthorsebatterystaple',
    'x'.repeat(300),
    `valid but with \u0000 in it`,
    `valid but with \ud800 in it`,
  ]) {
    assert.notEqual(passwordProblem(password, known), undefined, password);
  }
});

const passwords = new Passwords();

test('a password is kept as a hash of its own salt, and only the same one verifies', async () => {
  const [one, other] = await Promise.all([
    passwords.hash('plum tractor'),
    passwords.hash('plum tractor'),
  ]);
  assert.notEqual(one, other);
  assert.match(one, /^scrypt:32768:8:3:[\w-]{22}:[\w-]{43}$/);
  assert.deepEqual(
    await Promise.all([
      passwords.verify('plum tractor', one),
      passwords.verify('plum tractors', one),
      passwords.verify('plum tractor', null),
      passwords.verify('', null),
    ]),
    [true, false, false, false],
  );
});

test('a password verifies however its characters were composed', async () => {
  const kept = await passwords.hash('Zoë’s café');
  assert.equal(await passwords.verify('Zoe\u0308’s cafe\u0301', kept), true);
});

test('attempts wait longer with every failure, up to half a minute, and are never refused for it', () => {
  const throttle = new SignInThrottle();
  const delays = Array.from({ length: 14 }, () => {
    const held = throttle.hold('ada', '192.0.2.1', 0) ?? assert.fail();
    held.release();
    throttle.fail('ada', '192.0.2.1', 0);
    return held.delay;
  });
  assert.deepEqual(
    delays,
    [0, 0, 0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000],
  );
  const delayOf = (account: string, address: string, now = 0) => {
    const held = throttle.hold(account, address, now) ?? assert.fail();
    held.release();
    return held.delay;
  };
  assert.equal(delayOf('ada', '192.0.2.2'), 30_000);
  assert.equal(delayOf('grace', '192.0.2.1'), 8_000);
  assert.equal(delayOf('grace', '192.0.2.2'), 0);
  throttle.succeed('ada');
  assert.equal(delayOf('ada', '192.0.2.2'), 0);
  assert.equal(delayOf('ada', '192.0.2.1'), 8_000);
  assert.equal(delayOf('ada', '192.0.2.1', 60 * MINUTE_MS), 0);
});

test('only so many delayed attempts of one address wait at once, and others of elsewhere do not wait for them', () => {
  const throttle = new SignInThrottle();
  for (let at = 0; at < 3; at++) throttle.fail('ada', '192.0.2.9', 0);
  const held = Array.from({ length: 5 }, () => throttle.hold('ada', '192.0.2.1', 0));
  assert.equal(throttle.hold('ada', '192.0.2.1', 0), undefined);
  assert.ok(throttle.hold('ada', '192.0.2.2', 0));
  held[0]?.release();
  assert.ok(throttle.hold('ada', '192.0.2.1', 0));
});

test('attempts without a wrong password before them do not wait, however many others do', async () => {
  const throttle = new SignInThrottle();
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout');
  const before = timers();
  const attempts = Array.from({ length: 100 }, (_, at) =>
    throttle.check({ account: `person ${at}`, address: '192.0.2.1', now: 0 }, async () => {
      await new Promise(setImmediate);
      assert.deepEqual(timers(), before);
      return true;
    }),
  );
  assert.deepEqual([...new Set(await Promise.all(attempts))], [true]);
  for (let at = 0; at < 3; at++) throttle.fail('ada', '192.0.2.9', 0);
  for (let at = 0; at < 500; at++) assert.ok(throttle.hold('ada', `198.51.100.${at}`, 0));
  assert.equal(throttle.hold('ada', '192.0.2.2', 0), undefined);
  assert.equal(throttle.hold('grace', '192.0.2.2', 0)?.delay, 0);
});

test('wrong passwords for many accounts that an address sends at once wait as those after each other do', async () => {
  const throttle = new SignInThrottle();
  let checked = 0;
  const attempts = Array.from({ length: 30 }, (_, at) =>
    throttle.check({ account: `person ${at}`, address: '192.0.2.1', now: 0 }, async () => {
      checked++;
      return false;
    }),
  );
  // The others wait for their delay, after these and before the refused ones.
  const refusals: number[] = [];
  const { promise: allRefused, resolve } = Promise.withResolvers<void>();
  for (const attempt of attempts)
    attempt.catch(({ code }: EngagedError) => {
      assert.equal(code, 'rate_limit_exceeded');
      if (refusals.push(checked) === 15) resolve();
    });
  await allRefused;
  assert.deepEqual([...new Set(refusals)], [10]);
  // Others of elsewhere do not wait for them.
  assert.equal(throttle.hold('grace', '192.0.2.2', 0)?.delay, 0);
});

test('only so many attempts of one address wait for those before them, and only so many of all addresses', async () => {
  const throttle = new SignInThrottle();
  const { promise: isRight, resolve: check } = Promise.withResolvers<boolean>();
  const refusals: (string | undefined)[] = [];
  const send = (count: number, address: string) =>
    Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const attempt = { account: `person ${at} of ${address}`, address, now: 0 };
        try {
          return await throttle.check(attempt, () => isRight);
        } catch (error) {
          const { failure, retryAfter } = error as EngagedError;
          refusals.push(`${failure?.code} ${retryAfter} ${address}`);
          return undefined;
        }
      }),
    );
  const attempts = Array.from({ length: 10 }, (_, at) => send(111, `192.0.2.${at}`));
  attempts.push(send(11, '198.51.100.1'));
  await new Promise(setImmediate);
  const addresses = [...Array.from({ length: 10 }, (_, at) => `192.0.2.${at}`), '198.51.100.1'];
  assert.deepEqual(
    refusals,
    addresses.map((address) => `sign_in_attempts 30 ${address}`),
  );
  // All who wait are checked, and then there is room again.
  check(true);
  const counts = (await Promise.all(attempts)).map((all) => all.filter(Boolean).length);
  assert.deepEqual(counts, [...Array(10).fill(110), 10]);
  assert.equal((await send(110, '203.0.113.1')).filter(Boolean).length, 110);
  assert.equal(refusals.length, 11);
});

test('a delay does not keep a process running that stops', () => {
  const throttle = new SignInThrottle();
  for (let at = 0; at < 9; at++) throttle.fail('ada', '192.0.2.1', 0);
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout');
  const before = timers();
  void throttle.check({ account: 'ada', address: '192.0.2.1', now: 0 }, assert.fail);
  assert.deepEqual(timers(), before);
});

test('names of any length take the same memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const throttle = new SignInThrottle();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 200; at++) throttle.fail(`${at}`.padEnd(100_000, 'ä'), '192.0.2.1', 0);
  collectGarbage();
  assert.ok(process.memoryUsage().heapUsed - before < 2_000_000);
  assert.equal(throttle.hold('ada', '192.0.2.1', 0)?.delay, 30_000);
});

test('attempts on an account that are sent at once wait as those after each other do', () => {
  const throttle = new SignInThrottle();
  const hold = (at: number) => throttle.hold('ada', `198.51.100.${at}`, 0) ?? assert.fail();
  const sent = [0, 1, 2, 3, 4, 5].map(hold);
  assert.deepEqual(
    sent.map(({ delay }) => delay),
    [0, 0, 0, 500, 1_000, 2_000],
  );
  assert.equal(throttle.hold('grace', '198.51.100.1', 0)?.delay, 0);
  for (const { release } of sent) release();
  assert.equal(hold(9).delay, 0);
});
