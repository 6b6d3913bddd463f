import type { Roster } from '../../domain/roster/types.ts';
import type { Database } from '../../store/database.ts';
import * as syncRuns from '../../store/sync-runs.ts';
import type { CompanyRecord } from './load-record.ts';
import { type NumberRanges, type RunChanges, toRanges } from './run-changes.ts';
import type { SyncInput } from './sync-input.ts';

/** A stopped run that a sync overtakes, and whom the sync names of those that run would have deactivated. */
export type SupersededRun = { id: string; named: NumberRanges };

/**
 * The stopped run whose set of people can no longer be approved once this sync is done: because the sync
 * names one of them, or because it says itself who is missing. Nobody, by a partial roster of others.
 */
export function findSuperseded(
  db: Database,
  order: SyncInput,
  record: CompanyRecord,
  roster: Roster,
): SupersededRun | null {
  const stopped = db.one(syncRuns.findToApprove, { companyId: order.companyId });
  if (!stopped) return null;
  const spared = JSON.parse(stopped.spared) as RunChanges['spared'];
  const numbers = new Set(spared.map(([number]) => number));
  const named = record.snapshot.employees.filter(
    ({ number, externalId }) =>
      numbers.has(number) && externalId !== null && roster.namedExternalIds.has(externalId),
  );
  return named.length > 0 || order.deactivateMissing
    ? { id: stopped.id, named: toRanges(named.map(({ number }) => number)) }
    : null;
}
