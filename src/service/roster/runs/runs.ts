import { failure } from '../../../domain/errors.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import type { Database } from '../../../store/database.ts';
import type { SyncRunRow } from '../../../store/roster/sync-runs.ts';
import * as syncRuns from '../../../store/roster/sync-runs.ts';
import type { RunResult, RunSource, RunSummary } from './run-summary.ts';

/** A run with its reverts and approvals. */
export type RunWithFollowUps = Run & {
  follow_ups: Pick<Run, 'id' | 'kind' | 'started_at' | 'outcome'>[];
};

/** The runs of a company that were applied last, the last one first. */
export const listRuns = (db: Database, companyId: number, count: number): Run[] =>
  db.all(syncRuns.listNewest, { companyId, count }).map(toRun);

/** The runs that were applied before another one, newest first; the newest of all without one. */
export const listRunsBefore = (
  db: Database,
  companyId: number,
  { before, count }: { before: string; count: number },
): Run[] => db.all(syncRuns.listBefore, { companyId, before, count }).map(toRun);

/** A reference to a run: its id, at least the first eight characters of it, or `latest`. */
const RUN_REFERENCE = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/;

/**
 * The run that a reference means: an id, an unambiguous beginning of one, or `latest`.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` with the ids where several match
 */
export function requireRun(db: Database, companyId: number, reference: string): RunWithFollowUps {
  const text = reference.trim().toLowerCase();
  const [run, ...others] = text === 'latest' ? listRuns(db, companyId, 1) : findByPrefix(text);
  if (!run) throw failure('run_not_found');
  if (others.length > 0) {
    const ids = [run, ...others].map(({ id }) => id).join(', ');
    throw failure('several_runs_match', { ids });
  }
  const followUps = db
    .all(syncRuns.listFollowUps, { companyId, subjectId: run.id })
    .map(toRun)
    .map(({ id, kind, started_at, outcome }) => ({ id, kind, started_at, outcome }));
  return { ...run, follow_ups: followUps };

  function findByPrefix(beginning: string): Run[] {
    if (!RUN_REFERENCE.test(beginning)) {
      throw failure('run_reference');
    }
    // "g" sorts after every hexadecimal digit.
    const bounds = { from: beginning, before: `${beginning}g`, count: 5 };
    return db.all(syncRuns.listByIdPrefix, { companyId, ...bounds }).map(toRun);
  }
}

/** A run with the field names that the command line prints. */
export type Run = ReturnType<typeof toRun>;

// The table allows no other kinds, sources and outcomes.
const toRun = (row: SyncRunRow) => ({
  id: row.id,
  kind: row.kind as 'sync' | 'revert' | 'approval',
  // The run that a revert or an approval is about.
  subject_id: row.subjectId,
  // The sync after which the candidates of this one can no longer be approved.
  superseded_by: row.supersededBy,
  is_approved: row.isApproved === 1,
  source: row.source as RunSource,
  actor: row.actor,
  request_id: row.requestId,
  started_at: isoTime(row.startedAt),
  finished_at: isoTime(row.finishedAt),
  outcome: row.outcome as RunResult['outcome'],
  result: JSON.parse(row.result) as RunSummary,
});
