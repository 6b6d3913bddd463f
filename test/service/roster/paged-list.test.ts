import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf, toPagedList } from '../../../src/service/roster/upload/paged-list.ts';

const pagesOf = (length: number, count: number) => {
  const list = toPagedList(
    Array.from({ length: count }, (_, at) => ({ at, text: 'x'.repeat(length) })),
  );
  const { total, listed, pages } = list;
  const read = pages.flatMap((_, at) => entriesOf(list, at + 1));
  assert.deepEqual(
    read.map(({ at }) => at),
    Array.from({ length: listed }, (_, at) => at),
  );
  const size = pages.reduce((sum, page) => sum + page.length, 0);
  return { total, listed, isSmall: size < 2_000_000 + 50 * (length + 100) };
};

test('a list of a preview has so many entries, and fewer where they are long; the others are counted', () => {
  assert.deepEqual(
    [
      [10, 0],
      [10, 120],
      [10, 6_000],
      [1_000, 6_000],
      [30_000, 6_000],
    ].map(([length = 0, count = 0]) => pagesOf(length, count)),
    [
      [0, 0],
      [120, 120],
      [6_000, 5_000],
      [6_000, 2_000],
      [6_000, 100],
    ].map(([total, listed]) => ({ total, listed, isSmall: true })),
  );
});
