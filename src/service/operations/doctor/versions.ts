import type { Database } from '../../../store/database.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Node before this crashes with the SQLite driver in use. */
const MIN_NODE = '22.14.0';
/** SQLite before this can corrupt a write-ahead log that several connections write to. */
const MIN_SQLITE = '3.51.3';
/** PostgreSQL before this lacks functions of one expression that it can expand in a statement, and is not tested. */
const MIN_POSTGRES = '15.0';

/** Checks that the version of Node is supported. */
export const checkNode = (version = process.versions.node): Finding =>
  isAtLeast(version, MIN_NODE)
    ? ok('Node.js', `Version ${version}`)
    : problem('Node.js', `Version ${version} crashes`, `Install ${MIN_NODE} or newer`);

/** The same for SQLite, which comes with the program. */
export function checkSqlite(db: Database): Finding {
  const version = db.version();
  return isAtLeast(version, MIN_SQLITE)
    ? ok('SQLite', `Version ${version}`)
    : problem('SQLite', `Version ${version} can damage the file`, 'Reinstall engaged: npm ci');
}

/** The same for PostgreSQL. */
export const checkPostgres = (version: string): Finding =>
  isAtLeast(version, MIN_POSTGRES)
    ? ok('PostgreSQL', `Version ${version}`)
    : problem('PostgreSQL', `Version ${version} is too old`, `Use ${MIN_POSTGRES} or newer`);

function isAtLeast(version: string, min: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [at, needed] of min.split('.').map(Number).entries()) {
    const part = parts[at] ?? 0;
    if (part !== needed) return part > needed;
  }
  return true;
}
