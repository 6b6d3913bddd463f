import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUuid, newId } from '../../src/domain/id.ts';

test('ids are lower-case UUIDs of version 7 that contain their time', () => {
  const now = Date.UTC(2099, 0, 1);
  const id = newId(now);
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(Number.parseInt(id.replace('-', '').slice(0, 12), 16), now);
});

test('each id sorts after the one before, within a millisecond and when the clock steps back', () => {
  const start = Date.UTC(2099, 1, 1);
  const times = [
    ...new Array<number>(10_000).fill(start),
    start - 60_000,
    start - 60_000,
    start + 1,
  ];
  const ids = times.map(newId);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
});

test('a clock far in the past or the future produces valid ids, then and after it is corrected', async () => {
  const module = '../../src/domain/id.ts?unused';
  const unused = (await import(module)) as { newId: typeof newId };
  const start = Date.UTC(2099, 2, 1);
  const times = [
    -1,
    0,
    Date.UTC(1960, 0, 1),
    start,
    2 ** 48,
    8.64e15,
    Infinity,
    -1,
    start + 60_000,
  ];
  const ids = times.map(unused.newId);
  assert.deepEqual(ids.filter(isUuid), ids);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(
    Number.parseInt(ids.at(-1)?.replace('-', '').slice(0, 12) ?? '', 16),
    start + 60_000,
  );
});

test('a UUID is recognised in any case and version, and nothing else is', () => {
  const id = '01997a3c-8f2e-4000-9c6d-3b1f0a5e2d47';
  assert.ok(isUuid(id));
  assert.ok(isUuid(id.toUpperCase()));
  for (const text of ['', `${id} `, `{${id}}`, id.replaceAll('-', ''), `${id}\n`, id.slice(1)]) {
    assert.ok(!isUuid(text));
  }
});
