import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Credential } from '../../src/service/key-ring.ts';
import { KeyUses } from '../../src/service/key-uses.ts';

const MINUTE = 60_000;

const key = (keyId: string) => ({ keyId, companyId: 1 }) as Credential;

test('the first use of a key is due at once, its next ones ten minutes later, with the latest of them', () => {
  const uses = new KeyUses();
  assert.deepEqual(uses.takeDue(), []);
  uses.note(key('a'), '192.0.2.1', 0);
  assert.deepEqual(uses.takeDue(), [{ companyId: 1, keyId: 'a', at: 0, client: '192.0.2.1' }]);
  uses.note(key('a'), '192.0.2.2', 9 * MINUTE);
  assert.deepEqual(uses.takeDue(), []);
  uses.note(key('a'), '192.0.2.3', 10 * MINUTE);
  assert.deepEqual(uses.takeDue(), [
    { companyId: 1, keyId: 'a', at: 10 * MINUTE, client: '192.0.2.3' },
  ]);
  assert.deepEqual(uses.takeDue(), []);
});

test('whatever else has been used goes along with what is due, so that keys share one write', () => {
  const uses = new KeyUses();
  uses.note(key('a'), 'x', 0);
  uses.takeDue();
  uses.note(key('a'), 'x', MINUTE);
  uses.note(key('b'), 'y', MINUTE);
  assert.deepEqual(
    uses.takeDue().map(({ keyId, at }) => [keyId, at]),
    [
      ['a', MINUTE],
      ['b', MINUTE],
    ],
  );
});

test('at the end everything is taken that has not been written down', () => {
  const uses = new KeyUses();
  uses.note(key('a'), 'x', 0);
  uses.takeDue();
  assert.deepEqual(uses.takeAll(), []);
  uses.note(key('a'), 'x', 1);
  assert.equal(uses.takeAll().length, 1);
});
