import Sqlite from 'better-sqlite3';
import { isPostgresAddress } from '../../src/store/postgres/address.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';

/** Every row of every table, each value as a text; tables and rows are sorted. */
export type Dump = Record<string, string[]>;

/** Everything in a data file or a PostgreSQL database, read from its own catalogue. */
export const dumpOf = (data: string): Dump =>
  isPostgresAddress(data) ? dumpOfPostgres(data) : dumpOfFile(data);

/** A row as JSON, its columns sorted. */
const rowText = (row: object, toText: (value: unknown) => unknown): string =>
  JSON.stringify(
    Object.entries(row)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, value === null ? null : toText(value)]),
  );

function dumpOfFile(file: string): Dump {
  const sqlite = new Sqlite(file, { readonly: true });
  sqlite.defaultSafeIntegers();
  const tables = sqlite
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .pluck()
    .all();
  const toText = (value: unknown) =>
    value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value);
  const dump = tables.map((table) => {
    const rows = sqlite.prepare<[], object>(`select * from "${table}"`).all();
    return [table, rows.map((row) => rowText(row, toText)).sort()] as const;
  });
  sqlite.close();
  return Object.fromEntries(dump);
}

function dumpOfPostgres(address: string): Dump {
  const db = new PostgresDatabase(address, { write: false });
  const list = (sql: string) =>
    db.all({ name: sql, sql, cardinality: 'many', params: {}, row: {} }, {});
  const tables = list(
    `select table_name as name from information_schema.tables
     where table_schema = 'engaged' and table_name <> 'changes' order by table_name collate "C"`,
  ) as { name: string }[];
  const dump = tables.map(({ name }) => {
    const rows = list(`select * from engaged."${name}"`);
    return [name, rows.map((row) => rowText(row, String)).sort()] as const;
  });
  db.close();
  return Object.fromEntries(dump);
}
