import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areBlocksIntact } from '../../../src/domain/standings/check-blocks.ts';
import { collectStandings } from '../../../src/domain/standings/standing.ts';
import {
  BLOCK_SIZE,
  type Block,
  packStandings,
  StandingsBlock,
  withoutRank,
} from '../../../src/domain/standings/standings-blocks.ts';

/** Everybody in pairs of equal XP, in departments 1 and 2 and none. */
const rows = Array.from({ length: 2 * BLOCK_SIZE + 5 }, (_, at) => ({
  number: at + 1,
  xp: 10_000 - Math.floor(at / 2),
  level: 3,
  departmentNumber: at % 3,
}));

const byList = ({ list, departmentNumber, first }: Block) =>
  `${list} ${departmentNumber} ${String(first).padStart(9, '0')}`;
const pack = (standings: typeof rows) => [
  ...packStandings(collectStandings(standings, standings.length), 3_000),
];
const blocks = pack(rows).toSorted((a, b) => (byList(a) < byList(b) ? -1 : 1));

const isIntact = (changed: readonly Block[], people = rows.length) =>
  areBlocksIntact(changed, people);

test('blocks are intact as they were packed, with people erased from them, and without anybody', () => {
  assert.ok(isIntact(blocks));
  const erased = blocks.map((block) => {
    if (block.first !== 1) return block;
    if (block.list === 'standings') {
      return { ...block, data: new StandingsBlock(block.data, 1).withoutPersonAt(4) };
    }
    return block.list === 'ranks' ? { ...block, data: withoutRank(block.data, 1, 4) } : block;
  });
  assert.ok(isIntact(erased));
  assert.ok(isIntact([], 0));
});

test('a missing, exchanged, cut or changed block is found', () => {
  assert.ok(!isIntact(blocks, rows.length - 1));
  assert.ok(!isIntact([], 1));
  const [other] = pack(rows.toReversed());
  for (const [at, block] of blocks.entries()) {
    const about = byList(block);
    assert.ok(!isIntact(blocks.toSpliced(at, 1)), `${about} is missing`);
    const changed = (data: Uint8Array) => isIntact(blocks.toSpliced(at, 1, { ...block, data }));
    assert.ok(!changed(block.data.slice(0, block.data.length - 8)), `${about} is cut`);
    assert.ok(!changed(new Uint8Array()), `${about} is empty`);
    assert.ok(!changed(other?.data ?? new Uint8Array()), `${about} is another one`);
    assert.ok(
      !isIntact(blocks.toSpliced(at, 1, { ...block, first: block.first + 1 })),
      `${about} is in another place`,
    );
  }
});

test('blocks that disagree about one person are found', () => {
  const change = (list: Block['list'], change: (data: Uint8Array) => Uint8Array) =>
    isIntact(
      blocks.map((block) =>
        block.list === list && block.first === 1 ? { ...block, data: change(block.data) } : block,
      ),
    );
  assert.ok(!change('ranks', (data) => withoutRank(data, 1, 7)));
  assert.ok(!change('standings', (data) => new StandingsBlock(data, 1).withoutPersonAt(7)));
});
