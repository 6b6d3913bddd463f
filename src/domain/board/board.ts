import type { BoardData } from './board-data.ts';
import { NO_DEPARTMENT, NOT_RANKED, PeopleTable } from './people-table.ts';
import { RankList } from './rank-list.ts';

/** One line of a leaderboard; the rank is company-wide and starts at 1. */
export interface Ranked {
  rank: number;
  number: number;
  xp: number;
}

/** A person's state after a change. XP and department count only while the person is active. */
export interface BoardChange {
  number: number;
  /** A whole number. */
  xp: number;
  /** From 1; null without a department. */
  departmentNumber: number | null;
  active: boolean;
}

interface Department {
  readonly members: RankList;
  /** Exact also where a sum passes, for a while, through what a double cannot hold. */
  totalXp: bigint;
}

let boards = 0;

/**
 * Who ranks where in one company by one count of XP, and in each of its departments, kept right by
 * single changes. Only active people rank: more XP first, and among equals who joined first.
 * A null department means the people without one.
 */
export class Board {
  /** Tells it from every other board of the thread, without keeping it in memory. */
  readonly id = ++boards;
  readonly #people: PeopleTable;
  readonly #order: RankList;
  readonly #departments = new Map<number, Department>();

  /** The data becomes the board's own. */
  constructor(data: BoardData) {
    this.#people = new PeopleTable(data.xp, data.department);
    this.#order = new RankList(this.#people, data.order, data.size);
    for (const { number, start, size, totalXp } of data.departments) {
      // A view: a department gets an array of its own when it outgrows its part.
      const members = data.members.subarray(start, start + size);
      this.#departments.set(number, {
        members: new RankList(this.#people, members, size),
        totalXp,
      });
    }
  }

  /** How many people rank. */
  get size(): number {
    return this.#order.size;
  }

  /** Null for somebody who does not rank. */
  xpOf(number: number): number | null {
    return this.#people.departmentOf(number) === NOT_RANKED ? null : this.#people.xpOf(number);
  }

  /** The company-wide rank, from 1; null for somebody who does not rank. */
  rankOf(number: number): number | null {
    const xp = this.xpOf(number);
    return xp === null ? null : this.#order.countBefore(xp, number) + 1;
  }

  /** The rank within the person's department, from 1; null without a department and for somebody who does not rank. */
  departmentRankOf(number: number): number | null {
    const department = this.#people.departmentOf(number);
    if (department === NOT_RANKED || department === NO_DEPARTMENT) return null;
    const members = this.#departments.get(department)?.members;
    return members ? members.countBefore(this.#people.xpOf(number), number) + 1 : null;
  }

  /** At most `count` people in rank order, `offset` people skipped. */
  page(offset: number, count: number): Ranked[] {
    return Array.from(this.#order.slice(offset, count), (number, i) => ({
      rank: offset + i + 1,
      number,
      xp: this.#people.xpOf(number),
    }));
  }

  /** At most `count` of a department's members in rank order, `offset` of them skipped; their ranks are company-wide. */
  departmentPage(departmentNumber: number | null, offset: number, count: number): Ranked[] {
    const members = this.#find(departmentNumber)?.members;
    if (!members) return [];
    return Array.from(members.slice(offset, count), (number) => {
      const xp = this.#people.xpOf(number);
      return { rank: this.#order.countBefore(xp, number) + 1, number, xp };
    });
  }

  /** Who has a company-wide rank, from 1. */
  at(rank: number): Ranked | undefined {
    return this.page(rank - 1, 1)[0];
  }

  /** The company-wide ranks of the members of several departments, in their order. Looks at everybody. */
  ranksIn(departments: ReadonlySet<number>): Uint32Array {
    const isIn = new Uint8Array(1 + Math.max(0, ...departments));
    let size = 0;
    for (const one of departments) {
      isIn[one] = 1;
      size += this.departmentSize(one);
    }
    const ranks = new Uint32Array(size);
    const order = this.#order.slice(0, this.size);
    for (let rank = 1, count = 0; rank <= order.length && count < size; rank++) {
      const department = this.#people.departmentOf(order[rank - 1] ?? 0);
      if (isIn[department] === 1) ranks[count++] = rank;
    }
    return ranks;
  }

  /**
   * The offset of the first person who ranks after a key, so that paging continues after the last person
   * shown, whether that person has moved since or no longer ranks.
   */
  positionAfter(xp: number, number: number): number {
    return this.#order.countBefore(xp, number + 1);
  }

  /** `positionAfter` among a department's members. */
  departmentPositionAfter(departmentNumber: number | null, xp: number, number: number): number {
    return this.#find(departmentNumber)?.members.countBefore(xp, number + 1) ?? 0;
  }

  /** Numbers of the departments that have members, in no particular order. */
  departments(): number[] {
    return [...this.#departments.keys()].filter((department) => department !== NO_DEPARTMENT);
  }

  departmentSize(departmentNumber: number | null): number {
    return this.#find(departmentNumber)?.members.size ?? 0;
  }

  /** The sum of the members' XP, 0 without members; the nearest double where it is beyond 2^53. */
  departmentTotalXp(departmentNumber: number | null): number {
    return Number(this.#find(departmentNumber)?.totalXp ?? 0n);
  }

  /**
   * Brings one person up to date: somebody new, gone, back, moved or with other XP. Applying the
   * current state changes nothing.
   *
   * @throws RangeError for XP that is not a whole number, before anything has changed
   */
  apply(change: BoardChange): void {
    const { number, xp } = change;
    const is = change.active ? (change.departmentNumber ?? NO_DEPARTMENT) : NOT_RANKED;
    const was = this.#people.departmentOf(number);
    const oldXp = this.#people.xpOf(number);
    if (was === is && (is === NOT_RANKED || oldXp === xp)) return;

    const added = is === NOT_RANKED ? 0n : BigInt(xp);
    if (was === NOT_RANKED) this.#order.insert(number, xp);
    else if (is === NOT_RANKED) this.#order.remove(number, oldXp);
    else this.#order.move(number, oldXp, xp);

    if (was === is) {
      const department = this.#require(is);
      department.members.move(number, oldXp, xp);
      department.totalXp += added - BigInt(oldXp);
    } else {
      if (was !== NOT_RANKED) this.#leave(was, number, oldXp);
      if (is !== NOT_RANKED) {
        const department = this.#require(is);
        department.members.insert(number, xp);
        department.totalXp += added;
      }
    }
    this.#people.set(number, xp, is);
  }

  #find(departmentNumber: number | null): Department | undefined {
    return this.#departments.get(departmentNumber ?? NO_DEPARTMENT);
  }

  #require(number: number): Department {
    let department = this.#departments.get(number);
    if (!department) {
      department = { members: new RankList(this.#people, new Uint32Array(0), 0), totalXp: 0n };
      this.#departments.set(number, department);
    }
    return department;
  }

  #leave(departmentNumber: number, number: number, xp: number): void {
    const department = this.#require(departmentNumber);
    department.members.remove(number, xp);
    department.totalXp -= BigInt(xp);
    if (department.members.size === 0) this.#departments.delete(departmentNumber);
  }
}
