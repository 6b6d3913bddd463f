import { PostgresError } from './postgres/postgres-error.ts';
import { sqliteCode } from './sqlite/sqlite-database.ts';

/** The code that the database gave an error, such as `SQLITE_FULL` or a SQLSTATE; undefined for any other error. */
export const databaseCode = (error: unknown): string | undefined =>
  error instanceof PostgresError ? error.code : sqliteCode(error);
