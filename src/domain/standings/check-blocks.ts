import { ranksBefore } from '../board/rank-list.ts';
import { PackedTable } from './packed-table.ts';
import { NO_DEPARTMENT } from './standing.ts';
import { BLOCK_SIZE, type Block, type BlockList, NO_RANK, NOBODY } from './standings-blocks.ts';

/**
 * Whether blocks hold so many people in rank order, and the ranks by person and department agree with them.
 *
 * @param blocks in the order of their lists, departments and beginnings
 */
export function areBlocksIntact(blocks: readonly Block[], people: number): boolean {
  try {
    const all = blocks.map(({ data, ...block }) => ({ ...block, table: new PackedTable(data) }));
    const of = (list: BlockList) => all.filter((block) => block.list === list);
    const places = of('standings');
    const [numbers = [], xp = [], departments = []] = [0, 1, 3].map((column) =>
      places.flatMap(({ table }) => table.column(column)),
    );

    const inOrder = numbers.every((number, at) => {
      const before = numbers[at - 1];
      if (before === undefined) return true;
      // Of equal XP it is not known who joined first once somebody is erased.
      return before === NOBODY || number === NOBODY
        ? (xp[at - 1] ?? 0) >= (xp[at] ?? 0)
        : ranksBefore(xp[at - 1] ?? 0, before, xp[at] ?? 0, number);
    });
    const ranks = of('ranks').flatMap(({ table, first }) =>
      table.column(0).flatMap((rank, at) => (rank === NO_RANK ? [] : { rank, number: first + at })),
    );
    const members = of('members').flatMap(({ table, departmentNumber }) =>
      table.column(0).map((rank) => ({ rank, departmentNumber })),
    );
    return (
      all.every(({ table }) => table.isComplete) &&
      numbers.length === people &&
      places.every(({ first }, at) => first === at * BLOCK_SIZE + 1) &&
      inOrder &&
      ranks.length === numbers.filter((number) => number !== NOBODY).length &&
      ranks.every(({ rank, number }) => numbers[rank - 1] === number) &&
      of('members').every(({ table, first }) => table.at(0, 0) === first) &&
      members.length === departments.filter((number) => number !== NO_DEPARTMENT).length &&
      members.every(
        ({ rank, departmentNumber }, at) =>
          departments[rank - 1] === departmentNumber &&
          (members[at - 1]?.departmentNumber !== departmentNumber ||
            (members[at - 1]?.rank ?? 0) < rank),
      )
    );
  } catch (error) {
    // A block that is too short for what its head says.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
