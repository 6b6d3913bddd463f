/** How many roster syncs the service runs at once, by the API contract. */
const SLOTS = 4;

/** The slot of a running sync. Freeing it twice is harmless. */
export type Slot = { free(): void };

/** The slots for running syncs: one per company, four per service. */
export class SyncSlots {
  readonly #companies = new Set<number>();

  /** A slot, or why there is none. */
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
