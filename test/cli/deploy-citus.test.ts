import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import type { Of, Shape } from '../../src/store/query.ts';
import { createTestDatabase, usePostgres } from '../store/postgres-server.ts';
import { createCommandLine } from './command-line.ts';

/** The functions of Citus that the statements call, which refuse what Citus refuses. */
const STAND_IN = `
set search_path = engaged, public;
create table public.placed (name text, how text);
create function public.place(name text, how text) returns void language plpgsql as $$ begin
  if exists (select 1 from pg_constraint where conrelid = name::regclass and contype = 'f') then
    raise exception '% has references', name;
  end if;
  if exists (select 1 from pg_trigger where tgrelid = name::regclass and not tgisinternal) then
    raise exception '% has triggers', name;
  end if;
  insert into public.placed values (name, how);
end $$;
create function public.create_reference_table(name text) returns void language sql as
$$ select public.place(name, 'everywhere') $$;
create function public.create_distributed_table(name text, by text, colocate_with text) returns void
language plpgsql as $$ begin
  if exists (
    select 1 from pg_index where indrelid = name::regclass and indisunique
      and (select attnum from pg_attribute where attrelid = name::regclass and attname = by) <> all (indkey)
  ) then
    raise exception '% has a unique index without %', name, by;
  end if;
  if colocate_with <> 'none' and not exists (select 1 from public.placed p where p.name = colocate_with) then
    raise exception '% is with a table that is not distributed', name;
  end if;
  perform public.place(name, 'by ' || by);
end $$;
create function public.create_distributed_function(name regprocedure) returns void language sql as
$$ insert into public.placed values (name::text, 'function') $$;
create function public.run_command_on_workers(command text) returns void language sql as
$$ insert into public.placed values (command, 'command') $$`;

test('what engaged deploy citus prints places every table and function, and gives back references and triggers', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { run } = createCommandLine(t);
  const { code, stdout, stderr } = await run(['deploy', 'citus']);
  assert.deepEqual([code, stderr], [0, '']);
  const db = new PostgresDatabase(createTestDatabase(t, server), { write: true });
  t.after(() => db.close());
  const list = <R extends Shape>(sql: string, row: R): Of<R>[] =>
    db.all({ name: sql, sql, cardinality: 'many', params: {}, row }, {});
  const names = (sql: string) => list(sql, { name: 'text' }).map(({ name }) => name);
  const references = `select concat(conrelid::regclass, ' ', conname, ' ', pg_get_constraintdef(oid)) as name
    from pg_constraint where connamespace = 'engaged'::regnamespace and contype = 'f' order by 1`;
  const triggers = `select pg_get_triggerdef(t.oid) as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'engaged'::regnamespace and not tgisinternal and tgname <> 'counts_changes' order by 1`;
  // PostgreSQL leaves out some of the parentheses that it has written itself.
  const inWords = (sql: string) => names(sql).map((text) => text.replace(/[()]/g, ''));
  const before = { references: inWords(references), triggers: inWords(triggers) };
  db.execute(STAND_IN);
  db.execute(stdout);
  assert.deepEqual({ references: inWords(references), triggers: inWords(triggers) }, before);
  assert.ok(before.references.length > 30 && before.triggers.length > 10);
  const placed = (how: string) => names(`select name from placed where how = '${how}' order by 1`);
  const shared = ['companies', 'deleted_companies', 'deployment'];
  assert.deepEqual(placed('everywhere'), shared);
  // The table that counts commits is of one server.
  assert.deepEqual(
    [...placed('by company_id'), ...shared, 'changes'].sort(),
    names(`select relname::text collate "C" as name from pg_class
      where relnamespace = 'engaged'::regnamespace and relkind = 'r' order by 1`),
  );
  assert.deepEqual(
    placed('function'),
    names(`select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'engaged'::regnamespace and prokind = 'f' order by 1`),
  );
  const operators = names(`select oprname::text as name from pg_operator
    where oprnamespace = 'engaged'::regnamespace`);
  assert.deepEqual(
    placed('command').map((command) => command.split(' ')[2]),
    operators.map((name) => `engaged.${name}`),
  );
});
