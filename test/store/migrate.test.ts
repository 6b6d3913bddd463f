import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { EngagedError } from '../../src/domain/errors.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import type { Shape } from '../../src/store/query.ts';
import { migrationFiles } from '../../src/store/sql-files.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from '../../src/store/sqlite/migrate.ts';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { dumpSchema } from './schema-dump.ts';
import { createEmptyDatabase, tempDataFile, tempFolder } from './temp-files.ts';

test('migrations are numbered without gaps, in the order in which they apply', () => {
  assert.deepEqual(
    migrationFiles.map((file) => file.name.slice(0, 5)),
    migrationFiles.map((_, index) => `${String(index + 1).padStart(4, '0')}_`),
  );
});

test('an empty file is migrated to the current schema, and a second run changes nothing', (t) => {
  const file = join(tempFolder(t), 'a.db');
  const db = createEmptyDatabase(file);
  migrate(db);
  assert.equal(schemaVersion(db), SCHEMA_VERSION);
  const schema = dumpSchema(file);
  const before = db.pragma('schema_version');
  migrate(db);
  assert.equal(db.pragma('schema_version'), before);
  assert.equal(dumpSchema(file), schema);
  db.close();
});

for (let done = 1; done < migrationFiles.length; done++) {
  test(`a migration run interrupted after migration ${done} continues from there`, (t) => {
    const folder = tempFolder(t);
    const db = createEmptyDatabase(join(folder, 'a.db'));
    migrate(db, migrationFiles.slice(0, done));
    assert.equal(schemaVersion(db), done);
    migrate(db);
    assert.equal(schemaVersion(db), SCHEMA_VERSION);
    db.close();
    assert.equal(dumpSchema(join(folder, 'a.db')), dumpSchema(tempDataFile(t)));
  });
}

test('a migration run interrupted within a migration leaves the file before that migration', (t) => {
  const file = join(tempFolder(t), 'a.db');
  const db = createEmptyDatabase(file);
  const [first, second, ...rest] = migrationFiles;
  assert.ok(first && second);
  migrate(db, [first]);
  const before = dumpSchema(file);
  const breaking = { ...second, text: `${second.text}\nthis breaks;` };
  assert.throws(() => migrate(db, [first, breaking, ...rest]));
  assert.equal(schemaVersion(db), 1);
  assert.equal(dumpSchema(file), before);
  migrate(db);
  assert.equal(schemaVersion(db), SCHEMA_VERSION);
  db.close();
});

test('two processes that open the same old file at once both end with the current schema', (t) => {
  const file = join(tempFolder(t), 'a.db');
  const first = createEmptyDatabase(file);
  const other = new SqliteDatabase(file, { write: true });
  migrate(first, migrationFiles.slice(0, 2));
  migrate(other, migrationFiles.slice(0, 3));
  migrate(first);
  migrate(other);
  assert.equal(schemaVersion(other), SCHEMA_VERSION);
  first.close();
  other.close();
});

/** Ids in order of time, which are inserted in another order. */
const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-00000000000${n}`;

/** A file with schema 5 and two companies that have runs and keys. */
function createFileWithSchema5(t: TestContext): SqliteDatabase {
  const db = createEmptyDatabase(join(tempFolder(t), 'a.db'));
  t.after(() => db.close());
  migrate(db, migrationFiles.slice(0, 5));
  const changes = `{"updated":[{"number":1,"departmentNumber":[1,2]}]}`;
  db.execute(`
    insert into companies (company_id, id, name, name_key, mode, next_entry, created_at)
    values (1, '${idOf(1)}', 'A', 'a', 'live', 40, 0), (2, '${idOf(2)}', 'B', 'b', 'live', 1, 0);
    insert into departments (company_id, number, id, name, name_key, archived_at, created_at)
    values (1, 1, '${idOf(1)}', 'Mill', 'mill', 5, 0), (1, 2, '${idOf(2)}', 'Forge', 'forge', 9, 0);
    insert into api_keys (company_id, id, hash, hint, name, scopes, requests_per_minute, created_at)
    values (1, '${idOf(4)}', zeroblob(32), 'h', 'newer', '[]', 60, 0),
      (1, '${idOf(3)}', randomblob(32), 'h', 'older', '[]', 60, 0);`);
  for (const [company, id, began, ended] of [
    [1, 7, 5, 4],
    [1, 6, 8, 9],
    [2, 5, 1, 2],
  ] as const) {
    db.execute(`
      insert into sync_runs (
        company_id, id, kind, source, actor, started_at, finished_at, outcome, result, changes)
      values (${company}, '${idOf(id)}', 'sync', 'http', 'k', ${began}, ${ended}, 'applied', '{}',
        ${company === 1 ? `'${changes}'` : 'null'})`);
  }
  return db;
}

test('runs and keys of an older file keep the order in which they were listed, and new ones follow', (t) => {
  const db = createFileWithSchema5(t);
  migrate(db);
  const rows = <R extends Shape>(sql: string, row: R) =>
    db.all({ name: `test/${sql}`, sql, cardinality: 'many', params: {}, row }, {});
  const place = { company: 'integer', entry: 'integer', id: 'text' } as const;
  assert.deepEqual(
    rows('select company_id as company, entry, id from api_keys order by 1, 2', place),
    [
      { company: 1, entry: 40, id: idOf(3) },
      { company: 1, entry: 41, id: idOf(4) },
    ],
  );
  assert.deepEqual(
    rows('select company_id as company, entry, id from sync_runs order by 1, 2', place),
    [
      { company: 1, entry: 42, id: idOf(6) },
      { company: 1, entry: 43, id: idOf(7) },
      { company: 2, entry: 1, id: idOf(5) },
    ],
  );
  assert.deepEqual(
    rows('select next_entry as next from companies order by company_id', { next: 'integer' }),
    [{ next: 44 }, { next: 2 }],
  );
  const times = { began: 'integer', ended: 'integer', archived: 'text?' } as const;
  assert.deepEqual(
    rows(
      `select started_at as began, finished_at as ended, changes ->> '$.archivedBefore' as archived
       from sync_runs order by company_id, entry`,
      times,
    ),
    [
      { began: 8, ended: 9, archived: '[[1,1]]' },
      { began: 5, ended: 5, archived: '[]' },
      { began: 1, ended: 2, archived: null },
    ],
  );
});

test('a file with a newer schema is rejected and left unchanged', (t) => {
  const file = tempDataFile(t);
  const sqlite = new Sqlite(file);
  sqlite.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
  sqlite.close();
  const before = readFileSync(file);
  for (const write of [true, false]) {
    assert.throws(
      () => openDataFile(file, { write }),
      (error) => error instanceof EngagedError && /newer version/.test(error.message),
    );
  }
  assert.deepEqual(readFileSync(file), before);
});
