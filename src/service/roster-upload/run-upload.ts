import { createHash } from 'node:crypto';
import { EngagedError } from '../../domain/errors.ts';
import { toRosterRows } from '../../roster-file/read-rows.ts';
import { lineOf } from '../../roster-file/records.ts';
import type { Database } from '../../store/database.ts';
import type { WriteContext } from '../company-write.ts';
import type { RosterLimits, WrittenSync } from '../roster/sync-input.ts';
import { syncRoster } from '../roster/sync-roster.ts';
import type { UploadOptions } from './options.ts';
import { type Counts, digestOf, type Plan, type Preview, planOf } from './preview.ts';
import { columnsOf, isAboutFile, readUpload, viewFile } from './uploaded-file.ts';

/** An uploaded roster and what is to be done with it. */
export type UploadTask = WriteContext & { bytes: Uint8Array; options: UploadOptions };

type Surroundings = { limits: RosterLimits; clock: () => number };

/** The run of an upload, or null where the company has changed since the preview, so that nothing was done. */
export type AppliedUpload = {
  runId: string;
  counts: Counts & { errors: number; warnings: number };
} | null;

/** Tells what an uploaded roster would do. Changes nothing. */
export function previewUpload(db: Database, task: UploadTask, surroundings: Surroundings): Preview {
  const { bytes, options, now } = task;
  const about = { sha256: createHash('sha256').update(bytes).digest('hex'), at: now };
  try {
    const read = readUpload(bytes, options);
    let plan: Plan | undefined;
    run(db, task, surroundings, read, {
      dryRun: true,
      inspect: (done) => {
        plan = planOf(done, read.file);
      },
    });
    if (!plan) throw new Error('a sync was not inspected');
    return { ...about, file: viewFile(read, options, now), plan };
  } catch (error) {
    if (!isAboutFile(error)) throw error;
    return { ...about, problem: error.message, columns: columnsOf(bytes, options) };
  }
}

/**
 * Applies an uploaded roster if it does exactly what its preview says.
 *
 * @throws EngagedError as `syncRoster` does
 */
export function applyUpload(
  db: Database,
  { digest, ...task }: UploadTask & { digest: string },
  surroundings: Surroundings,
): AppliedUpload {
  try {
    const outcome = run(db, task, surroundings, readUpload(task.bytes, task.options), {
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
  { companyId, now, actor, options }: UploadTask,
  { limits, clock }: Surroundings,
  { file, withoutEmail }: ReturnType<typeof readUpload>,
  { dryRun, inspect }: { dryRun: boolean; inspect: (done: WrittenSync) => void },
) =>
  syncRoster(db, {
    ...{ companyId, now, clock, actor, limits, dryRun, source: 'portal', requestId: null },
    employees: toRosterRows(file),
    deactivateMissing: options.deactivateMissing,
    maxDeactivations: options.maxDeactivations,
    operator: {
      updateProfiles: options.updateProfiles,
      alsoNamed: withoutEmail.externalIds,
      lineOf: (index) => lineOf(file, index),
      inspect,
    },
  });
