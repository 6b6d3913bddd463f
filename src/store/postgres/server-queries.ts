// What only PostgreSQL is asked.

/** Increases with every commit that changes anything. A function in its place would be planned again each time. */
export const CHANGE_NUMBER = {
  name: 'postgres/change_number',
  sql: 'select n as number from changes',
  cardinality: 'one',
  params: {},
  row: { number: 'integer' },
} as const;

export const SERVER_VERSION = {
  name: 'postgres/server_version',
  sql: "select split_part(current_setting('server_version'), ' ', 1) as version",
  cardinality: 'one',
  params: {},
  row: { version: 'text' },
} as const;

export const SIZE = {
  name: 'postgres/size',
  sql: 'select pg_database_size(current_database()) as bytes',
  cardinality: 'one',
  params: {},
  row: { bytes: 'integer' },
} as const;

export const TABLES = {
  name: 'postgres/tables',
  sql: "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'engaged'",
  cardinality: 'many',
  params: {},
  row: { name: 'text' },
} as const;

export const DELETED_SIZE = {
  name: 'postgres/deleted_size',
  sql: "select pg_relation_size('engaged.deleted') as bytes",
  cardinality: 'one',
  params: {},
  row: { bytes: 'integer' },
} as const;

/** The rows of the largest table, by the last statistics. */
export const LARGEST_TABLE = {
  name: 'postgres/largest_table',
  sql: "select max(reltuples)::bigint as rows from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace",
  cardinality: 'one',
  params: {},
  row: { rows: 'integer' },
} as const;
