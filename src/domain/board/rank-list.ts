import { type PeopleTable, withHeadroom } from './people-table.ts';

/**
 * Whether one person ranks before another: more XP first, and among equals who joined first.
 * Everything that orders people uses this order, so no two answers contradict each other.
 */
export const ranksBefore = (
  xp: number,
  number: number,
  otherXp: number,
  otherNumber: number,
): boolean => xp > otherXp || (xp === otherXp && number < otherNumber);

/**
 * Numbers of people in rank order, in one array without gaps. A position is found by binary search;
 * a change shifts what lies between two positions, which the machine does at memory speed.
 *
 * The list looks XP up in the table, so it must hear of a change before the table does.
 */
export class RankList {
  readonly #people: PeopleTable;
  #numbers: Uint32Array<ArrayBuffer>;
  #size: number;

  /** The first `size` entries of `numbers` are in rank order; the array becomes the list's own. */
  constructor(people: PeopleTable, numbers: Uint32Array<ArrayBuffer>, size: number) {
    this.#people = people;
    this.#numbers = numbers;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  /** How many people rank before the key; for somebody in the list, their offset. */
  countBefore(xp: number, number: number): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#numbers[middle] ?? 0;
      if (ranksBefore(this.#people.xpOf(other), other, xp, number)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** At most `count` numbers from `offset` on: a view that holds until the next change. */
  slice(offset: number, count: number): Uint32Array<ArrayBuffer> {
    return this.#numbers.subarray(
      Math.min(offset, this.#size),
      Math.min(offset + count, this.#size),
    );
  }

  /** Adds a person who is not in the list. */
  insert(number: number, xp: number): void {
    const at = this.countBefore(xp, number);
    if (this.#size === this.#numbers.length) this.#grow(withHeadroom(this.#size + 1));
    this.#numbers.copyWithin(at + 1, at, this.#size);
    this.#numbers[at] = number;
    this.#size++;
  }

  /** Removes a person who is in the list with this XP. */
  remove(number: number, xp: number): void {
    const at = this.countBefore(xp, number);
    this.#numbers.copyWithin(at, at + 1, this.#size);
    this.#size--;
  }

  /** Moves a person who is in the list to the position of their new XP. */
  move(number: number, oldXp: number, newXp: number): void {
    const from = this.countBefore(oldXp, number);
    const before = this.countBefore(newXp, number);
    // Further down, the person was counted among those before the new place.
    const to = before > from ? before - 1 : before;
    if (to > from) this.#numbers.copyWithin(from, from + 1, to + 1);
    else this.#numbers.copyWithin(to + 1, to, from);
    this.#numbers[to] = number;
  }

  #grow(length: number): void {
    const numbers = new Uint32Array(length);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }
}
