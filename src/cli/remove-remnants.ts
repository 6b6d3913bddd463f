import { EngagedError } from '../domain/errors.ts';
import { removeRemnants } from '../service/erasure.ts';
import type { Database } from '../store/database.ts';
import { explainedAtWork } from '../store/files/file-errors.ts';
import { type Context, EXIT, ExitError } from './context.ts';
import { escapeControl, type JsonOption, printNotice } from './output.ts';
import { createProgress } from './progress.ts';

type DataFile = { db: Database; file: string };

/** Removes remnants as `removeRemnants` does, and says so on a terminal meanwhile. */
export function removeRemnantsWithProgress(
  context: Context,
  options: JsonOption,
  { db, file }: DataFile,
): void {
  const progress = createProgress(context, options);
  progress.show(0, 1, 'rewriting the data file');
  try {
    removeRemnants(db);
  } catch (error) {
    throw explainedAtWork(error, file);
  } finally {
    progress.clear();
  }
}

/**
 * Removes remnants after values were removed.
 *
 * @returns the reason why the file cannot be rewritten now, or null
 */
export function rewriteDataFile(
  context: Context,
  options: JsonOption,
  dataFile: DataFile,
): string | null {
  try {
    removeRemnantsWithProgress(context, options, dataFile);
    return null;
  } catch (error) {
    if (error instanceof EngagedError) return error.message;
    throw error;
  }
}

/**
 * Ends a command that has printed its result with 3 if the file could not be rewritten.
 *
 * @param failure what `rewriteDataFile` returned
 * @param whose whose values were removed
 */
export function requireRewritten(context: Context, failure: string | null, whose: string): void {
  if (failure === null) return;
  printNotice(
    context,
    `The data file could not be rewritten, so unused parts of it may still hold values of ${whose}. When this is resolved, run engaged vacuum:\n${escapeControl(failure)}`,
  );
  throw new ExitError(EXIT.partly);
}
