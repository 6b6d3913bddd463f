import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectStandings, type Standing } from '../../../src/domain/standings/standing.ts';
import {
  BLOCK_SIZE,
  type Block,
  blockStart,
  memberRanksAfter,
  packStandings,
  rankIn,
  StandingsBlock,
  withoutRank,
} from '../../../src/domain/standings/standings-blocks.ts';

const PEOPLE = 2 * BLOCK_SIZE + 345;

/** People whose numbers are not in rank order and have gaps, in three departments and none. */
const standings: Standing[] = Array.from({ length: PEOPLE }, (_, at) => ({
  number: 1 + ((at * 1_237) % 2_999),
  xp: 9_000_000_000_000 - at * at,
  level: 1 + (at % 100),
  departmentNumber: at % 4,
}));

const blocks = [...packStandings(collectStandings(standings, PEOPLE), 3_500)];

const blockOf = (list: Block['list'], first: number): Block => {
  const block = blocks.find((one) => one.list === list && one.first === first);
  assert.ok(block, `${list} ${first}`);
  return block;
};

const at = (rank: number) => {
  const { data, first } = blockOf('standings', blockStart(rank));
  return new StandingsBlock(data, first).at(rank);
};

test('everybody is found by rank, and their rank by number, across blocks', () => {
  for (const [index, standing] of standings.entries()) {
    assert.deepEqual(at(index + 1), standing);
    const { data, first } = blockOf('ranks', blockStart(standing.number));
    assert.equal(rankIn(data, first, standing.number), index + 1);
  }
  const ranked = new Set(standings.map(({ number }) => number));
  for (let number = 1; number <= 3_000; number++) {
    if (ranked.has(number)) continue;
    const { data, first } = blockOf('ranks', blockStart(number));
    assert.equal(rankIn(data, first, number), null);
  }
  // Nobody has a number beyond 2,999.
  assert.ok(!blocks.some(({ list, first }) => list === 'ranks' && first > 3_000));
});

test('the ranks of a department are found from any rank on', () => {
  for (const departmentNumber of [1, 2, 3]) {
    const expected = standings.flatMap((one, index) =>
      one.departmentNumber === departmentNumber ? [index + 1] : [],
    );
    const [only, ...others] = blocks.filter(
      (one) => one.list === 'members' && one.departmentNumber === departmentNumber,
    );
    assert.ok(only && others.length === 0);
    for (const rank of [0, 1, expected[0] ?? 0, 1_000, expected.at(-2) ?? 0, PEOPLE]) {
      const after = expected.filter((one) => one > rank);
      assert.deepEqual(memberRanksAfter(only.data, rank, 3), after.slice(0, 3));
    }
  }
});

test('a forgotten person leaves an empty place, and nobody else changes', () => {
  const rank = BLOCK_SIZE + 7;
  const forgotten = standings[rank - 1];
  assert.ok(forgotten);
  const { data, first } = blockOf('standings', blockStart(rank));
  const after = new StandingsBlock(new StandingsBlock(data, first).withoutPersonAt(rank), first);
  for (let one = first; one < first + BLOCK_SIZE; one++) {
    assert.deepEqual(after.at(one), one === rank ? null : standings[one - 1]);
  }
  const ranks = blockOf('ranks', blockStart(forgotten.number));
  const left = withoutRank(ranks.data, ranks.first, forgotten.number);
  assert.equal(rankIn(left, ranks.first, forgotten.number), null);
  for (const [index, { number }] of standings.entries()) {
    if (blockStart(number) !== ranks.first || number === forgotten.number) continue;
    assert.equal(rankIn(left, ranks.first, number), index + 1);
  }
});
