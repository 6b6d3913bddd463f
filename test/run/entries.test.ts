import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEntries, NAMED } from './entries.ts';

test('every test file runs once, those that work on either store also on PostgreSQL, and each has a name of its own', () => {
  const all = findEntries([], { twice: true });
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  const inFiles = findEntries([], { twice: false });
  assert.deepEqual(new Set(all.map(({ file }) => file)), new Set(inFiles.map(({ file }) => file)));
  assert.equal(inFiles.length, new Set(inFiles.map(({ file }) => file)).size);
  assert.ok(inFiles.every(({ onPostgres }) => !onPostgres));
  assert.equal(all.filter(({ onPostgres }) => !onPostgres).length, inFiles.length);
});

test('the files that are said to take long or to wait are there', () => {
  const files = new Set(findEntries([], { twice: false }).map(({ file }) => file));
  assert.deepEqual(
    NAMED.filter((file) => !files.has(file)),
    [],
  );
});

test('the words of a command choose the files with one of them in their names', () => {
  assert.deepEqual(
    findEntries(['run/entries', 'http/stats'], { twice: true })
      .map(({ name }) => name)
      .sort(),
    [
      'test/http/stats.test.ts',
      'test/http/stats.test.ts on PostgreSQL',
      'test/run/entries.test.ts',
    ],
  );
});
