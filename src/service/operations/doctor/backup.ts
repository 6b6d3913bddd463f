import { DAY_MS } from '../../../domain/duration.ts';
import type { Database } from '../../../store/database.ts';
import * as lastJobs from '../../../store/operations/last-jobs.ts';
import { found, type HealthFinding } from './health-findings.ts';

/** Backups are made every night, or at least every week. */
const MAX_DAYS = 7;

/** When the last `engaged backup` was completed. Nothing is found in a file too young for one. */
export function checkBackup(db: Database, now: number): HealthFinding[] {
  const record = db.one(lastJobs.findBackup, {});
  if (!record) return [];
  const { lastBackupAt: at, createdAt } = record;
  const isOld = now - (at ?? createdAt) > MAX_DAYS * DAY_MS;
  if (at === null) return isOld ? [found('backup_none')] : [];
  const days = Math.floor((now - at) / DAY_MS);
  return [isOld ? found('backup_old', { at, days }) : found('backup_recent', { at })];
}
