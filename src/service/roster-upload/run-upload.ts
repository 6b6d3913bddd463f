import { EngagedError } from '../../domain/errors.ts';
import { RowList } from '../../roster-file/packed-rows.ts';
import { TextList } from '../../roster-file/packed-texts.ts';
import type { Database } from '../../store/database.ts';
import type { WriteContext } from '../company-write.ts';
import type { RosterLimits, WrittenSync } from '../roster/sync-input.ts';
import { syncRoster } from '../roster/sync-roster.ts';
import type { UploadOptions } from './options.ts';
import { type Counts, digestOf, type Plan, planOf } from './preview.ts';
import { isAboutFile, type PackedUpload } from './uploaded-file.ts';

/** The rows of an uploaded roster and what is to be done with them. */
export type UploadRun = WriteContext & { upload: PackedUpload; options: UploadOptions };

type Surroundings = { limits: RosterLimits; clock: () => number };

/** The run of an upload, or null where the company has changed since the preview, so that nothing was done. */
export type AppliedUpload = {
  runId: string;
  counts: Counts & { errors: number; warnings: number };
} | null;

/** Tells what an uploaded roster would do, or why it cannot be used. Changes nothing. */
export function planUpload(
  db: Database,
  task: UploadRun,
  surroundings: Surroundings,
): { plan: Plan } | { problem: string } {
  const rows = new RowList(task.upload.rows);
  try {
    let plan: Plan | undefined;
    run(db, task, surroundings, rows, {
      dryRun: true,
      inspect: (done) => {
        plan = planOf(done, rows);
      },
    });
    if (!plan) throw new Error('a sync was not inspected');
    return { plan };
  } catch (error) {
    if (!isAboutFile(error)) throw error;
    return { problem: error.message };
  }
}

/**
 * Applies an uploaded roster if it does exactly what its preview says.
 *
 * @throws EngagedError as `syncRoster` does
 */
export function applyUpload(
  db: Database,
  { digest, ...task }: UploadRun & { digest: string },
  surroundings: Surroundings,
): AppliedUpload {
  try {
    const outcome = run(db, task, surroundings, new RowList(task.upload.rows), {
      dryRun: false,
      inspect: (done) => {
        if (digestOf(done) !== digest) throw new OutdatedPreview();
      },
    });
    const { errors, warnings, deactivation_candidates: _, ...counts } = outcome.result;
    return {
      runId: outcome.runId ?? '',
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

const run = (
  db: Database,
  { companyId, now, actor, options, upload }: UploadRun,
  { limits, clock }: Surroundings,
  rows: RowList,
  { dryRun, inspect }: { dryRun: boolean; inspect: (done: WrittenSync) => void },
) =>
  syncRoster(db, {
    ...{ companyId, now, clock, actor, limits, dryRun, source: 'portal', requestId: null },
    employees: rows,
    deactivateMissing: options.deactivateMissing,
    maxDeactivations: options.maxDeactivations,
    operator: {
      updateProfiles: options.updateProfiles,
      alsoNamed: new TextList(upload.alsoNamed),
      lineOf: (index) => rows.lineOf(index),
      inspect,
    },
  });
