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
  request: SyncInput,
  take: TakeStep,
  rowsPerStep?: number,
): Promise<SyncOutcome> {
  const sync = (copy: Database, renew: () => void): SyncOutcome =>
    syncRoster(copy, {
      ...request,
      onProgress: (stage, done) => {
        renew();
        request.onProgress?.(stage, done);
      },
    });
  return changeInSteps(db, request, sync, take, {
    rowsPerStep,
    onWriting: (done) => request.onProgress?.('writing', done),
  });
}
