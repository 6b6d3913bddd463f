import { queryFiles } from './sql-files.ts';

/**
 * What a column or parameter holds. A trailing `?` allows null; a `flag` is SQLite's boolean, 0 or 1.
 */
export type Kind = 'text' | 'text?' | 'integer' | 'integer?' | 'flag' | 'blob';

type ValueOf<K extends Kind> = K extends 'text'
  ? string
  : K extends 'text?'
    ? string | null
    : K extends 'integer'
      ? number
      : K extends 'integer?'
        ? number | null
        : K extends 'flag'
          ? 0 | 1
          : Uint8Array;

export type Shape = Readonly<Record<string, Kind>>;

/** The TypeScript type of a row or of parameters that have a shape. */
export type Of<S extends Shape> = { [Name in keyof S]: ValueOf<S[Name]> };

/** How many rows a statement gives: at most one, any number, or none. Written in its `-- name:` header. */
export type Cardinality = 'one' | 'many' | 'exec';

/**
 * A named statement of `sql/queries/` with the shapes of its parameters and rows. A test prepares every
 * one of them against the migrated schema and holds names, cardinality and columns to what is said here.
 */
export type Query<C extends Cardinality, P extends Shape, R extends Shape> = {
  readonly name: string;
  readonly sql: string;
  readonly cardinality: C;
  readonly params: P;
  readonly row: R;
};

/** A query that gives a row or nothing. @param name `file/statement` */
export const one = <P extends Shape, R extends Shape>(
  name: string,
  params: P,
  row: R,
): Query<'one', P, R> => ({ name, sql: textOf(name), cardinality: 'one', params, row });

/** A query that gives any number of rows. @param name `file/statement` */
export const many = <P extends Shape, R extends Shape>(
  name: string,
  params: P,
  row: R,
): Query<'many', P, R> => ({ name, sql: textOf(name), cardinality: 'many', params, row });

/** A statement that gives no rows. @param name `file/statement` */
export const exec = <P extends Shape>(
  name: string,
  params: P,
): Query<'exec', P, Record<string, never>> => ({
  name,
  sql: textOf(name),
  cardinality: 'exec',
  params,
  row: {},
});

const HEADER = /^-- (?:name: (\w+) :(one|many|exec)|fragment: (\w+))$/;

/** One statement of a file. Fragments are not expanded yet. */
export type NamedStatement = { name: string; cardinality: Cardinality; sql: string };

/** What a query file holds. */
export type QueryFile = {
  statements: NamedStatement[];
  /** SQL that several statements share, by the name under which `{{name}}` stands for it in any file. */
  fragments: Map<string, string>;
};

/**
 * Splits the text of a query file at its headers, `-- name: x :one` and `-- fragment: x`. Statements are named
 * `file/x`, fragments `x`.
 */
export function parseQueryFile(file: { name: string; text: string }): QueryFile {
  const statements: NamedStatement[] = [];
  const fragments = new Map<string, string>();
  let append: ((line: string) => void) | undefined;
  for (const line of file.text.split('\n')) {
    const [header, name, cardinality, fragment] = HEADER.exec(line) ?? [];
    if (header === undefined) {
      append?.(`${line}\n`);
    } else if (fragment !== undefined) {
      fragments.set(fragment, '');
      append = (text) => fragments.set(fragment, fragments.get(fragment) + text);
    } else {
      const statement = {
        name: `${file.name}/${name}`,
        cardinality: cardinality as Cardinality,
        sql: '',
      };
      statements.push(statement);
      append = (text) => {
        statement.sql += text;
      };
    }
  }
  return { statements, fragments };
}

const parsed = queryFiles.map(parseQueryFile);
const fragments = new Map(parsed.flatMap((file) => [...file.fragments]));

/** Puts fragments in place of their names. @throws Error for a name that no file defines */
function expand(sql: string): string {
  return sql.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fragment = fragments.get(name);
    if (fragment === undefined) throw new Error(`no SQL fragment is named ${name}`);
    return expand(fragment.trim());
  });
}

/** Every statement of `sql/queries/` by name, complete. */
export const namedStatements: ReadonlyMap<string, NamedStatement> = new Map(
  parsed
    .flatMap(({ statements }) => statements)
    .map((statement) => [statement.name, { ...statement, sql: expand(statement.sql) }]),
);

function textOf(name: string): string {
  const statement = namedStatements.get(name);
  if (!statement) throw new Error(`no statement is named ${name}`);
  return statement.sql;
}
