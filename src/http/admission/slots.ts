/**
 * Slots for work of which little may run at once, in all and for one company, which takes no more than it leaves to others:
 * so few that work together do not keep everybody else out.
 */
export class Slots {
  readonly #limits: { total: number; perCompany: number };
  /** The company of each slot that is taken. */
  readonly #taken: number[] = [];

  constructor(limits: { total: number; perCompany: number }) {
    this.#limits = limits;
  }

  /** @returns how to release the slot, or whose slots are all taken */
  take(companyId: number): (() => void) | 'company' | 'service' {
    const { total, perCompany } = this.#limits;
    const own = this.#taken.filter((one) => one === companyId).length;
    const free = total - this.#taken.length;
    if (own >= perCompany) return 'company';
    if (own >= free) return 'service';
    this.#taken.push(companyId);
    return () => {
      this.#taken.splice(this.#taken.indexOf(companyId), 1);
    };
  }
}
