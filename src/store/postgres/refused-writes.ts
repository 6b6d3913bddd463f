import { DataFileFault } from '../../domain/errors.ts';
import type { Database } from '../database.ts';
import { REFUSAL } from './server-queries.ts';

/**
 * Why a database refuses writes; undefined where it takes them.
 *
 * @param db any connection to it; one that only reads tells the settings of the time when it was made
 */
export function refusalOf(db: Pick<Database, 'one'>): DataFileFault | undefined {
  const found = db.one(REFUSAL, {});
  if (found?.isReadOnly) {
    return new DataFileFault('read_only', 'The database is set to be read only');
  }
  if (found?.tables) {
    return new DataFileFault(
      'missing_rights',
      'The user of the service has lost rights to change tables of the database',
    );
  }
  return undefined;
}
