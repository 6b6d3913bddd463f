import type { Database } from '../../../store/database.ts';
import type { SyncInput } from '../sync/sync-input.ts';
import { type SyncOutcome, syncRoster } from '../sync/sync-roster.ts';
import { changeInSteps, type TakeStep } from './change-in-steps.ts';

/**
 * Brings a company in line with a roster of any length, as `syncRoster` does, without keeping others waiting.
 *
 * @param db is only read
 * @param rowsPerStep most rows that one step is about, unless they belong together
 * @throws EngagedError as `syncRoster` and `changeInSteps`
 */
export function importRoster(
  db: Database,
  order: SyncInput,
  take: TakeStep,
  rowsPerStep?: number,
): Promise<SyncOutcome> {
  const sync = (copy: Database, renew: () => void): SyncOutcome =>
    syncRoster(copy, {
      ...order,
      onProgress: (stage, done) => {
        renew();
        order.onProgress?.(stage, done);
      },
    });
  return changeInSteps(db, order, sync, take, {
    rowsPerStep,
    onWriting: (done) => order.onProgress?.('writing', done),
  });
}
