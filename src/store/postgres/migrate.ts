import { EngagedError } from '../../domain/errors.ts';
import type { NamedText } from '../files/read-text.ts';
import { runStep } from '../migration-steps.ts';
import { postgresMigrationFiles } from '../sql-files.ts';
import { SCHEMA_VERSION } from '../sqlite/migrate.ts';
import { isNewer } from '../upgrade.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { COUNT_CHANGES, VERSION } from './server-queries.ts';

const numberOf = ({ name }: NamedText): number => Number.parseInt(name, 10);

/** The schema a database is at; 0 for one without. */
export const schemaVersion = (db: PostgresDatabase): number =>
  db.one(HAS_SCHEMA, {})?.found ? (db.one(VERSION, {})?.version ?? 0) : 0;

/**
 * Brings a database to this program's schema, in one transaction that holds the lock of all writes: several processes
 * can start at once, and a crash leaves it as it was.
 *
 * @throws EngagedError `unavailable` where the database belongs to a newer program, or lacks characters
 */
export function migrate(
  db: PostgresDatabase,
  files: readonly NamedText[] = postgresMigrationFiles,
): void {
  const latest = Math.max(...files.map(numberOf));
  if (requireKnownSchema(db, latest) === latest) return;
  db.write(() => {
    // Read again under the lock: another process may have migrated.
    const version = requireKnownSchema(db, latest);
    if (version === 0) requireAllCharacters(db);
    db.execute('create schema if not exists engaged');
    for (const file of stepsFrom(version, files)) {
      db.execute(file.text);
      runStep(db, file);
    }
    db.execute(COUNT_CHANGES);
    db.execute(
      `create or replace function schema_version() returns bigint immutable return ${latest}`,
    );
  });
}

/** The migrations of a database at that schema. */
export const stepsFrom = (
  version: number,
  files: readonly NamedText[] = postgresMigrationFiles,
): NamedText[] => files.filter((one) => numberOf(one) > version);

/**
 * The schema that a database is at, which may be an older one.
 *
 * @throws EngagedError `unavailable` where the database belongs to a newer program
 */
export function requireKnownSchema(db: PostgresDatabase, known: number = SCHEMA_VERSION): number {
  const version = schemaVersion(db);
  if (version <= known) return version;
  throw isNewer('database', version, known);
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
