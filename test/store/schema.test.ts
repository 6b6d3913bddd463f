import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createBySteps, dumpSchema, SCHEMA_FILE } from './schema-dump.ts';
import { tempDataFile, tempFolder } from './temp-files.ts';

type Index = { table: string; name: string; first: string };

/** Keys that do not begin with the company, each with the reason. */
const LEADING_OTHERWISE = new Map([
  ['portal_accounts.link_hash', 'whoever opens a link has not said yet for which company'],
  ['portal_accounts.subject', 'a provider does not say to which company a person belongs'],
  ['portal_sessions.hash', 'a cookie does not say for which company it is'],
  ['walls.token_hash', 'the link of a wall does not say of which company it is'],
  ['companies.id', 'a company is found by its public id'],
  ['companies.live_company_id', 'a live company has one sandbox'],
  ['companies.name_key', 'names of live companies are unique in the file'],
  ['api_keys.hash', 'a key says which company it belongs to'],
  ['pictures.hash', 'so does the address of a picture'],
]);

function open(t: TestContext): Sqlite.Database {
  const sqlite = new Sqlite(tempDataFile(t), { readonly: true });
  t.after(() => sqlite.close());
  return sqlite;
}

const indexesOf = (sqlite: Sqlite.Database): Index[] =>
  sqlite
    .prepare<[], Index>(
      `select t.name as "table", i.name, c.name as first
       from pragma_table_list t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
       where t.schema = 'main' and c.seqno = 0`,
    )
    .all();

test('schema.sql equals what the migrations create (npm run schema rewrites it)', (t) => {
  const file = join(tempFolder(t), 'engaged.db');
  createBySteps(file);
  assert.equal(readFileSync(SCHEMA_FILE, 'utf8'), dumpSchema(file));
});

test('a new data file is what the migrations of an empty one lead to, which add no rows', (t) => {
  const file = join(tempFolder(t), 'engaged.db');
  createBySteps(file);
  assert.equal(dumpSchema(tempDataFile(t)), dumpSchema(file));
  const [bySteps, made] = [new Sqlite(file), open(t)];
  t.after(() => bySteps.close());
  assert.equal(
    made.pragma('user_version', { simple: true }),
    bySteps.pragma('user_version', { simple: true }),
  );
  const tables = bySteps
    .prepare<[], string>("select name from sqlite_schema where type = 'table'")
    .pluck()
    .all();
  assert.deepEqual(
    tables.filter((name) => bySteps.prepare(`select 1 from "${name}"`).get() !== undefined),
    [],
  );
});

test('every table is strict', (t) => {
  const tables = open(t)
    .prepare<[], { name: string; strict: number }>(
      `select name, strict from pragma_table_list
       where schema = 'main' and type = 'table' and name not like 'sqlite~_%' escape '~'`,
    )
    .all();
  assert.ok(tables.length > 10);
  assert.deepEqual(
    tables.filter((table) => table.strict !== 1),
    [],
  );
});

test('every key and index begins with the company, except for a few with a reason', (t) => {
  const otherwise = indexesOf(open(t)).filter((index) => index.first !== 'company_id');
  assert.deepEqual(
    otherwise.map((index) => `${index.table}.${index.first}`).sort(),
    [...LEADING_OTHERWISE.keys()].sort(),
  );
});
