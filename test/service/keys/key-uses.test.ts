import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Credential } from '../../../src/service/keys/key-cache.ts';
import { KeyUsageTracker } from '../../../src/service/keys/key-usage.ts';

const MINUTE = 60_000;

const key = (keyId: string) => ({ keyId, companyId: 1 }) as Credential;

test('the first use of a key is due at once, and later uses every ten minutes, with the latest one', () => {
  const uses = new KeyUsageTracker();
  assert.deepEqual(uses.drainDue(), []);
  uses.note(key('a'), '192.0.2.1', 0);
  assert.deepEqual(uses.drainDue(), [{ companyId: 1, keyId: 'a', at: 0, client: '192.0.2.1' }]);
  uses.note(key('a'), '192.0.2.2', 9 * MINUTE);
  assert.deepEqual(uses.drainDue(), []);
  uses.note(key('a'), '192.0.2.3', 10 * MINUTE);
  assert.deepEqual(uses.drainDue(), [
    { companyId: 1, keyId: 'a', at: 10 * MINUTE, client: '192.0.2.3' },
  ]);
  assert.deepEqual(uses.drainDue(), []);
});

test('other pending uses are written together with a due one', () => {
  const uses = new KeyUsageTracker();
  uses.note(key('a'), 'x', 0);
  uses.drainDue();
  uses.note(key('a'), 'x', MINUTE);
  uses.note(key('b'), 'y', MINUTE);
  assert.deepEqual(
    uses.drainDue().map(({ keyId, at }) => [keyId, at]),
    [
      ['a', MINUTE],
      ['b', MINUTE],
    ],
  );
});

test('drainAll returns every use that has not been written', () => {
  const uses = new KeyUsageTracker();
  uses.note(key('a'), 'x', 0);
  uses.drainDue();
  assert.deepEqual(uses.drainAll(), []);
  uses.note(key('a'), 'x', 1);
  assert.equal(uses.drainAll().length, 1);
});

test('a use recorded while the clock was ahead is corrected by the next use after the clock was set back', () => {
  const uses = new KeyUsageTracker();
  uses.note(key('a'), 'x', 400 * 24 * 60 * MINUTE);
  uses.drainDue();
  uses.note(key('a'), 'y', MINUTE);
  const corrected = [{ companyId: 1, keyId: 'a', at: MINUTE, client: 'y' }];
  assert.deepEqual(uses.drainDue(), corrected);
  assert.deepEqual(uses.drainAll(), []);
});
