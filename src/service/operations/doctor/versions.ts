import type { Database } from '../../../store/database.ts';
import { found, type HealthFinding } from './health-findings.ts';

/** Node before this crashes with the SQLite driver in use. */
const MIN_NODE = '22.14.0';
/** SQLite before this can corrupt a write-ahead log that several connections write to. */
const MIN_SQLITE = '3.51.3';
/** PostgreSQL before this lacks functions of one expression that it can expand in a statement, and is not tested. */
const MIN_POSTGRES = '15.0';

/** Checks that the version of Node is supported. */
export const checkNode = (version = process.versions.node): HealthFinding =>
  isAtLeast(version, MIN_NODE)
    ? found('node_supported', { version })
    : found('node_old', { version, min: MIN_NODE });

/** The same for SQLite, which comes with the program. */
export function checkSqlite(db: Database): HealthFinding {
  const version = db.version();
  return isAtLeast(version, MIN_SQLITE)
    ? found('sqlite_supported', { version })
    : found('sqlite_old', { version, min: MIN_SQLITE });
}

/** The same for PostgreSQL. */
export const checkPostgres = (version: string): HealthFinding =>
  isAtLeast(version, MIN_POSTGRES)
    ? found('postgres_supported', { version })
    : found('postgres_old', { version, min: MIN_POSTGRES });

function isAtLeast(version: string, min: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [at, needed] of min.split('.').map(Number).entries()) {
    const part = parts[at] ?? 0;
    if (part !== needed) return part > needed;
  }
  return true;
}
