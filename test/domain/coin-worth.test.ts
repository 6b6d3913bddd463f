import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worthOf } from '../../src/domain/coin-worth.ts';

test('what coins are worth is rounded once, to the nearest hundredth', () => {
  const worth = { hundredths: 250, currency: 'EUR' };
  assert.deepEqual(
    [0, 1, 2, 3, 100, 112_480, -40].map((coins) => worthOf(coins, worth)),
    [0, 0.03, 0.05, 0.08, 2.5, 2_812, -1],
  );
});
