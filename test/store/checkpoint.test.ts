import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';

import { createEmptyDatabase, tempFolder } from './temp-files.ts';

/** A data file that only this test checkpoints, and the number of pages in its log as another connection sees it. */
function createFile(t: TestContext) {
  const file = join(tempFolder(t), 'log.db');
  const db = createEmptyDatabase(file, { write: true, manualCheckpoints: true });
  db.execute('create table pages (text text)');
  const other = new Sqlite(file);
  t.after(() => {
    other.close();
    db.close();
  });
  const fill = (pages: number) => {
    const each = `json_each('[${Array(pages).fill(0).join()}]')`;
    db.write(() => db.execute(`insert into pages select hex(zeroblob(1900)) from ${each}`));
  };
  const pendingPages = () => {
    const [{ log, checkpointed }] = other.pragma('wal_checkpoint(noop)') as [
      { log: number; checkpointed: number },
    ];
    return log - checkpointed;
  };
  const logSize = () => statSync(`${file}-wal`).size;
  return { db, other, fill, waiting: pendingPages, logSize };
}

test('a short log is not checkpointed, and a long one is', (t) => {
  const { db, fill, waiting } = createFile(t);
  fill(18_000);
  db.checkpoint();
  assert.ok(waiting() >= 18_000);
  fill(18_000);
  const before = waiting();
  assert.ok(before >= 36_000);
  db.checkpoint();
  assert.equal(waiting(), 0);
});

test('a checkpoint does not wait for readers: pages they need stay in the log until the next checkpoint', (t) => {
  const { db, other, fill, waiting } = createFile(t);
  other.exec('begin');
  other.prepare('select count(*) from pages').get();
  fill(25_000);
  db.checkpoint();
  other.exec('commit');
  assert.ok(waiting() >= 25_000);
  db.checkpoint();
  assert.equal(waiting(), 0);
});

test('the log is emptied once little was written for a while, and every row is there', (t) => {
  const { db, other, fill, logSize } = createFile(t);
  fill(26_000);
  db.checkpoint();
  assert.ok(logSize() > 90_000_000);
  assert.equal(db.shrinkLog(), false);
  fill(2_000);
  assert.equal(db.shrinkLog(), false);
  fill(100);
  assert.equal(db.shrinkLog(), true);
  assert.equal(logSize(), 0);
  assert.deepEqual(other.prepare('select count(*) as rows from pages').get(), { rows: 28_100 });
  fill(1);
  assert.deepEqual(other.prepare('select count(*) as rows from pages').get(), { rows: 28_101 });
});

test('a log that somebody reads or writes is left as it is, and nobody waits', (t) => {
  const { db, other, fill, logSize } = createFile(t);
  fill(10);
  db.shrinkLog();
  const [size, timeout] = [logSize(), db.pragma('busy_timeout')];
  other.exec('begin');
  other.prepare('select count(*) from pages').get();
  assert.equal(db.shrinkLog(), false);
  fill(10);
  assert.equal(db.shrinkLog(), false);
  other.exec('commit; begin immediate');
  assert.equal(db.shrinkLog(), false);
  assert.ok(logSize() >= size);
  other.exec('commit');
  assert.equal(db.shrinkLog(), true);
  assert.deepEqual([logSize(), db.pragma('busy_timeout')], [0, timeout]);
});
