/** In place of a department: the person ranks and belongs to none. */
export const NO_DEPARTMENT = 0;
/** In place of a department: the person does not rank. */
export const NOT_RANKED = -1;

/** How much larger to make an array that is full: an eighth, so that joining one by one copies rarely and wastes little. */
export const withHeadroom = (needed: number): number => needed + (needed >>> 3) + 8;

/**
 * What a board knows of each person, by the person's number. Numbers count joiners of a company from 1
 * without gaps, so plain arrays hold them: 12 bytes a person, those who do not rank included.
 */
export class PeopleTable {
  #xp: Float64Array<ArrayBuffer>;
  #department: Int32Array<ArrayBuffer>;

  /** Both arrays are indexed by number and become the table's own. */
  constructor(xp: Float64Array<ArrayBuffer>, department: Int32Array<ArrayBuffer>) {
    this.#xp = xp;
    this.#department = department;
  }

  /** A ranked person's XP; of anybody else it says nothing. */
  xpOf(number: number): number {
    return this.#xp[number] ?? 0;
  }

  /** A department's number, `NO_DEPARTMENT` or, also for a number never seen, `NOT_RANKED`. */
  departmentOf(number: number): number {
    return this.#department[number] ?? NOT_RANKED;
  }

  /** Takes any number from 1; the table grows to hold it. */
  set(number: number, xp: number, department: number): void {
    if (number >= this.#xp.length) this.#grow(withHeadroom(number + 1));
    this.#xp[number] = xp;
    this.#department[number] = department;
  }

  #grow(length: number): void {
    const xp = new Float64Array(length);
    xp.set(this.#xp);
    this.#xp = xp;
    const department = new Int32Array(length).fill(NOT_RANKED);
    department.set(this.#department);
    this.#department = department;
  }
}
