import { newId } from '../../domain/id.ts';
import type { SyncResult } from '../../domain/roster/sync-result.ts';
import type { Database } from '../../store/database.ts';
import * as syncBudgets from '../../store/sync-budgets.ts';
import * as syncRuns from '../../store/sync-runs.ts';
import type { RunChanges } from './run-changes.ts';
import type { SyncOrder } from './sync-order.ts';

/** What of a sync's answer goes into the history: everything that says nothing about a person. */
export type RunSummary = Omit<SyncResult, 'deactivation_candidates' | 'errors' | 'warnings'> & {
  rows: number;
  deactivate_missing: boolean;
  /** How many rows got each code. */
  errors: Record<string, number>;
  warnings: Record<string, number>;
};

/** A run as it ended. `elapsed` in milliseconds. */
type Ending =
  | { elapsed: number; result: SyncResult; changes: RunChanges | null }
  | { elapsed: number; failure: string };

/** Puts a run into the company's history and charges it to its key, inside the caller's transaction. */
export function recordRun(db: Database, order: SyncOrder, ending: Ending): void {
  const { companyId, now, budget } = order;
  if (budget) db.run(syncBudgets.spend, { companyId, ...budget });
  const applied = 'result' in ending;
  db.run(syncRuns.record, {
    companyId,
    id: newId(now),
    source: order.source,
    actor: order.actor,
    requestId: order.requestId,
    startedAt: now,
    finishedAt: now + Math.round(ending.elapsed),
    outcome: !applied
      ? 'failed'
      : ending.result.deactivation_skipped_reason === null
        ? 'applied'
        : 'deactivation_blocked',
    result: JSON.stringify(
      applied
        ? toSummary(order, ending.result)
        : { rows: order.employees.length, failure: ending.failure },
    ),
    changes: applied && ending.changes ? JSON.stringify(ending.changes) : null,
  });
}

function toSummary(order: SyncOrder, result: SyncResult): RunSummary {
  const { deactivation_candidates: _, errors, warnings, ...counts } = result;
  return {
    rows: order.employees.length,
    deactivate_missing: order.deactivateMissing,
    ...counts,
    errors: countCodes(errors),
    warnings: countCodes(warnings),
  };
}

function countCodes(entries: readonly { code: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of entries) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
