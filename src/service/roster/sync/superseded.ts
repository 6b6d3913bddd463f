import type { Database } from '../../../store/database.ts';
import * as syncRuns from '../../../store/roster/sync-runs.ts';
import { changesOf } from '../runs/recorded-changes.ts';
import { type NumberRanges, toRanges } from '../runs/run-changes.ts';
import type { NamedPeople } from './named-people.ts';
import type { SyncInput } from './sync-input.ts';

/** A blocked run that a sync supersedes, and the people in its roster whom the run held back. */
export type SupersededRun = { id: string; named: NumberRanges };

/**
 * The blocked run that this sync supersedes, because its roster contains one of the held-back people or because
 * the sync determines itself who is missing. A partial roster of other people supersedes nothing.
 *
 * @param people whom the roster names, as they were before the sync
 */
export function findSuperseded(
  db: Database,
  request: SyncInput,
  people: NamedPeople,
): SupersededRun | null {
  const { companyId } = request;
  const stopped = db.one(syncRuns.findToApprove, { companyId });
  if (!stopped) return null;
  const { heldBack } = changesOf(db, companyId, stopped.id);
  const named = heldBack.map(([number]) => number).filter((number) => people.has(number));
  return named.length > 0 || request.deactivateMissing
    ? { id: stopped.id, named: toRanges(named) }
    : null;
}
