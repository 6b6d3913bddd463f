// What only PostgreSQL is asked.

import { LOCKS } from './locks.ts';

/** Increases with every commit that changes anything. A function in its place would be planned again each time. */
export const CHANGE_NUMBER = {
  name: 'postgres/change_number',
  sql: 'select n as number from changes',
  cardinality: 'one',
  params: {},
  row: { number: 'integer' },
} as const;

/**
 * The schema of a database that has one. The table makes the session hear of changes that were committed while it waited for
 * a lock; the function alone would be what it was.
 */
export const VERSION = {
  name: 'postgres/version',
  sql: 'select engaged.schema_version() as version from engaged.changes',
  cardinality: 'one',
  params: {},
  row: { version: 'integer' },
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

/** Keeps services out until the end of the transaction, if there is none. */
export const LOCK_SERVICES_OUT = {
  name: 'postgres/lock_services_out',
  sql: `select pg_try_advisory_xact_lock(${LOCKS.serving}) as isLocked`,
  cardinality: 'one',
  params: {},
  row: { isLocked: 'flag' },
} as const;

/** Where a session comes from, and the number by which `pg_terminate_backend` ends it. */
const PLACE = `concat('session ', pid, ' from ' || host(client_addr))`;

/** The sessions of services. */
export const SERVICES = {
  name: 'postgres/services',
  sql: `select application_name as name, ${PLACE} as place
    from pg_stat_activity join pg_locks using (pid)
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = 0 and objid = ${LOCKS.serving} and objsubid = 1 and mode = 'ShareLock' and granted
    order by backend_start`,
  cardinality: 'many',
  params: {},
  row: { name: 'text', place: 'text' },
} as const;

/** Sessions that say no name, as those of older programs. */
export const NAMELESS_SESSIONS = {
  name: 'postgres/nameless_sessions',
  sql: `select ${PLACE} as place from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_type = 'client backend'
      and application_name = '' and pid <> pg_backend_pid()
    order by backend_start`,
  cardinality: 'many',
  params: {},
  row: { place: 'text' },
} as const;

/** Why nothing can be written. What a connection that only reads has set for itself counts for nothing. */
export const REFUSAL = {
  name: 'postgres/refusal',
  sql: `select
    (select reset_val = 'on' from pg_settings where name = 'default_transaction_read_only') as isReadOnly,
    (select count(*) from pg_class c
      where c.relnamespace = 'engaged'::regnamespace and c.relkind = 'r'
        and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
          and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))) as tables`,
  cardinality: 'one',
  params: {},
  row: { isReadOnly: 'flag', tables: 'integer' },
} as const;
