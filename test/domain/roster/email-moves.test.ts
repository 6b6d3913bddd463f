import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type EmailMove, joinUpTo, orderMoves } from '../../../src/domain/roster/email-moves.ts';
import { rounds } from '../../faults/run-scale.ts';

/** Some who want the email of another one, some of the others give theirs up, and how many move at once. */
const cases = fc.tuple(
  fc.shuffledSubarray(
    Array.from({ length: 12 }, (_, n) => n),
    { minLength: 12 },
  ),
  fc.shuffledSubarray(Array.from({ length: 12 }, (_, n) => n)),
  fc.uniqueArray(fc.nat({ max: 11 })),
  fc.integer({ min: 1, max: 6 }),
);

test('people who pass their emails on have one of their own after each group, and each their new one at the end', () => {
  fc.assert(
    fc.property(cases, ([wanted, movers, leaving, most]) => {
      const moves: EmailMove[] = movers
        .map((mover) => ({ mover, holder: wanted[mover] ?? mover }))
        .filter(({ mover, holder }) => mover !== holder);
      const holderFor = new Map(moves.map(({ mover, holder }) => [mover, holder]));
      const { together, stuck } = orderMoves(moves, (holder) => leaving.includes(holder), most);
      const emails = new Map(wanted.map((one) => [one, one]));
      // Whoever gives an email up has got a free one before.
      for (const one of leaving) if (!holderFor.has(one)) emails.set(one, 100 + one);
      for (const group of joinUpTo(most, together)) {
        assert.ok(group.length <= most);
        for (const mover of group) emails.set(mover, holderFor.get(mover) ?? -1);
        assert.equal(new Set(emails.values()).size, emails.size);
      }
      const moved = together.flat();
      assert.equal(new Set(moved).size, moved.length);
      for (const { mover, holder } of moves) {
        if (moved.includes(mover) || stuck.has(mover)) continue;
        // What its holder keeps cannot be had.
        const keeps = holderFor.has(holder) ? !moved.includes(holder) : !leaving.includes(holder);
        assert.ok(keeps);
      }
      for (const one of stuck) {
        let [length, next] = [1, holderFor.get(one)];
        for (; next !== undefined && next !== one; next = holderFor.get(next)) length++;
        assert.ok(next === one && length > most && !moved.includes(one));
      }
    }),
    rounds(3000),
  );
});

test('lists are joined in their order up to a length, and a longer one stays alone', () => {
  const joined = (...lists: number[][]) => [...joinUpTo(3, lists)];
  assert.deepEqual(joined(), []);
  assert.deepEqual(joined([]), []);
  assert.deepEqual(joined([1], [2, 3], [4], [5, 6, 7, 8], [9]), [
    [1, 2, 3],
    [4],
    [5, 6, 7, 8],
    [9],
  ]);
});
