import { PackedTable, packTable } from './packed-table.ts';
import { NO_DEPARTMENT, type Standing, type StandingsData } from './standing.ts';

/** Most entries of a block. */
export const BLOCK_SIZE = 1_000;

/** In place of a person's number: the person was erased. */
export const NOBODY = 0;

/** In place of a rank: the person does not rank. */
export const NO_RANK = 0;

/**
 * Standings are kept as three lists: `standings` by rank, `ranks` by the person's number, and `members`, the ranks of each
 * department's people.
 */
export type BlockList = 'standings' | 'ranks' | 'members';

/** One block of a list. */
export type Block = {
  list: BlockList;
  /** 0 except in `members`. */
  departmentNumber: number;
  /** The first rank or number in it, from 1. */
  first: number;
  data: Uint8Array;
};

/** The first rank or number of the block that has a rank or number. */
export const blockStart = (position: number): number => position - ((position - 1) % BLOCK_SIZE);

/** Packs standings, block by block. @param highestNumber of anybody in the company */
export function* packStandings(
  { size, numbers, xp, levels, departments }: StandingsData,
  highestNumber: number,
): Generator<Block> {
  const rankOf = new Uint32Array(highestNumber + 1);
  const members = new Map<number, number[]>();
  for (let at = 0; at < size; at++) {
    const rank = at + 1;
    rankOf[numbers[at] ?? NOBODY] = rank;
    const departmentNumber = departments[at] ?? NO_DEPARTMENT;
    if (departmentNumber === NO_DEPARTMENT) continue;
    const ranks = members.get(departmentNumber);
    if (ranks) ranks.push(rank);
    else members.set(departmentNumber, [rank]);
  }

  const block = (
    list: BlockList,
    departmentNumber: number,
    first: number,
    columns: Columns,
  ): Block => ({ list, departmentNumber, first, data: packTable(columns) });
  for (let at = 0; at < size; at += BLOCK_SIZE) {
    const end = Math.min(at + BLOCK_SIZE, size);
    const columns = [numbers, xp, levels, departments].map((all) => all.subarray(at, end));
    yield block('standings', 0, at + 1, columns);
  }
  for (let first = 1; first <= highestNumber; first += BLOCK_SIZE) {
    const ranks = rankOf.subarray(first, first + BLOCK_SIZE);
    if (ranks.some((rank) => rank !== NO_RANK)) yield block('ranks', 0, first, [ranks]);
  }
  for (const [departmentNumber, ranks] of members) {
    for (let at = 0; at < ranks.length; at += BLOCK_SIZE) {
      const part = ranks.slice(at, at + BLOCK_SIZE);
      yield block('members', departmentNumber, part[0] ?? 0, [part]);
    }
  }
}

type Columns = Parameters<typeof packTable>[0];

/** A block of `standings`. */
export class StandingsBlock {
  readonly #table: PackedTable;
  readonly #first: number;

  constructor(data: Uint8Array, first: number) {
    this.#table = new PackedTable(data);
    this.#first = first;
  }

  get size(): number {
    return this.#table.size;
  }

  /** The XP of a rank of this block, also of a person who was erased. */
  xpAt(rank: number): number {
    return this.#table.at(1, rank - this.#first);
  }

  /** Who has a rank of this block; null where the person was erased. */
  at(rank: number): Standing | null {
    const row = rank - this.#first;
    const number = this.#table.at(0, row);
    if (number === NOBODY) return null;
    return {
      number,
      xp: this.#table.at(1, row),
      level: this.#table.at(2, row),
      departmentNumber: this.#table.at(3, row),
    };
  }

  /** The block without the link between a rank and the person who has it. */
  withoutPersonAt(rank: number): Uint8Array {
    const numbers = this.#table.column(0);
    numbers[rank - this.#first] = NOBODY;
    return packTable([numbers, ...[1, 2, 3].map((column) => this.#table.column(column))]);
  }
}

/** The rank of a person in a block of `ranks`; null for somebody who does not rank. */
export function rankIn(data: Uint8Array, first: number, number: number): number | null {
  const rank = new PackedTable(data).at(0, number - first);
  return Number.isNaN(rank) || rank === NO_RANK ? null : rank;
}

/** A block of `ranks` without a person's rank. */
export function withoutRank(data: Uint8Array, first: number, number: number): Uint8Array {
  const ranks = new PackedTable(data).column(0);
  ranks[number - first] = NO_RANK;
  return packTable([ranks]);
}

/** At most `count` ranks after a rank in a block of `members`. */
export function memberRanksAfter(data: Uint8Array, rank: number, count: number): number[] {
  const table = new PackedTable(data);
  let low = 0;
  let high = table.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (table.at(0, middle) <= rank) low = middle + 1;
    else high = middle;
  }
  const size = Math.min(count, table.size - low);
  return Array.from({ length: size }, (_, i) => table.at(0, low + i));
}
