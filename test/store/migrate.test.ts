import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { EngagedError } from '../../src/domain/errors.ts';
import { openDataFile } from '../../src/store/data-file.ts';
import { Database } from '../../src/store/database.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from '../../src/store/migrate.ts';
import { migrationFiles } from '../../src/store/sql-files.ts';
import { aDataFile, aFolder, anEmptyDatabase } from './a-data-file.ts';
import { dumpSchema } from './schema-dump.ts';

test('migrations are numbered without a gap, in the order in which they apply', () => {
  assert.deepEqual(
    migrationFiles.map((file) => file.name.slice(0, 5)),
    migrationFiles.map((_, index) => `${String(index + 1).padStart(4, '0')}_`),
  );
});

test('an empty file reaches the schema, and a second run changes nothing', (t) => {
  const file = join(aFolder(t), 'a.db');
  const db = anEmptyDatabase(file);
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
  test(`a run that stopped after migration ${done} is taken up from there`, (t) => {
    const folder = aFolder(t);
    const db = anEmptyDatabase(join(folder, 'a.db'));
    migrate(db, migrationFiles.slice(0, done));
    assert.equal(schemaVersion(db), done);
    migrate(db);
    assert.equal(schemaVersion(db), SCHEMA_VERSION);
    db.close();
    assert.equal(dumpSchema(join(folder, 'a.db')), dumpSchema(aDataFile(t)));
  });
}

test('a run that stopped inside a migration leaves the file before that migration', (t) => {
  const file = join(aFolder(t), 'a.db');
  const db = anEmptyDatabase(file);
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

test('two processes that open the same old file at once both end at the schema', (t) => {
  const file = join(aFolder(t), 'a.db');
  const one = anEmptyDatabase(file);
  const other = new Database(file, { write: true });
  migrate(one, migrationFiles.slice(0, 2));
  migrate(other, migrationFiles.slice(0, 3));
  migrate(one);
  migrate(other);
  assert.equal(schemaVersion(other), SCHEMA_VERSION);
  one.close();
  other.close();
});

test('a file with a newer schema is refused and left as it is', (t) => {
  const file = aDataFile(t);
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
