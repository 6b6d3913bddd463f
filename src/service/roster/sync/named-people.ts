import type { KnownEmployee, PlannedUpdate } from '../../../domain/roster/types.ts';

/** The people on record who are in a roster, and how many of them count for a deactivation. */
export class NamedPeople {
  /** 1 by the number of each person who is named; several parts of a roster may name the same one. */
  readonly #byExternalId: Uint8Array;
  readonly #byEmailAlone: Uint8Array;
  /** Of those who could be deactivated, 1 by the number of each whose address a row has. */
  readonly #byAddress: Uint8Array;
  /** Active, linked and unprotected: these would be deactivated if the roster did not name them. */
  deactivatable = 0;
  /** Active and without external id, so named by email. */
  unlinked = 0;

  constructor(employeesOnRecord: number) {
    this.#byExternalId = new Uint8Array(employeesOnRecord + 1);
    this.#byEmailAlone = new Uint8Array(employeesOnRecord + 1);
    this.#byAddress = new Uint8Array(employeesOnRecord + 1);
  }

  /** Adds those in a part of the roster, as they are before the sync. */
  add({ byExternalId, byEmail }: Record<'byExternalId' | 'byEmail', KnownEmployee[]>): void {
    for (const employee of byExternalId) {
      if (this.#byExternalId[employee.number] === 1) continue;
      this.#byExternalId[employee.number] = 1;
      if (employee.deactivatedBy === null && isUnprotected(employee)) this.deactivatable++;
    }
    for (const employee of byEmail) {
      const { number, externalId, deactivatedBy } = employee;
      if (externalId !== null && deactivatedBy === null && isUnprotected(employee))
        this.#byAddress[number] = 1;
      if (externalId !== null || this.#byEmailAlone[number] === 1) continue;
      this.#byEmailAlone[number] = 1;
      if (deactivatedBy === null) this.unlinked++;
    }
  }

  /** Counts people again that the sync links or reactivates. */
  update(updates: readonly PlannedUpdate[]): void {
    for (const { employee, externalId, reactivate } of updates) {
      const isLinked = employee.externalId !== externalId;
      if (!isLinked && !reactivate) continue;
      this.#byExternalId[employee.number] = 1;
      if (isUnprotected(employee)) this.deactivatable++;
      if (isLinked && !reactivate) this.unlinked--;
    }
  }

  /** Whether somebody who could be deactivated has an address that stands in the roster under another external id alone. */
  isRenumbered(number: number): boolean {
    return this.#byAddress[number] === 1 && !this.has(number);
  }

  /** Their numbers, in ascending order. */
  *renumbered(): Generator<number> {
    for (
      let number = this.#byAddress.indexOf(1);
      number >= 0;
      number = this.#byAddress.indexOf(1, number + 1)
    )
      if (!this.has(number)) yield number;
  }

  /** Whether somebody's external id is in the roster. */
  has(number: number): boolean {
    return this.#byExternalId[number] === 1;
  }
}

const isUnprotected = ({ isAdmin, portalRole }: KnownEmployee): boolean =>
  !isAdmin && portalRole === null;
