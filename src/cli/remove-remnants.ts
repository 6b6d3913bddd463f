import { EngagedError } from '../domain/errors.ts';
import { removeRemnants } from '../service/people/erasure.ts';
import { explainedAsData } from '../store/data.ts';
import type { Database } from '../store/database.ts';
import { type Context, EXIT, ExitError } from './context.ts';
import { type JsonOption, print, printNotice } from './output/output.ts';
import { createProgress } from './output/progress.ts';
import { escapeControl } from './output/terminal.ts';

type Data = { db: Database; data: string };

/** Removes remnants as `removeRemnants` does, and says so on a terminal meanwhile. */
export function removeRemnantsWithProgress(
  context: Context,
  options: JsonOption,
  { db, data }: Data,
): void {
  const progress = createProgress(context, options);
  progress.show(0, 1, 'rewriting the data file');
  try {
    removeRemnants(db);
  } catch (error) {
    throw explainedAsData(error, data);
  } finally {
    progress.clear();
  }
}

/**
 * Rewrites the data file after values were removed, and prints what was removed. Ends the command with 3 if the file
 * cannot be rewritten now.
 *
 * @param done.whose whose values were removed
 */
export function finishRemoval(
  context: Context,
  options: JsonOption,
  opened: Data,
  done: { removed: object; text: string; whose: string },
): void {
  const failure = rewriteDataFile(context, options, opened);
  const document = { ...done.removed, file_rewritten: failure === null };
  print(context, options, document, () => done.text);
  if (failure === null) return;
  printNotice(
    context,
    `The data file could not be rewritten, so unused parts of it may still hold values of ${done.whose}. When this is resolved, run engaged vacuum:\n${escapeControl(failure)}`,
  );
  throw new ExitError(EXIT.partly);
}

/** The reason why the file cannot be rewritten now, or null. */
function rewriteDataFile(context: Context, options: JsonOption, opened: Data): string | null {
  try {
    removeRemnantsWithProgress(context, options, opened);
    return null;
  } catch (error) {
    if (error instanceof EngagedError) return error.message;
    throw error;
  }
}
