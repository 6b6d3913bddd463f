import type { Roster } from '../../domain/roster/types.ts';
import type { Database } from '../../store/database.ts';
import * as syncRuns from '../../store/sync-runs.ts';
import type { CompanyRecord } from './load-record.ts';
import { type NumberRanges, type RunChanges, toRanges } from './run-changes.ts';
import type { SyncInput } from './sync-input.ts';

/** A blocked run that a sync supersedes, and the people in its roster whom the run held back. */
export type SupersededRun = { id: string; named: NumberRanges };

/**
 * The blocked run that this sync supersedes, because its roster contains one of the held-back people or because
 * the sync determines itself who is missing. A partial roster of other people supersedes nothing.
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
