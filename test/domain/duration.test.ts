import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from '../../src/domain/duration.ts';

test('a duration is a number of minutes, hours or days', () => {
  assert.equal(parseDuration('30m'), 1_800_000);
  assert.equal(parseDuration('24h'), 86_400_000);
  assert.equal(parseDuration('90d'), 7_776_000_000);
  assert.equal(parseDuration('0m'), 0);
});

test('any other text is rejected', () => {
  for (const text of ['', '90', 'd', '-1d', '1.5h', '1w', '1d2h', ' 1d', '1D', '1000000d']) {
    assert.equal(parseDuration(text), undefined);
  }
});
