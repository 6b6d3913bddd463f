import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { SqliteDatabase, WAL_SIZE_LIMIT } from '../../src/store/sqlite/sqlite-database.ts';
import { tempDataFile } from '../store/temp-files.ts';

test('after a very large write the log is truncated while the service continues', (t) => {
  const file = tempDataFile(t);
  const serving = openDataFile(file, { write: false });
  t.after(() => serving.close());
  const writer = new SqliteDatabase(file, { write: true });
  t.after(() => writer.close());
  // An import of a million rows is one transaction, like this one.
  writer.execute('create table large (content)');
  writer.write(() => {
    for (let written = 0; written < WAL_SIZE_LIMIT; written += 1_000_000) {
      writer.execute('insert into large values (zeroblob(1000000))');
    }
  });
  const size = () => statSync(`${file}-wal`).size;
  assert.ok(size() > WAL_SIZE_LIMIT, `${size()}`);
  for (let i = 0; i < 3; i++) writer.execute('insert into large values (1)');
  assert.ok(size() <= WAL_SIZE_LIMIT, `${size()}`);
});
