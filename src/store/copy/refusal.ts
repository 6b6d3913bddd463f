import { EngagedError } from '../../domain/errors.ts';
import { explainedAsData } from '../data.ts';
import { refuse } from '../files/file-errors.ts';
import { withoutPassword } from '../postgres/address.ts';
import { PostgresError } from '../postgres/postgres-error.ts';
import { sqliteCode } from '../sqlite/sqlite-database.ts';
import type { Row } from './rows.ts';

/** A rule of the schema is broken. The messages name the rule and no value. */
const BROKEN_RULE = /^(?:23...|SQLITE_CONSTRAINT\w*)$/;

/**
 * What it means that rows of a table cannot be written.
 *
 * @param to where they are to be written
 */
export function explainedRefusal(
  error: unknown,
  { to, table, rows }: { to: string; table: string; rows: readonly Row[] },
): unknown {
  const code =
    error instanceof PostgresError || error instanceof EngagedError
      ? error.code
      : sqliteCode(error);
  const because = (why: string) =>
    refuse(`Nothing was copied: ${withoutPassword(to)} does not take a row of ${table}: ${why}`);
  if (code !== undefined && BROKEN_RULE.test(code)) return because((error as Error).message);
  // PostgreSQL has every character but this one, and it is not even sent.
  const column = code === 'validation_failed' ? columnWithNul(rows) : undefined;
  return column === undefined
    ? explainedAsData(error, to)
    : because(`${column} holds the character U+0000.`);
}

const columnWithNul = (rows: readonly Row[]): string | undefined =>
  rows
    .flatMap((row) => Object.entries(row))
    .find(([, value]) => typeof value === 'string' && value.includes('\0'))?.[0];
