import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { currentWindow, secondsLeft, windowEnd } from '../../src/domain/fixed-window.ts';

const LENGTH = 60_000;
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });

test('a window begins on the whole second of the first request and lasts its full length', () => {
  const window = currentWindow(undefined, 1_234, LENGTH);
  assert.deepEqual(window, { startedAt: 1_000, used: 0 });
  assert.equal(currentWindow(window, 1_000 + LENGTH - 1, LENGTH), window);
  assert.deepEqual(currentWindow(window, 1_234 + LENGTH, LENGTH), { startedAt: 61_000, used: 0 });
});

test('the time to wait is never longer than a window', () => {
  fc.assert(
    fc.property(time, (now) => {
      const window = currentWindow(undefined, now, LENGTH);
      assert.equal(secondsLeft(window, now, LENGTH), LENGTH / 1_000);
    }),
  );
});

test('a window that begins in the future is replaced', () => {
  const window = { startedAt: 5_000, used: 9 };
  assert.deepEqual(currentWindow(window, 4_999, LENGTH), { startedAt: 4_000, used: 0 });
});

test('after the time to wait the window is over, and the time to wait is at least a second', () => {
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: LENGTH - 1 }), (startedAt, elapsed) => {
      const now = startedAt + elapsed;
      const window = { startedAt, used: 1 };
      const wait = secondsLeft(window, now, LENGTH);
      assert.ok(wait >= 1 && wait <= LENGTH / 1_000 + 1);
      assert.notEqual(currentWindow(window, now + wait * 1_000, LENGTH), window);
      assert.notEqual(currentWindow(window, windowEnd(window, LENGTH) * 1_000, LENGTH), window);
      assert.equal(Math.floor(now / 1_000) + wait, windowEnd(window, LENGTH));
    }),
  );
});
