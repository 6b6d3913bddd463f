import { COMPANY_BUSY, type Problem, SERVICE_BUSY } from './problems.ts';
import { Slots } from './slots.ts';

/** How many roster syncs run at once, by the API contract. */
const MAX_RUNNING = { total: 4, perCompany: 1 };

/** The roster syncs that are running. */
export class SyncSlots {
  readonly #slots = new Slots(MAX_RUNNING);

  /** @returns how to release the slot, or why there is none */
  take(companyId: number): (() => void) | Problem {
    const release = this.#slots.take(companyId);
    if (release === 'company') return COMPANY_BUSY;
    return release === 'service' ? SERVICE_BUSY : release;
  }
}
