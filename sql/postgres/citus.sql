-- Distributes a database by company over the nodes of Citus, printed by engaged {{version}}
--
-- NOT FOR A SERVICE YET. Tried with Citus 13.2.2 on PostgreSQL 15, with a coordinator and a worker: these statements, and then
-- company create, import, xp award, coins grant and leaderboard on the command line. Not tried: two coordinators, moving
-- shards, any load. What keeps a service from it:
--
-- - Services notice commits by counting them in the table "changes". Its triggers cannot be on distributed tables: a service
--   that was tried went on showing what was before an award of the command line.
-- - Five statements are refused: those of doctor that reads the latest time, of the last jobs in the metrics, of old events,
--   and of the webhooks that have work.
-- - Every write takes one advisory lock at the coordinator, and the row of its company, of which every node has a copy: writes of
--   all companies follow one another, as on one PostgreSQL. What is spread is the space and the reads.
-- - Who signs in or calls with a key is found on all nodes, because the secret alone says nothing about the company.
--
-- ON EVERY NODE, with shared_preload_libraries = 'citus' and max_prepared_transactions of some dozens:
--
--     create database engaged encoding 'UTF8' template template0;
--     \connect engaged
--     create extension citus;
--     set citus.enable_ddl_propagation = off;
--     alter database engaged set search_path = engaged, public;
--     alter database engaged set citus.enable_unsafe_triggers = on;
--     alter database engaged set citus.multi_shard_modify_mode = 'sequential';
--
-- ON THE COORDINATOR, with the addresses of the nodes:
--
--     select citus_set_coordinator_host('10.0.0.21', 5432);
--     select citus_add_node('10.0.0.22', 5432);
--
-- THE SCHEMA is made by any command that creates data, and these statements run before there is more than that:
--
--     {{program}} company create --name Acme --data postgres://engaged@10.0.0.21/engaged
--     psql --set ON_ERROR_STOP=1 --file citus.sql engaged
--
-- An upgrade to another schema has to be done by hand.

begin;
set local search_path = engaged, public;
set local client_min_messages = warning;
-- References lead to tables of which every node has a copy: all connections take turns.
set local citus.multi_shard_modify_mode = 'sequential';

-- A table is distributed without references and triggers. They come back below.
create temporary table given_references on commit drop as
  select conrelid::regclass as of, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace = 'engaged'::regnamespace and contype = 'f';
create temporary table given_triggers on commit drop as
  select tgrelid::regclass as of, tgname as name, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'engaged'::regnamespace and not tgisinternal;
do $$
declare
  one record;
begin
  for one in select * from given_references loop
    execute format('alter table %s drop constraint %I', one.of, one.name);
  end loop;
  for one in select * from given_triggers loop
    execute format('drop trigger %I on %s', one.name, one.of);
  end loop;
end $$;

-- What is looked up before the company is known is unique in a company. Secrets have 256 random bits.
alter table api_keys drop constraint api_keys_hash_key, add constraint api_keys_hash_key unique (hash, company_id);
alter table portal_accounts drop constraint portal_accounts_link_hash_key,
  add constraint portal_accounts_link_hash_key unique (link_hash, company_id);
alter table portal_sessions drop constraint portal_sessions_hash_key,
  add constraint portal_sessions_hash_key unique (hash, company_id);
alter table walls drop constraint walls_token_hash_key, add constraint walls_token_hash_key unique (token_hash, company_id);
drop index portal_accounts_by_identity;
create unique index portal_accounts_by_identity on portal_accounts (subject, issuer, company_id) where subject is not null;

-- What companies share is small.
select create_reference_table('companies');
select create_reference_table('deleted_companies');
select create_reference_table('deployment');

-- Everything else is of a company: its rows are on one node, whatever the table.
do $$
declare
  name text;
  first text := 'none';
begin
  for name in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'engaged'::regnamespace and c.relkind = 'r'
      and c.relname not in ('companies', 'deleted_companies', 'deployment')
    order by c.relname
  loop
    perform create_distributed_table(name, 'company_id', colocate_with => first);
    if first = 'none' then first := name; end if;
  end loop;
end $$;

do $$
declare
  one record;
begin
  for one in select * from given_references loop
    execute format('alter table %s add constraint %I %s', one.of, one.name, one.definition);
  end loop;
end $$;

-- Statements use these on the nodes. Citus passes on functions and aggregates, but no operator.
select create_distributed_function(oid::regprocedure)
from pg_proc where pronamespace = 'engaged'::regnamespace and prokind = 'f';
select run_command_on_workers(
  'create operator engaged.->> (leftarg = text, rightarg = text, function = engaged.member_of)'
);

-- Triggers run where the row is, and change rows of the same company. Those that count commits stay away.
set local citus.enable_unsafe_triggers = on;
do $$
declare
  one record;
begin
  for one in select * from given_triggers where name <> 'counts_changes' loop
    execute one.definition;
  end loop;
end $$;

commit;
