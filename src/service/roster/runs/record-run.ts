import { newId } from '../../../domain/id.ts';
import type { Database } from '../../../store/database.ts';
import * as syncBudgets from '../../../store/roster/sync-budgets.ts';
import { type CompanyWrite, nextEntry, type WriteContext } from '../../company/company-write.ts';
import { putOnRecord } from './recorded-changes.ts';
import type { RunChanges } from './run-changes.ts';
import { followUpEvent, recordRunEvents } from './run-events.ts';
import type { FollowUpSummary, RunResult, RunSource } from './run-summary.ts';

/** The context of a sync: company, time, and what the history records about its origin. */
export type RunContext = WriteContext & {
  /** The clock, in milliseconds UTC, for the end of the run; `now` is its beginning. */
  clock: () => number;
  source: RunSource;
  requestId: string | null;
  /** The hourly window of the key to which the sync is charged, this sync included. */
  budget?: { keyId: string; windowStartedAt: number; used: number };
};

/** Charges a sync to its key, inside the caller's transaction. */
export function charge(db: Database, { companyId, budget }: RunContext): void {
  if (budget) db.run(syncBudgets.saveWindow, { companyId, ...budget });
}

/** Puts a sync into the company's history and charges it to its key, inside the caller's transaction. */
export function recordRun(
  db: Database,
  request: RunContext,
  run: { id: string; runResult: RunResult },
): void {
  const { companyId } = request;
  charge(db, request);
  putOnRecord(db, {
    companyId,
    entry: nextEntry({ db, companyId }),
    id: run.id,
    kind: 'sync',
    subjectId: null,
    source: request.source,
    actor: request.actor,
    requestId: request.requestId,
    ...timesOf(request),
    ...run.runResult,
  });
}

/** Puts what an operator did about a run into the company's history, and gives the id of that new run. */
export function recordFollowUp(
  write: CompanyWrite,
  revision: {
    kind: 'revert' | 'approval';
    subjectId: string;
    summary: FollowUpSummary;
    changes: RunChanges;
    clock: () => number;
  },
): string {
  const { db, companyId, now, actor } = write;
  const { kind, subjectId, clock } = revision;
  const id = newId(now);
  putOnRecord(db, {
    ...{ companyId, id, kind, subjectId, actor, requestId: null },
    ...{ entry: nextEntry(write), ...timesOf({ now, clock }) },
    source: followUpSource(actor),
    outcome: 'applied',
    result: JSON.stringify(revision.summary),
    changes: revision.changes,
  });
  recordRunEvents(write, revision.changes, (itemised) =>
    followUpEvent({ kind, id, subjectId }, revision.summary, { itemised }),
  );
  return id;
}

/** An approval or a revert is made by an operator, or by an account of the portal. */
const followUpSource = (actor: string): RunSource =>
  /^portal [0-9a-f-]{36}$/.test(actor) ? 'portal' : 'command_line';

/** A run never ends before it began, even if the clock was set back. */
const timesOf = ({ now, clock }: Pick<RunContext, 'now' | 'clock'>) => ({
  startedAt: now,
  finishedAt: Math.max(now, clock()),
});
