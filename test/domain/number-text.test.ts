import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatNumber } from '../../src/domain/number-text.ts';

test('whole numbers are grouped as in English', () => {
  const english = new Intl.NumberFormat('en-US');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      assert.equal(formatNumber(value), english.format(value));
    }),
    { examples: [[0], [-1], [999], [-999], [1_000], [-1_000], [999_999], [1_000_000]] },
  );
});
