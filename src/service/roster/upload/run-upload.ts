import { EngagedError } from '../../../domain/errors.ts';
import type { Failure } from '../../../domain/failures.ts';
import { RowList } from '../../../roster-file/packed-rows.ts';
import { TextList } from '../../../roster-file/packed-texts.ts';
import type { Database } from '../../../store/database.ts';
import type { WriteContext } from '../../company/company-write.ts';
import type { Step } from '../steps/change-in-steps.ts';
import { importRoster } from '../steps/import-roster.ts';
import type { RosterLimits, SyncInput, WrittenSync } from '../sync/sync-input.ts';
import type { UploadOptions } from './options.ts';
import { type Counts, digestOf, type Plan, planOf } from './preview.ts';
import { type PackedUpload, problemOf } from './uploaded-file.ts';

/** The rows of an uploaded roster and what is to be done with them. */
export type UploadRun = WriteContext & { upload: PackedUpload; options: UploadOptions };

type Surroundings = { limits: RosterLimits; clock: () => number };

/** The run of an upload, or null where the company has changed since the preview, so that nothing was done. */
export type AppliedUpload = {
  runId: string;
  counts: Counts & { errors: number; warnings: number };
} | null;

/** Tells what an uploaded roster would do, or why it cannot be used. Changes nothing. */
export async function planUpload(
  db: Database,
  task: UploadRun,
  surroundings: Surroundings,
): Promise<{ plan: Plan } | { problem: Failure }> {
  const rows = new RowList(task.upload.rows);
  let plan: Plan | undefined;
  const request = requestOf(task, surroundings, rows, (done) => {
    plan = planOf(done, rows);
  });
  try {
    await importRoster(db, { ...request, dryRun: true }, () => {});
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return { problem };
  }
  if (!plan) throw new Error('a sync was not inspected');
  return { plan };
}

/**
 * Applies an uploaded roster if it does exactly what its preview says.
 *
 * @param take carries out a step on the connection that writes
 * @throws EngagedError as `importRoster` does
 */
export async function applyUpload(
  db: Database,
  { digest, ...task }: UploadRun & { digest: string },
  surroundings: Surroundings,
  take: (step: Step) => Promise<void>,
): Promise<AppliedUpload> {
  const request = requestOf(task, surroundings, new RowList(task.upload.rows), (done) => {
    if (digestOf(done) !== digest) throw new OutdatedPreview();
  });
  try {
    const { runId, result } = await importRoster(db, request, take);
    const { errors, warnings, deactivation_candidates: _, ...counts } = result;
    return {
      runId: runId ?? '',
      counts: { ...counts, errors: errors.length, warnings: warnings.length },
    };
  } catch (error) {
    if (error instanceof OutdatedPreview) return null;
    throw error;
  }
}

class OutdatedPreview extends EngagedError {
  constructor() {
    super('conflict', 'The company has changed since the preview was made');
  }
}

const requestOf = (
  { companyId, now, actor, options, upload }: UploadRun,
  { limits, clock }: Surroundings,
  rows: RowList,
  inspect: (done: WrittenSync) => void,
): SyncInput => ({
  ...{ companyId, now, clock, actor, limits, source: 'portal', requestId: null },
  employees: rows,
  deactivateMissing: options.deactivateMissing,
  maxDeactivations: options.maxDeactivations,
  operator: {
    updateProfiles: options.updateProfiles,
    noEmailDomain: options.noEmailDomain,
    alsoNamed: new TextList(upload.alsoNamed),
    lineOf: (index) => rows.lineOf(index),
    inspect,
  },
});
