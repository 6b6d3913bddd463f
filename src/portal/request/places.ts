/** Places for what only a few may do at once. One company cannot take them all. */
export class Places {
  readonly #limits: { total: number; perCompany: number };
  /** The companies that have one. */
  readonly #taken: number[] = [];

  constructor(limits: { total: number; perCompany: number }) {
    this.#limits = limits;
  }

  /** Takes a place. @returns how to leave it; undefined where none is free */
  take(companyId: number): (() => void) | undefined {
    const { total, perCompany } = this.#limits;
    const own = this.#taken.filter((one) => one === companyId).length;
    if (this.#taken.length >= total || own >= perCompany) return undefined;
    this.#taken.push(companyId);
    return () => {
      this.#taken.splice(this.#taken.indexOf(companyId), 1);
    };
  }
}
