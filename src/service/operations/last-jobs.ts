import type { Database } from '../../store/database.ts';
import * as lastJobs from '../../store/operations/last-jobs.ts';

/**
 * Records a completed backup for monitoring.
 *
 * @returns false where the data file cannot be written; the backup is complete all the same
 */
export function recordBackup(db: Database, backup: { at: number; bytes: number }): boolean {
  try {
    db.write(() => db.run(lastJobs.recordBackup, backup));
    return true;
  } catch {
    return false;
  }
}
