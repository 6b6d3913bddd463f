import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEntries, inProcesses, NAMED } from './entries.ts';

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

test('files of one part of the tests share a process, and what takes long or changes its process has one of its own', () => {
  const parts = inProcesses(findEntries([], { twice: true }));
  assert.deepEqual(
    parts
      .flat()
      .map(({ name }) => name)
      .sort(),
    findEntries([], { twice: true })
      .map(({ name }) => name)
      .sort(),
  );
  for (const part of parts) {
    const [first] = part;
    assert.ok(
      part.every((one) => one.onPostgres === first?.onPostgres && one.waits === first.waits),
    );
    assert.ok(part.length === 1 || part.every(({ file }) => !NAMED.includes(file)));
  }
  assert.ok(parts.length < findEntries([], { twice: true }).length * 0.4);
  const alone = ['test/faults/races.test.ts', 'test/portal/passwords.test.ts'];
  for (const file of alone) {
    assert.deepEqual(
      parts.filter((part) => part.some((one) => one.file === file)).map((part) => part.length),
      [1],
    );
  }
});
