import type { NamedText } from '../files/read-text.ts';
import { runStep } from '../migration-steps.ts';
import { migrationFiles, schemaText } from '../sql-files.ts';
import { isNewer } from '../upgrade.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** The schema this program works with: the number of its last migration. */
export const SCHEMA_VERSION = migrationFiles.length;

/** The schema a data file is at; 0 for an empty one. */
export const schemaVersion = (db: SqliteDatabase): number => Number(db.pragma('user_version'));

/**
 * Brings a data file to this program's schema, in one transaction: a crash leaves it as it was.
 *
 * @throws EngagedError `unavailable` where the file was written by a newer program
 */
export function migrate(db: SqliteDatabase, files: readonly NamedText[] = migrationFiles): void {
  requireKnownSchema(db, files.length);
  if (schemaVersion(db) === files.length) return;
  db.write(() => {
    // Read again under the write lock: another process may have migrated the file.
    const version = requireKnownSchema(db, files.length);
    // All migrations of an empty file take ten times as long as what they add up to.
    if (version === 0 && files === migrationFiles) db.execute(schemaText);
    else for (const file of files.slice(version)) applyTo(db, file);
    db.execute(`pragma user_version = ${files.length}`);
  });
}

function applyTo(db: SqliteDatabase, file: NamedText): void {
  db.execute(file.text);
  runStep(db, file);
}

/**
 * The schema that a data file is at, which may be an older one.
 *
 * @throws EngagedError `unavailable` where the file was written by a newer program
 */
export function requireKnownSchema(db: SqliteDatabase, known: number = SCHEMA_VERSION): number {
  const version = schemaVersion(db);
  if (version <= known) return version;
  throw isNewer('data file', version, known);
}
