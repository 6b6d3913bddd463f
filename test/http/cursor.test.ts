import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EngagedError } from '../../src/domain/errors.ts';
import { Cursors, type ListScope } from '../../src/http/response/cursor.ts';

const cursors = new Cursors(randomBytes(32));
const scope: ListScope = {
  list: 'employees',
  people: '7 1',
  filters: ['a@b.example', null],
};

const isInvalid = (error: unknown) => {
  assert.ok(error instanceof EngagedError);
  assert.equal(error.code, 'validation_failed');
  assert.equal(error.message, 'Invalid cursor');
  return true;
};

describe('a cursor', () => {
  it('decodes to the position it was created from, for any whole numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 3 }), (position) => {
        const numbers = position.map((number) => number + 0);
        assert.deepEqual(cursors.open(scope, cursors.seal(scope, numbers)), numbers);
      }),
    );
  });

  it('is far shorter than 512 characters, URL-safe and never the same twice', () => {
    const far = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    const cursor = cursors.seal(scope, far);
    assert.match(cursor, /^[A-Za-z0-9_-]{40,120}$/);
    assert.notEqual(cursor, cursors.seal(scope, far));
  });

  it('is rejected when any character is changed, added or removed', () => {
    const cursor = cursors.seal(scope, [1234]);
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
      assert.throws(() => cursors.open(scope, changed), isInvalid);
      const shorter = cursor.slice(0, at) + cursor.slice(at + 1);
      assert.throws(() => cursors.open(scope, shorter), isInvalid);
    }
    for (const tail of ['A', '=', ' ', '\n', '%', '.']) {
      assert.throws(() => cursors.open(scope, cursor + tail), isInvalid);
    }
  });

  it('has a single encoding: the unused bits of the last character are checked', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const position of [[1], [12], [123]]) {
      const cursor = cursors.seal(scope, position);
      for (const last of alphabet) {
        const spelled = cursor.slice(0, -1) + last;
        if (spelled !== cursor) assert.throws(() => cursors.open(scope, spelled), isInvalid);
      }
    }
  });

  it('is rejected for another list, company, other people, another filter or order of filters', () => {
    const cursor = cursors.seal(scope, [5]);
    const others: ListScope[] = [
      { ...scope, list: 'departments' },
      { ...scope, people: '8 1' },
      { ...scope, people: '7 2' },
      { ...scope, filters: [null, null] },
      { ...scope, filters: ['a@b.example', 'null'] },
      { ...scope, filters: [null, 'a@b.example'] },
      { ...scope, filters: ['a@b.example'] },
    ];
    for (const other of others) assert.throws(() => cursors.open(other, cursor), isInvalid);
  });

  it('is rejected with the key of another data file', () => {
    const cursor = cursors.seal(scope, [5]);
    assert.throws(() => new Cursors(randomBytes(32)).open(scope, cursor), isInvalid);
  });

  it('rejects any other text that a client may send', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 400 })), (sent) => {
        assert.throws(() => cursors.open(scope, sent), isInvalid);
      }),
    );
  });
});
