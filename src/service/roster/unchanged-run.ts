import { newId } from '../../domain/id.ts';
import * as companies from '../../store/companies.ts';
import type { Database } from '../../store/database.ts';
import { type RunResult, recordRun } from './record-run.ts';
import type { RunContext } from './sync-input.ts';

/** The result of a sync that changed nothing, and the company's revision after it. */
export type UnchangedRun = { revision: number; ending: RunResult };

/**
 * Repeats a sync that changed nothing before, with the same rows, options and limits. While the company's revision
 * is the same, so is the result, so only the history and the key's budget are written.
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
