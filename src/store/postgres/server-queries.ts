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

/** Every table that lacks it gets the trigger by which other connections notice commits. */
export const COUNT_CHANGES = `do $$
declare
  name text;
begin
  for name in
    select c.relname from pg_class c
    where c.relnamespace = 'engaged'::regnamespace and c.relkind = 'r' and c.relname <> 'changes'
      and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'counts_changes')
  loop
    execute format(
      'create trigger counts_changes after insert or update or delete or truncate on engaged.%I execute function engaged.count_change()',
      name
    );
  end loop;
end
$$`;
