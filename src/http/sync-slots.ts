import { COMPANY_BUSY, type Problem, SERVICE_BUSY } from './problems.ts';

/** How many roster syncs the service runs at once, by the API contract. */
const MAX_RUNNING = 4;

/** The roster syncs that are running: one of a company and four of the service at a time. */
export class SyncSlots {
  readonly #companies = new Set<number>();

  /** @returns how to release the slot, or why there is none */
  take(companyId: number): (() => void) | Problem {
    if (this.#companies.has(companyId)) return COMPANY_BUSY;
    if (this.#companies.size >= MAX_RUNNING) return SERVICE_BUSY;
    this.#companies.add(companyId);
    return () => {
      this.#companies.delete(companyId);
    };
  }
}
