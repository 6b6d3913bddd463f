import { DAY_MS } from '../../../domain/duration.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import type { Database } from '../../../store/database.ts';
import * as lastJobs from '../../../store/operations/last-jobs.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Backups are made every night, or at least every week. */
const MAX_DAYS = 7;

const ADVICE = 'Make one every night; see: engaged deploy nightly';

/** When the last `engaged backup` was completed. Nothing is found in a file too young for one. */
export function checkBackup(db: Database, now: number): Finding[] {
  const record = db.one(lastJobs.findBackup, {});
  if (!record) return [];
  const { lastBackupAt: last, createdAt } = record;
  const isOld = now - (last ?? createdAt) > MAX_DAYS * DAY_MS;
  if (last === null) {
    return isOld ? [warning('backup', 'engaged backup has made no backup yet', ADVICE)] : [];
  }
  const days = Math.floor((now - last) / DAY_MS);
  return [
    isOld
      ? warning('backup', `The last backup was made ${days} days ago, ${isoTime(last)}`, ADVICE)
      : ok('backup', `The last backup was made ${isoTime(last)}`),
  ];
}
