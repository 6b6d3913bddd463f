import { EngagedError } from '../../domain/errors.ts';
import { explainedAsData } from '../data.ts';
import { refuse } from '../files/file-errors.ts';
import { withoutPassword } from '../postgres/address.ts';
import { PostgresError } from '../postgres/postgres-error.ts';
import { sqliteCode } from '../sqlite/sqlite-database.ts';
import type { Row } from './rows.ts';

/** A rule of the schema is broken. The messages name the rule and no value. */
const BROKEN_RULE = /^(?:23...|SQLITE_CONSTRAINT\w*)$/;

/** The server has no such character: none has U+0000, which is not even sent, and one without UTF8 lacks most. */
const NO_SUCH_CHARACTER = /^(?:validation_failed|22021|22P05)$/;

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
  if (code === undefined || !NO_SUCH_CHARACTER.test(code)) return explainedAsData(error, to);
  const column = columnWithNul(rows);
  return because(
    column === undefined
      ? 'its encoding lacks a character. Create a database with the encoding UTF8.'
      : `${column} holds the character U+0000.`,
  );
}

const columnWithNul = (rows: readonly Row[]): string | undefined =>
  rows
    .flatMap((row) => Object.entries(row))
    .find(([, value]) => typeof value === 'string' && value.includes('\0'))?.[0];
