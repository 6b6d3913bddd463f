import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankAhead } from '../../src/domain/contest.ts';

/** What somebody at each rank is told. */
const aheadOf = (xp: readonly number[], isShared: boolean) =>
  xp.map((_, at) => rankAhead(at + 1, (rank) => xp[rank - 1] ?? 0, isShared));

test('where places are shared, the XP of the next person are enough to share their rank', () => {
  assert.deepEqual(aheadOf([50, 40, 40, 28], true), [
    null,
    { rank: 1, missing: 10 },
    { rank: 1, missing: 10 },
    { rank: 2, missing: 12 },
  ]);
  assert.deepEqual(aheadOf([40, 40], true), [null, null]);
});

test('where who reached it first is ahead, one XP more than the next person is needed, and passes all who have as much', () => {
  assert.deepEqual(aheadOf([50, 40, 40, 28], false), [
    null,
    { rank: 1, missing: 11 },
    { rank: 2, missing: 1 },
    { rank: 2, missing: 13 },
  ]);
});
