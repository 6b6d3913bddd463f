import { SCHEMA_VERSION, schemaVersion } from '../../store/sqlite/migrate.ts';
import type { SqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { checkLedgers } from '../xp/ledger-check.ts';

/** What is wrong with the contents of a data file, in words that follow "the file". */
export type IntegrityFault =
  | 'is damaged'
  | 'has broken references'
  | 'has ledgers that do not add up';

/**
 * Reads a whole data file and returns its first fault, or undefined. Takes seconds per gigabyte. Ledgers are
 * checked only at the current schema.
 */
export function findIntegrityFault(db: SqliteDatabase): IntegrityFault | undefined {
  if (db.pragma('integrity_check') !== 'ok') return 'is damaged';
  if (db.pragma('foreign_key_check') !== undefined) return 'has broken references';
  if (schemaVersion(db) === SCHEMA_VERSION && checkLedgers(db, 1).length > 0)
    return 'has ledgers that do not add up';
  return undefined;
}
