/** Slots for work of which little may run at once, in all and for one company. */
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
    if (this.#taken.filter((one) => one === companyId).length >= perCompany) return 'company';
    if (this.#taken.length >= total) return 'service';
    this.#taken.push(companyId);
    return () => {
      this.#taken.splice(this.#taken.indexOf(companyId), 1);
    };
  }
}
