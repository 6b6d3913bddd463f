import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CHOICES,
  RANKINGS,
  type Ranking,
  seenParts,
  seesRank,
  shownTo,
} from '../../../src/domain/board/shown.ts';

const person = { number: 7, name: 'Ada Lark', nickname: 'Blue heron' };
const viewerOf = (ranking: Ranking, number = 1) => ({ ranking, number, rank: 40 });

test('others see somebody as they chose, and as their company has it where they chose nothing', () => {
  const seen = (ranking: Ranking) =>
    [...CHOICES, null].map((choice) => shownTo(viewerOf(ranking), { ...person, choice }));
  const named = { as: 'named', name: 'Ada Lark' };
  const nickname = { as: 'nickname', name: 'Blue heron' };
  const hidden = { as: 'hidden', name: null };
  assert.deepEqual(seen('named'), [named, nickname, hidden, named]);
  assert.deepEqual(seen('opt-in'), [named, nickname, hidden, hidden]);
  assert.deepEqual(seen('neighbours'), [named, nickname, hidden, named]);
  assert.deepEqual(seen('off'), [hidden, hidden, hidden, hidden]);
});

test('everybody sees themselves, whatever they chose', () => {
  for (const ranking of RANKINGS) {
    const seen = [...CHOICES, null].map((choice) =>
      shownTo(viewerOf(ranking, person.number), { ...person, choice }),
    );
    assert.deepEqual(
      seen.map(({ as, name }) => [as, name]),
      ['Ada Lark', 'Blue heron', 'Ada Lark', 'Ada Lark'].map((name) => ['own', name]),
    );
  }
});

test('the parts of a ranking that a viewer sees are the ranks that they see', () => {
  for (const ranking of RANKINGS) {
    for (const rank of [null, 1, 9, 10, 11, 12, 13, 14, 40]) {
      const viewer = { ranking, number: 1, rank };
      const parts = seenParts(viewer) ?? [{ after: 0, until: 50 }];
      const ranks = parts.flatMap(({ after, until }) =>
        Array.from({ length: until - after }, (_, at) => after + 1 + at),
      );
      const all = Array.from({ length: 50 }, (_, at) => at + 1);
      assert.deepEqual(
        ranks,
        all.filter((one) => seesRank(viewer, one)),
        `${ranking} ${rank}`,
      );
    }
  }
  const around = seenParts({ ranking: 'neighbours', number: 1, rank: 40 });
  assert.deepEqual(around, [
    { after: 0, until: 10 },
    { after: 37, until: 42 },
  ]);
});
