import { NO_DEPARTMENT, NOT_RANKED } from './people-table.ts';
import { ranksBefore } from './rank-list.ts';

/** One department's part of `BoardData.members`. */
interface DepartmentSlice {
  /** `NO_DEPARTMENT` for the people without one. */
  readonly number: number;
  readonly start: number;
  readonly size: number;
  /** Sum of the members' XP. */
  readonly totalXp: bigint;
}

/**
 * A ranking as plain data, to be sent from one thread to another: 20 bytes a person.
 * A `Board` takes over the arrays.
 */
export interface BoardData {
  readonly size: number;
  /** By person's number. */
  readonly xp: Float64Array<ArrayBuffer>;
  /** By person's number: a department, `NO_DEPARTMENT` or `NOT_RANKED`. */
  readonly department: Int32Array<ArrayBuffer>;
  /** Numbers of people in rank order; `size` of them count. */
  readonly order: Uint32Array<ArrayBuffer>;
  /** Numbers of people in rank order, one department after the other. */
  readonly members: Uint32Array<ArrayBuffer>;
  /** The departments that have members. */
  readonly departments: readonly DepartmentSlice[];
}

/** The buffers to hand over, rather than copy, when a ranking is posted to another thread. */
export const transferablesOf = (data: BoardData): ArrayBuffer[] => [
  data.xp.buffer,
  data.department.buffer,
  data.order.buffer,
  data.members.buffer,
];

/** What a builder counts of one department. */
interface Group {
  size: number;
  totalXp: bigint;
}

/** Takes the rows of a ranking one by one, in rank order, and makes the board's data of them. */
export class BoardBuilder {
  readonly #xp: Float64Array<ArrayBuffer>;
  readonly #department: Int32Array<ArrayBuffer>;
  readonly #order: Uint32Array<ArrayBuffer>;
  readonly #groups = new Map<number, Group>();
  #size = 0;

  /** @param highestNumber of anybody in the company, ranked or not, read in the same transaction as the rows */
  constructor(highestNumber: number) {
    this.#xp = new Float64Array(highestNumber + 1);
    this.#department = new Int32Array(highestNumber + 1).fill(NOT_RANKED);
    this.#order = new Uint32Array(highestNumber);
  }

  /**
   * The next person in rank order; departments count from 1.
   *
   * @throws RangeError for a number that is too high or was there before, for XP that is not a whole
   * number, and for a row out of order, because searching needs a sorted ranking.
   */
  add(number: number, xp: number, departmentNumber: number | null): void {
    if (this.#department[number] !== NOT_RANKED) {
      throw new RangeError('A ranking holds a number beyond the highest, or one twice.');
    }
    const last = this.#order[this.#size - 1];
    if (last !== undefined && !ranksBefore(this.#xp[last] ?? 0, last, xp, number)) {
      throw new RangeError('The rows of a ranking are out of order.');
    }
    const department = departmentNumber ?? NO_DEPARTMENT;
    this.#count(department, xp);
    this.#xp[number] = xp;
    this.#department[number] = department;
    this.#order[this.#size++] = number;
  }

  /** The builder must not be used afterwards: its arrays are the data's. */
  finish(): BoardData {
    const departments: DepartmentSlice[] = [];
    const nextOffset = new Map<number, number>();
    let start = 0;
    for (const [number, { size, totalXp }] of this.#groups) {
      departments.push({ number, start, size, totalXp });
      nextOffset.set(number, start);
      start += size;
    }

    // In rank order, so that each department's members are in rank order too.
    const members = new Uint32Array(this.#size);
    for (const number of this.#order.subarray(0, this.#size)) {
      const department = this.#department[number] ?? NO_DEPARTMENT;
      const offset = nextOffset.get(department) ?? 0;
      members[offset] = number;
      nextOffset.set(department, offset + 1);
    }

    const size = this.#size;
    return {
      size,
      xp: this.#xp,
      department: this.#department,
      order: this.#order,
      members,
      departments,
    };
  }

  #count(department: number, xp: number): void {
    const group = this.#groups.get(department);
    if (group) {
      group.size++;
      group.totalXp += BigInt(xp);
    } else {
      this.#groups.set(department, { size: 1, totalXp: BigInt(xp) });
    }
  }
}
