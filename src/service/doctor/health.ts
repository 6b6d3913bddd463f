import type { Database } from '../../store/database.ts';
import { checkBackup } from './backup.ts';
import { checkClock, checkRemnants } from './contents.ts';
import { checkEnvironment } from './environment.ts';
import type { Finding } from './finding.ts';
import { checkMonths } from './months.ts';
import { checkNode, checkSqlite } from './versions.ts';

/** What `engaged doctor` checks without reading the whole file, and without what belongs to one company. */
export const checkHealth = (db: Database, file: string, now: number): Finding[] => [
  ...checkEnvironment(file),
  ...checkBackup(db, now),
  ...checkMonths(db, now),
  ...checkRemnants(db),
  checkClock(db, now),
  checkNode(),
  checkSqlite(db),
];
