import { type EngagedError, failure } from '../../domain/errors.ts';
import { Slots } from './slots.ts';

/** How many roster syncs run at once, by the API contract. */
export const MAX_SYNCS = { total: 4, perCompany: 1 };

/** What several services on one database share. */
type SharedLocks = {
  take(companyId: number): Promise<(() => Promise<void>) | 'company' | 'service'>;
};

/** The roster syncs that are running. */
export class SyncSlots {
  readonly #slots = new Slots(MAX_SYNCS);
  readonly #shared: SharedLocks | undefined;

  /** @param shared undefined where there is one service */
  constructor(shared?: SharedLocks) {
    this.#shared = shared;
  }

  /** @returns how to release the slot, or why there is none */
  async take(companyId: number): Promise<(() => Promise<void>) | EngagedError> {
    const release = this.#slots.take(companyId);
    if (typeof release === 'string') return refusal(release);
    try {
      const unlock = await this.#shared?.take(companyId);
      if (typeof unlock !== 'string') {
        return async () => {
          await unlock?.();
          release();
        };
      }
      release();
      return refusal(unlock);
    } catch (error) {
      release();
      throw error;
    }
  }
}

const refusal = (busy: 'company' | 'service'): EngagedError =>
  failure(busy === 'company' ? 'roster_sync_running' : 'roster_syncs_running');
