import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { failure } from '../../domain/errors.ts';
import * as companies from '../../store/company/companies.ts';
import * as deletion from '../../store/company/company-deletion.ts';
import type { Database } from '../../store/database.ts';
import { freeBytes } from '../../store/files/disk-space.ts';
import { type SqliteDatabase, WAL_SIZE_LIMIT } from '../../store/sqlite/sqlite-database.ts';
import { type Backup, fillCopy } from '../operations/backup.ts';
import { remnantsAt } from '../people/erasure.ts';

/** A copy to make: of `source`, into the empty file `copy`, for the owners of a company. */
export type CopyTask = { source: string; copy: string; companyId: number };

/**
 * Makes a backup for the owners of a company.
 *
 * @throws EngagedError as `createBackup`; `conflict` where the data file holds anything of another company
 */
export async function copyForCompany(
  db: SqliteDatabase,
  { source, copy, companyId }: CopyTask,
): Promise<Omit<Backup, 'file'>> {
  requireAlone(db, companyId);
  // A copy must not take the space that the service itself needs.
  if (freeBytes(dirname(copy)) < statSync(source).size + WAL_SIZE_LIMIT) {
    throw failure('backup_without_space');
  }
  const target = 'the copy';
  const made = await fillCopy(db, copy, { source, target, onStep: () => {} });
  // Another one may have been created before the copy began.
  requireAlone(db, companyId);
  return made;
}

/** Whether nothing of another company is in a data file. */
export const isAlone = (db: Database, companyId: number): boolean =>
  db.all(companies.listLive, {}).every((one) => one.companyId === companyId) &&
  // Unused parts of the file may hold what was deleted.
  (remnantsAt(db) === null || db.all(deletion.list, {}).length === 0);

function requireAlone(db: Database, companyId: number): void {
  if (isAlone(db, companyId)) return;
  throw failure('backup_of_others');
}
