import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CommitCache } from '../../src/service/commit-cache.ts';
import { openAnother } from '../../src/store/data.ts';
import { createTestCompany } from './test-company.ts';

/** A cache of two values on a connection of its own. `wasRead` gives a key that it has to read, else undefined. */
function createCache(t: TestContext) {
  const { file, write } = createTestCompany(t);
  const db = openAnother(file, { write: false });
  t.after(() => db.close());
  const cache = new CommitCache<string, string>(db, 2);
  const wasRead = (key: string) => {
    let read: string | undefined;
    assert.equal(
      cache.get(key, () => {
        read = key;
        return `of ${key}`;
      }),
      `of ${key}`,
    );
    return read;
  };
  return { wasRead, commit: () => write(() => {}) };
}

test('a value is read once until something is committed', (t) => {
  const { wasRead, commit } = createCache(t);
  assert.deepEqual(['a', 'a'].map(wasRead), ['a', undefined]);
  commit();
  assert.deepEqual(['a', 'a'].map(wasRead), ['a', undefined]);
});

test('no more values are kept than there is room for, and the newest is one of them', (t) => {
  const { wasRead } = createCache(t);
  assert.deepEqual(['a', 'b', 'a', 'b'].map(wasRead), ['a', 'b', undefined, undefined]);
  assert.deepEqual(['c', 'c', 'a'].map(wasRead), ['c', undefined, 'a']);
});
