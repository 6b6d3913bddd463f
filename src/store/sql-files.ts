import { readFolder, readText } from './files/read-text.ts';

/** The migrations in the order in which they are applied. */
export const migrationFiles = readFolder(new URL('../../sql/migrations/', import.meta.url));

/** The migrations of PostgreSQL, likewise. Each has the number of the schema that it leads to. */
export const postgresMigrationFiles = readFolder(
  new URL('../../sql/postgres/migrations/', import.meta.url),
);

/** What the migrations add up to, for a database that is new. */
export const schemaText = readText(new URL('../../sql/schema.sql', import.meta.url));

/** The query files, one per noun. */
export const queryFiles = readFolder(new URL('../../sql/queries/', import.meta.url));
