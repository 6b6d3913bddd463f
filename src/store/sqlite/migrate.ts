import { EngagedError } from '../../domain/errors.ts';
import { runStep } from '../migration-steps.ts';
import { migrationFiles, type SqlFile } from '../sql-files.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** The schema this program works with: the number of its last migration. */
export const SCHEMA_VERSION = migrationFiles.length;

/** The schema a data file is at; 0 for an empty one. */
export const schemaVersion = (db: SqliteDatabase): number => Number(db.pragma('user_version'));

/**
 * Brings a data file to this program's schema. Each migration is one transaction that also moves the
 * version, so a crash leaves a file between two migrations and never inside one.
 *
 * @throws EngagedError `unavailable` where the file was written by a newer program
 */
export function migrate(db: SqliteDatabase, files: readonly SqlFile[] = migrationFiles): void {
  // Read again under the write lock: another process may be migrating the same file.
  const step = () => {
    const version = schemaVersion(db);
    if (version > files.length) throw newerFile(version);
    const file = files[version];
    if (!file) return false;
    db.execute(file.text);
    runStep(db, file);
    db.execute(`pragma user_version = ${version + 1}`);
    return true;
  };
  if (schemaVersion(db) > files.length) throw newerFile(schemaVersion(db));
  while (schemaVersion(db) < files.length && db.write(step));
}

const newerFile = (version: number) =>
  new EngagedError(
    'unavailable',
    `The data file has schema ${version} and was written by a newer version of engaged; this one knows schema ${SCHEMA_VERSION}. Run the newer version.`,
  );
