import { removeRemnants } from '../service/erasure.ts';
import type { Database } from '../store/database.ts';
import { explainedAtWork } from '../store/file-errors.ts';
import type { Context } from './context.ts';
import type { JsonOption } from './output.ts';
import { createProgress } from './progress.ts';

/** Removes remnants as `removeRemnants` does, and says so on a terminal meanwhile. */
export function removeRemnantsWithProgress(
  context: Context,
  options: JsonOption,
  { db, file }: { db: Database; file: string },
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
