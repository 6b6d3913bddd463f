import { readdirSync, readFileSync } from 'node:fs';

/** One SQL file: its name without the ending, and its text. */
export type SqlFile = { name: string; text: string };

const readText = (file: string): string =>
  readFileSync(new URL(`../../sql/${file}`, import.meta.url), 'utf8');

// The build replaces this module by one with the same lists inlined, so that the bundle is one file.
const read = (folder: string): SqlFile[] => {
  const url = new URL(`../../sql/${folder}/`, import.meta.url);
  return readdirSync(url)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), text: readFileSync(new URL(file, url), 'utf8') }));
};

/** The migrations in the order in which they are applied. */
export const migrationFiles: readonly SqlFile[] = read('migrations');

/** The migrations of PostgreSQL, likewise. Each has the number of the schema that it leads to. */
export const postgresMigrationFiles: readonly SqlFile[] = read('postgres/migrations');

/** What the migrations add up to, for a database that is new. */
export const schemaText: string = readText('schema.sql');

/** What distributes a database by company, with places for the version and the program. */
export const citusText: string = readText('postgres/citus.sql');

/** The query files, one per noun. */
export const queryFiles: readonly SqlFile[] = read('queries');
