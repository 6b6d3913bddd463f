import type { Shape } from '../query.ts';
import { migrate } from '../sqlite/migrate.ts';
import { SqliteDatabase } from '../sqlite/sqlite-database.ts';

type Column = { name: string; kind: 'integer' | 'text' | 'blob' };

/** A table of the schema. */
export type Table = {
  name: string;
  columns: readonly Column[];
  /** The columns of its primary key. */
  key: readonly string[];
  /** Whether its rows refer to rows of its own. */
  refersToItself: boolean;
  triggers: readonly Trigger[];
};

/** `sql` creates it in SQLite. */
type Trigger = { name: string; sql: string };

/**
 * All tables, as the migrations of SQLite make them; a table comes after those that it refers to. PostgreSQL has the
 * same: a test compares both schemas.
 */
export function tablesOfSchema(): Table[] {
  const db = new SqliteDatabase(':memory:', { write: true });
  migrate(db);
  const tables = tablesOf(db);
  db.close();
  return tables;
}

/** The tables of a migrated database; a table comes after those that it refers to. */
export function tablesOf(db: SqliteDatabase): Table[] {
  const list = <R extends Shape>(sql: string, row: R) =>
    db.all({ name: sql, sql, cardinality: 'many', params: {}, row }, {});
  const triggers = list(
    "select name, tbl_name as tableName, sql from sqlite_schema where type = 'trigger'",
    { name: 'text', tableName: 'text', sql: 'text' },
  );
  const tables = list('pragma table_list', { schema: 'text', name: 'text', type: 'text' })
    .filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'))
    .map(({ name }) => {
      const columns = list(`pragma table_info(${name})`, {
        ...{ name: 'text', type: 'text', pk: 'integer' },
      });
      const refersTo = list(`pragma foreign_key_list(${name})`, { table: 'text' }).map(
        ({ table }) => table,
      );
      return {
        name,
        columns: columns.map((column) => ({
          name: column.name,
          kind: column.type.toLowerCase() as Column['kind'],
        })),
        key: columns
          .filter(({ pk }) => pk > 0)
          .sort((one, other) => one.pk - other.pk)
          .map((column) => column.name),
        refersTo: refersTo.filter((table) => table !== name),
        refersToItself: refersTo.includes(name),
        triggers: triggers.filter(({ tableName }) => tableName === name),
      };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return inOrderOfReferences(tables);
}

function inOrderOfReferences<T extends { name: string; refersTo: string[] }>(tables: T[]): T[] {
  const ordered = new Map<string, T>();
  const add = (table: T) => {
    for (const name of table.refersTo) {
      const other = tables.find((one) => one.name === name);
      if (other && !ordered.has(name)) add(other);
    }
    ordered.set(table.name, table);
  };
  for (const table of tables) if (!ordered.has(table.name)) add(table);
  return [...ordered.values()];
}
