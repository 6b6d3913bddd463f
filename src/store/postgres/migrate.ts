import { EngagedError } from '../../domain/errors.ts';
import { runStep } from '../migration-steps.ts';
import { postgresMigrationFiles, type SqlFile } from '../sql-files.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { COUNT_CHANGES } from './server-queries.ts';

const numberOf = ({ name }: SqlFile): number => Number.parseInt(name, 10);

/** The schema a database is at; 0 for one without. */
export const schemaVersion = (db: PostgresDatabase): number =>
  db.one(HAS_SCHEMA, {})?.found ? (db.one(VERSION, {})?.version ?? 0) : 0;

/**
 * Brings a database to this program's schema. Each migration is one transaction that also moves the version, and
 * that holds the lock of all writes, so that several processes can start at once.
 *
 * @throws EngagedError `unavailable` where the database belongs to a newer program, or lacks characters
 */
export function migrate(
  db: PostgresDatabase,
  files: readonly SqlFile[] = postgresMigrationFiles,
): void {
  const latest = Math.max(...files.map(numberOf));
  // Read again under the lock: another process may be migrating.
  const step = () => {
    const version = schemaVersion(db);
    if (version > latest) throw newerSchema(version, latest);
    const file = files.find((one) => numberOf(one) > version);
    if (!file) return false;
    if (version === 0) requireAllCharacters(db);
    db.execute('create schema if not exists engaged');
    db.execute(file.text);
    runStep(db, file);
    db.execute(COUNT_CHANGES);
    db.execute(
      `create or replace function schema_version() returns bigint immutable return ${numberOf(file)}`,
    );
    return true;
  };
  while (schemaVersion(db) !== latest && db.write(step));
}

/** With another encoding a name could not be stored, at some later time. */
function requireAllCharacters(db: PostgresDatabase): void {
  const encoding = db.one(ENCODING, {})?.encoding;
  if (encoding === 'UTF8') return;
  throw new EngagedError(
    'unavailable',
    `The database has the encoding ${encoding}. Create one with UTF8: createdb --encoding UTF8 --template template0 NAME`,
  );
}

const newerSchema = (version: number, known: number) =>
  new EngagedError(
    'unavailable',
    `The database has schema ${version} and was written by a newer version of engaged; this one knows schema ${known}. Run the newer version.`,
  );

const ENCODING = {
  name: 'postgres/encoding',
  sql: 'select getdatabaseencoding() as encoding',
  cardinality: 'one',
  params: {},
  row: { encoding: 'text' },
} as const;

const HAS_SCHEMA = {
  name: 'postgres/has_schema',
  sql: "select to_regprocedure('engaged.schema_version()') is not null as found",
  cardinality: 'one',
  params: {},
  row: { found: 'flag' },
} as const;

const VERSION = {
  name: 'postgres/version',
  sql: 'select engaged.schema_version() as version',
  cardinality: 'one',
  params: {},
  row: { version: 'integer' },
} as const;
