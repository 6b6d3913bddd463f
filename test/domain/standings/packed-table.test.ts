import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PackedTable, packTable } from '../../../src/domain/standings/packed-table.ts';

const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -70_000, max: 70_000 }),
  fc.maxSafeInteger(),
);

const table = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 4 }))
  .chain(([size, width]) =>
    fc.array(fc.array(value, { minLength: size, maxLength: size }), {
      minLength: width,
      maxLength: width,
    }),
  );

test('a packed table gives every value back', () => {
  fc.assert(
    fc.property(table, (columns) => {
      const read = new PackedTable(packTable(columns));
      assert.equal(read.size, columns[0]?.length);
      // There is one zero among whole numbers.
      const plain = columns.map((values) => values.map((one) => one + 0));
      assert.deepEqual(
        columns.map((_, at) => read.column(at)),
        plain,
      );
    }),
  );
});

test('a packed table is read from within a larger buffer, and has nothing outside its rows', () => {
  const bytes = packTable([[7, -300, 9_007_199_254_740_991]]);
  const larger = new Uint8Array(bytes.length + 5);
  larger.set(bytes, 5);
  const read = new PackedTable(larger.subarray(5));
  assert.deepEqual(
    [-1, 0, 1, 2, 3].map((row) => read.at(0, row)),
    [Number.NaN, 7, -300, 9_007_199_254_740_991, Number.NaN],
  );
  assert.equal(read.at(1, 0), Number.NaN);
});

test('values of a small range take one byte each, and equal ones none', () => {
  const near = Array.from({ length: 1_000 }, (_, i) => 1_000_000 + (i % 256));
  assert.equal(packTable([near]).length, 2 + 9 + 1_000);
  assert.equal(packTable([near.map(() => -5)]).length, 2 + 9);
});
