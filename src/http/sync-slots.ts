/** How many roster syncs the service runs at once, by the API contract. */
const SLOTS = 4;

/** A place held by a running sync. Giving it up twice is as good as once. */
export type Slot = { free(): void };

/** The places in which roster syncs run: one for a company, four for the service. */
export class SyncSlots {
  readonly #companies = new Set<number>();

  /** A place, or who is in the way. */
  take(companyId: number): Slot | 'company_busy' | 'service_busy' {
    if (this.#companies.has(companyId)) return 'company_busy';
    if (this.#companies.size >= SLOTS) return 'service_busy';
    this.#companies.add(companyId);
    let isHeld = true;
    return {
      free: () => {
        if (isHeld) this.#companies.delete(companyId);
        isHeld = false;
      },
    };
  }
}
