import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GroupTree } from '../../src/domain/group-tree.ts';

const SMALLEST = 5;

const shownOf = (parents: readonly (number | null)[], members: readonly number[]) => {
  const groups = parents.map((parentNumber, i) => ({ number: i + 1, parentNumber }));
  const own = new Map(members.map((people, number) => [number, people]));
  return new GroupTree(groups).shown(own, SMALLEST);
};

const list = (shown: Set<number>) => [...shown].sort((one, other) => one - other);

test('a group of fewer than five people is not shown, nor what would tell its numbers by subtraction', () => {
  assert.deepEqual(list(shownOf([null, null, null], [0, 10, 4, 9])), [0, 1]);
  assert.deepEqual(list(shownOf([null, null, null], [0, 10, 3, 2])), [0, 1]);
  assert.deepEqual(list(shownOf([null, null], [20, 10, 4])), [0, 1]);
  assert.deepEqual(list(shownOf([null, null], [0, 10, 9])), [0, 1, 2]);
  assert.deepEqual(list(shownOf([null], [2, 10])), [0]);
  assert.deepEqual(list(shownOf([null], [0, 4])), []);
});

test('a group that is not shown does not give itself away by those below it', () => {
  // 2 has the parts 3 and 4, and would tell 1.
  assert.deepEqual(list(shownOf([null, null, 2, 2], [0, 3, 0, 6, 7])), [0, 4]);
  assert.deepEqual(list(shownOf([null, 1], [0, 3, 6])), [0, 1]);
});

test('a group and those below it are its people', () => {
  const tree = new GroupTree(
    [null, 1, 2, null].map((parentNumber, i) => ({ number: i + 1, parentNumber })),
  );
  assert.deepEqual(tree.within(1), [1, 2, 3]);
  assert.deepEqual(tree.within(4), [4]);
});

test('what a group has with those below it is the sum of what is in each, also in a chain of thousands', () => {
  const tree = new GroupTree(
    [null, 1, 1, 2, 9].map((parentNumber, at) => ({ number: at + 1, parentNumber })),
  );
  const own = new Map([0, 1, 2, 4, 8, 16].map((people, number) => [number, people]));
  const sumOf = (number: number) =>
    tree.within(number).reduce((sum, one) => sum + (own.get(one) ?? 0), 0);
  const sums = tree.sums(own);
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((number) => sums.get(number)),
    [1, 2, 3, 4, 5].map(sumOf),
  );
  assert.equal(sums.get(0), 31);
  const chain = Array.from({ length: 5_000 }, (_, at) => ({
    number: at + 1,
    parentNumber: at || null,
  }));
  const deep = new GroupTree(chain).sums(new Map(chain.map(({ number }) => [number, 1])));
  assert.deepEqual(
    [1, 2, 5_000].map((number) => deep.get(number)),
    [5_000, 4_999, 1],
  );
});

test('what can be told from the groups that are shown is about nobody, or about five people and more', () => {
  const trees = fc.array(fc.record({ parent: fc.nat(12), members: fc.nat(9) }), { maxLength: 12 });
  fc.assert(
    fc.property(trees, fc.nat(9), (nodes, nowhere) => {
      // Each is below one before it.
      const parents = nodes.map(({ parent }, i) =>
        parent % (i + 1) === 0 ? null : parent % (i + 1),
      );
      const members = [nowhere, ...nodes.map((node) => node.members)];
      const shown = shownOf(parents, members);
      const parentOf = (number: number): number => parents[number - 1] ?? 0;
      const isWithin = (number: number, group: number): boolean =>
        number === group || (number !== 0 && isWithin(parentOf(number), group));
      const size = (group: number): number =>
        members.reduce((sum, one, number) => sum + (isWithin(number, group) ? one : 0), 0);
      const nearestShown = (number: number): number | undefined =>
        shown.has(number) ? number : number === 0 ? undefined : nearestShown(parentOf(number));
      for (const group of shown) {
        assert.ok(size(group) >= SMALLEST);
        const rest = members.reduce(
          (sum, one, number) => sum + (nearestShown(number) === group ? one : 0),
          0,
        );
        assert.ok(rest === 0 || rest >= SMALLEST, `${group} leaves ${rest}`);
      }
      const isAnySmall = members.some((_, number) => {
        const rest = members[number] ?? 0;
        return (size(number) > 0 && size(number) < SMALLEST) || (rest > 0 && rest < SMALLEST);
      });
      if (!isAnySmall) assert.equal(shown.size, members.filter((_, n) => size(n) > 0).length);
    }),
  );
});
