import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { isGivenUp, retryAfterMs, retryDelay } from '../../../src/domain/webhook/schedule.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

test('a failed attempt is repeated after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then no more', () => {
  const planned = [5 * SECOND, 5 * MINUTE, 30 * MINUTE];
  planned.push(...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR));
  const delays = (random: number) =>
    Array.from({ length: 10 }, (_, at) => retryDelay(at + 1, 0, random));
  assert.deepEqual(delays(0), [...planned, undefined]);
  assert.deepEqual(delays(1), [...planned.map((delay) => Math.round(delay * 1.1)), undefined]);
});

test('a receiver can ask for more time, up to the longest delay, but not for less', () => {
  assert.equal(retryDelay(1, 60 * SECOND, 0), 60 * SECOND);
  assert.equal(retryDelay(3, 60 * SECOND, 0), 30 * MINUTE);
  assert.equal(retryDelay(1, 365 * DAY_MS, 0), Math.round(1.1 * DAY_MS));
  assert.equal(retryDelay(10, 60 * SECOND, 0), undefined);
});

test('Retry-After holds seconds or a date; anything else is ignored', () => {
  const expected = {
    '0': 0,
    '120': 120_000,
    ' 7 ': 7_000,
    '999999999': 999_999_999_000,
    'Sat, 21 Nov 2026 09:31:00 GMT': MINUTE,
    'Saturday, 21-Nov-26 09:31:00 GMT': MINUTE,
    'Sat, 21 Nov 2026 09:29:00 GMT': 0,
    '': 0,
    '-5': 0,
    '1e3': 0,
    '1.5': 0,
    '9999999999': 0,
    '2026-11-21': 0,
    soon: 0,
    'Xyz, GMT': 0,
  };
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((text) => [text, retryAfterMs(text, NOW)])),
    expected,
  );
  assert.equal(retryAfterMs(undefined, NOW), 0);
});

test('a webhook is given up after five days of failures, which a clock that is set forward does not make', () => {
  assert.equal(isGivenUp(NOW - 5 * DAY_MS, 10, NOW), true);
  assert.equal(isGivenUp(NOW - 5 * DAY_MS + 1, 1_000, NOW), false);
  assert.equal(isGivenUp(NOW - 400 * DAY_MS, 9, NOW), false);
  assert.equal(isGivenUp(NOW + DAY_MS, 1_000, NOW), false);
});
