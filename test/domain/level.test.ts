import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { levelOf, levelThreshold, xpToNextLevel } from '../../src/domain/level.ts';

test('levels begin at 0, 100, 300, 600, 1000 … and level 100 at 495,000', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 100].map(levelThreshold), [0, 100, 300, 600, 1000, 495_000]);
});

test('a level begins exactly at its threshold and not one point before', () => {
  for (let level = 2; level <= 100; level++) {
    assert.equal(levelOf(levelThreshold(level)), level);
    assert.equal(levelOf(levelThreshold(level) - 1), level - 1);
  }
});

test('the XP to the next level leads exactly to it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 494_999 }), (xp) => {
      assert.equal(levelOf(xp + xpToNextLevel(xp)), levelOf(xp) + 1);
      assert.equal(levelOf(xp + xpToNextLevel(xp) - 1), levelOf(xp));
    }),
  );
});

test('level 100 is the last one, with no XP to a next level', () => {
  assert.equal(levelOf(Number.MAX_SAFE_INTEGER), 100);
  assert.equal(xpToNextLevel(495_000), 0);
  assert.equal(xpToNextLevel(Number.MAX_SAFE_INTEGER), 0);
});

test('negative XP is level 1, and the XP to level 2 includes the distance to zero', () => {
  assert.equal(levelOf(-40), 1);
  assert.equal(xpToNextLevel(-40), 140);
});
