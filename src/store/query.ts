import { DETAIL_FIELDS, DETAIL_NAMES } from '../domain/roster/fields.ts';
import { queryFiles } from './sql-files.ts';

/** What a column or parameter holds. A trailing `?` allows null; a `flag` is SQLite's boolean, 0 or 1. */
type ColumnType = 'text' | 'text?' | 'integer' | 'integer?' | 'flag' | 'flag?' | 'blob' | 'blob?';

type ValueOf<K extends ColumnType> = K extends 'text'
  ? string
  : K extends 'text?'
    ? string | null
    : K extends 'integer'
      ? number
      : K extends 'integer?'
        ? number | null
        : K extends 'flag'
          ? 0 | 1
          : K extends 'flag?'
            ? 0 | 1 | null
            : K extends 'blob?'
              ? Uint8Array | null
              : Uint8Array;

export type Shape = Readonly<Record<string, ColumnType>>;

/** The TypeScript type of a row that has a shape. */
export type Of<S extends Shape> = { [Name in keyof S]: ValueOf<S[Name]> };

/** A parameter that is an array: of rows, which SQL reads as `rows(:name)`, or of values, as `json_each(:name)`. */
type ListKind = { readonly rowsOf: Shape } | { readonly listOf: ColumnType };

/** A parameter of rows. */
export const rowsOf = <const S extends Shape>(shape: S) => ({ rowsOf: shape });

/** A parameter of values. */
export const listOf = <const K extends ColumnType>(kind: K) => ({ listOf: kind });

export type ParamShape = Readonly<Record<string, ColumnType | ListKind>>;

/** The TypeScript type of parameters that have a shape. */
export type Params<S extends ParamShape> = {
  [Name in keyof S]: S[Name] extends { readonly rowsOf: infer R extends Shape }
    ? readonly Of<R>[]
    : S[Name] extends { readonly listOf: infer K extends ColumnType }
      ? readonly ValueOf<K>[]
      : S[Name] extends ColumnType
        ? ValueOf<S[Name]>
        : never;
};

/** How many rows a statement gives: at most one, any number, or none. Written in its `-- name:` header. */
export type Cardinality = 'one' | 'many' | 'exec';

/**
 * A named statement of `sql/queries/` with the shapes of its parameters and rows. A test prepares every
 * statement against the migrated schema and compares its name, cardinality and columns with this declaration.
 */
export type Query<C extends Cardinality, P extends ParamShape, R extends Shape> = {
  readonly name: string;
  readonly sql: string;
  readonly cardinality: C;
  readonly params: P;
  readonly row: R;
};

/** A query that gives a row or nothing. @param name `file/statement` */
export const one = <P extends ParamShape, R extends Shape>(
  name: string,
  params: P,
  row: R,
): Query<'one', P, R> => query(name, 'one', params, row);

/** A query that gives any number of rows. @param name `file/statement` */
export const many = <P extends ParamShape, R extends Shape>(
  name: string,
  params: P,
  row: R,
): Query<'many', P, R> => query(name, 'many', params, row);

/** A statement that gives no rows. @param name `file/statement` */
export const exec = <P extends ParamShape>(
  name: string,
  params: P,
): Query<'exec', P, Record<string, never>> => query(name, 'exec', params, {});

const query = <C extends Cardinality, P extends ParamShape, R extends Shape>(
  name: string,
  cardinality: C,
  params: P,
  row: R,
): Query<C, P, R> => ({
  name,
  sql: textOf(name),
  cardinality,
  params,
  row,
});

/**
 * Replaces each `rows(:name)` in a statement. The rows are passed as a JSON array of arrays in the order of their shape,
 * which databases read faster than objects.
 *
 * @param toTable gives the table of a parameter, with the columns of its shape and `position`, the index of the row
 */
export const replaceRows = (
  sql: string,
  params: ParamShape,
  toTable: (name: string, shape: Shape) => string,
): string =>
  sql.replace(/\brows\(:(\w+)\)/g, (_, name: string) => {
    const kind = params[name];
    if (typeof kind !== 'object' || !('rowsOf' in kind)) throw new Error(`${name} is no rows`);
    return toTable(name, kind.rowsOf);
  });

/** Turns the parameters of a statement into what a database can bind. A list may be JSON already. */
export type Encode = (params: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Undefined for parameters that can be bound as they are. */
export function encoderOf(shape: ParamShape): Encode | undefined {
  const lists = Object.entries(shape).flatMap(([name, kind]) =>
    typeof kind === 'object' ? [{ name, toJson: toJsonOf(kind) }] : [],
  );
  if (lists.length === 0) return undefined;
  return (params) => {
    const encoded = { ...params };
    for (const { name, toJson } of lists) {
      const list = encoded[name];
      if (typeof list !== 'string') encoded[name] = toJson(list as readonly object[]);
    }
    return encoded;
  };
}

function toJsonOf(kind: ListKind): (items: readonly object[]) => string {
  if ('listOf' in kind) return JSON.stringify;
  const columns = Object.keys(kind.rowsOf);
  const toValues = (row: object) =>
    columns.map((column) => (row as Record<string, unknown>)[column]);
  const hasBlobs = Object.values(kind.rowsOf).includes('blob');
  return (rows) =>
    JSON.stringify(rows.map(hasBlobs ? (row) => toValues(row).map(blobToHex) : toValues));
}

/** JSON has no bytes: they are written as PostgreSQL writes them. Any other value stays. */
const blobToHex = (value: unknown): unknown =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;

const HEADER = /^-- (?:name: (\w+) :(one|many|exec)|fragment: (\w+))$/;

/** One statement of a file. Fragments are not expanded yet. */
type NamedStatement = { name: string; cardinality: Cardinality; sql: string };

/** What a query file holds. */
type QueryFile = {
  statements: NamedStatement[];
  /** SQL that several statements share, by name. `{{name}}` inserts it, in any file. */
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

/** A fragment, with the fragments in it expanded. @throws Error for a name that no file defines */
export function fragmentOf(name: string): string {
  const fragment = fragments.get(name);
  if (fragment === undefined) throw new Error(`no SQL fragment is named ${name}`);
  return expand(fragment.trim());
}

/** Replaces fragment references by their SQL, and `{{details: …}}` by a list. */
const expand = (sql: string): string =>
  sql.replace(/\{\{(?:(\w+)|details: ([^{}]+))\}\}/g, (_, name: string, item: string) =>
    item === undefined ? fragmentOf(name) : listDetails(item),
  );

/** The text for each field of a person's details, with its column for COLUMN and its name in code for FIELD. */
const listDetails = (item: string): string =>
  DETAIL_FIELDS.map((field) =>
    item.replaceAll('COLUMN', DETAIL_NAMES[field]).replaceAll('FIELD', field),
  ).join(', ');

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
