import { DETAIL_FIELDS, toDetails } from '../../../domain/roster/fields.ts';
import type { Match } from '../../../domain/roster/match-employees.ts';
import { givenName, hasSameName } from '../../../domain/roster/profile.ts';
import type { KnownEmployee, RosterRow, RowReading } from '../../../domain/roster/types.ts';

const NOBODY = -1;

/**
 * The employee of each row, in eight bytes, so that most rows of a long roster are looked up once although they are
 * iterated over twice. It remembers rows of nobody on record, and of people who differ in the department only.
 */
export class KnownMatches {
  /** By row: an employee's number, `NOBODY`, or 0 where it is not known. */
  readonly #numbers: Int32Array;
  /** By row: the number of the employee's department, or 0 for none. */
  readonly #departments: Int32Array;

  constructor(rows: number) {
    this.#numbers = new Int32Array(rows);
    this.#departments = new Int32Array(rows);
  }

  add({ row, employee, refusal }: Match): void {
    if (refusal !== null) return;
    if (employee === null) {
      this.#numbers[row.index] = NOBODY;
    } else if (isAsInRow(employee, row)) {
      this.#numbers[row.index] = employee.number;
      this.#departments[row.index] = employee.departmentNumber ?? 0;
    }
  }

  has({ index }: RosterRow): boolean {
    return this.#numbers[index] !== 0;
  }

  /** The employees of those rows that are known to mean one. */
  employees(readings: readonly RowReading[]): KnownEmployee[] {
    const employees: KnownEmployee[] = [];
    for (const reading of readings) {
      if ('error' in reading) continue;
      const { index, externalId, emailKey } = reading;
      const number = this.#numbers[index] ?? 0;
      if (number <= 0) continue;
      employees.push({
        ...{ number, externalId, emailKey },
        ...toDetails((field) => reading[field] ?? null),
        givenName: givenName(reading),
        departmentNumber: this.#departments[index] || null,
        isAdmin: false,
        portalRole: null,
        deactivatedBy: null,
      });
    }
    return employees;
  }
}

const isAsInRow = (employee: KnownEmployee, row: RosterRow): boolean =>
  employee.externalId === row.externalId &&
  employee.emailKey === row.emailKey &&
  DETAIL_FIELDS.every((field) => employee[field] === row[field]) &&
  hasSameName(row, employee) &&
  !employee.isAdmin &&
  employee.portalRole === null &&
  employee.deactivatedBy === null;
