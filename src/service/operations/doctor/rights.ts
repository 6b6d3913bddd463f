import type { Database } from '../../../store/database.ts';
import { refusalOf } from '../../../store/postgres/refused-writes.ts';
import { found, type HealthFinding } from './health-findings.ts';

/** Checks whether a PostgreSQL database lets this user write. */
export function checkRights(db: Database): HealthFinding {
  const refusal = refusalOf(db);
  if (!refusal) return found('database_writable');
  const isReadOnly = refusal.reason === 'read_only';
  return found(isReadOnly ? 'database_read_only' : 'database_rights_missing');
}
