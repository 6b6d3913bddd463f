import type { Database } from '../../../store/database.ts';
import { isPostgresAddress } from '../../../store/postgres/address.ts';
import { checkBackup } from './backup.ts';
import { checkClock, checkRemnants, checkSchema } from './contents.ts';
import { checkEnvironment } from './environment.ts';
import type { HealthFinding } from './health-findings.ts';
import { checkMails } from './mails.ts';
import { checkMonths } from './months.ts';
import { checkRights } from './rights.ts';
import { checkSlack } from './slack.ts';
import { checkNode, checkPostgres, checkSqlite } from './versions.ts';

/**
 * What `engaged doctor` checks without reading all data, and without what belongs to one company.
 *
 * @param data the path of the data file, or the address of a database
 */
export function checkHealth(db: Database, data: string, now: number): HealthFinding[] {
  const isFile = !isPostgresAddress(data);
  return [
    checkSchema(db),
    ...(isFile ? [...checkEnvironment(data), ...checkBackup(db, now)] : [checkRights(db)]),
    ...checkMonths(db, now),
    ...checkMails(db, now),
    ...checkSlack(db),
    ...checkRemnants(db),
    checkClock(db, now),
    checkNode(),
    isFile ? checkSqlite(db) : checkPostgres(db.version()),
  ];
}
