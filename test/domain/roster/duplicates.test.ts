import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DuplicateFinder } from '../../../src/domain/roster/duplicates.ts';

// Few values, so that different texts have the same hash.
const poorHash = (text: string) => text.length;

for (const [name, hash] of [
  ['its own', undefined],
  ['a poor', poorHash],
] as const)
  test(`exactly the texts that were added more than once are duplicates, with ${name} hash`, () => {
    const texts = fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('a', 'b', 'é')));
    fc.assert(
      fc.property(texts, (added) => {
        const finder = new DuplicateFinder(added.length, hash);
        for (const text of added) finder.add(text);
        if (finder.needsComparison()) for (const text of added) finder.compare(text);
        for (const text of added)
          assert.equal(finder.isDuplicate(text), added.filter((one) => one === text).length > 1);
      }),
    );
  });
