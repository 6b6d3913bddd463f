import { newId } from '../../domain/id.ts';
import * as companies from '../../store/companies.ts';
import type { Database } from '../../store/database.ts';
import { type RunResult, recordRun } from './record-run.ts';
import type { RunContext } from './sync-input.ts';

/** How a sync ended that changed nothing, and the revision at which it left its company. */
export type UnchangedRun = { revision: number; ending: RunResult };

/**
 * Runs a sync once more that changed nothing when it last ran, with the same rows, deactivation and limits. Everything
 * that a sync looks at carries the company's revision, so while that is the same, so is the result: only the
 * history and the key's budget are written.
 *
 * @returns false, and nothing is written, where the company has changed since
 * @throws EngagedError `conflict` while another process is writing
 */
export function recordUnchangedRun(
  db: Database,
  order: RunContext,
  unchangedRun: UnchangedRun,
): boolean {
  return db.write(() => {
    const company = db.one(companies.find, { companyId: order.companyId });
    if (company?.revision !== unchangedRun.revision) return false;
    recordRun(db, order, { id: newId(order.now), runResult: unchangedRun.ending });
    return true;
  });
}
