import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../../domain/id.ts';
import type { SyncResult } from '../../../domain/roster/sync-result.ts';
import type { Database } from '../../../store/database.ts';
import { type CompanyState, readState } from '../../company/company-states.ts';
import { recordEvents } from '../../events/events.ts';
import { type RunContext, recordRun } from '../runs/record-run.ts';
import { syncEvent } from '../runs/run-events.ts';
import type { RunResult } from '../runs/run-summary.ts';

/** The result of a sync that changed nothing, and the company's state after it. */
export type UnchangedRun = {
  state: CompanyState;
  runResult: RunResult;
  result: SyncResult;
};

/**
 * Repeats a sync that changed nothing before, with the same rows, options and limits. While the company's state
 * is the same, so is the result, so only the history and the key's budget are written.
 *
 * @returns false, and nothing is written, where the company has changed since
 * @throws EngagedError `conflict` while another process is writing
 */
export function recordUnchangedRun(
  db: Database,
  request: RunContext,
  unchangedRun: UnchangedRun,
): boolean {
  return db.write(() => {
    const state = db.do(readState(db, request.companyId));
    if (!isDeepStrictEqual(state, unchangedRun.state)) return false;
    const id = newId(request.now);
    recordRun(db, request, { id, runResult: unchangedRun.runResult });
    recordEvents({ db, ...request }, [syncEvent(id, unchangedRun.result, true)]);
    return true;
  });
}
