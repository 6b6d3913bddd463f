import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordBackup } from '../../src/service/last-jobs.ts';
import { findBackup } from '../../src/store/last-jobs.ts';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createTestCompany, NOW } from './test-company.ts';

test('a backup that a busy data file cannot record is no failure, and keeps the one before', (t) => {
  const { db, file } = createTestCompany(t);
  const hasty = new SqliteDatabase(file, { write: true, busyTimeout: 1 });
  t.after(() => hasty.close());
  const last = () => hasty.one(findBackup, {});
  assert.equal(recordBackup(hasty, { at: NOW + 1, bytes: 10 }), true);
  db.execute('begin immediate');
  assert.equal(recordBackup(hasty, { at: NOW + 2, bytes: 20 }), false);
  db.execute('rollback');
  assert.deepEqual(last(), { lastBackupAt: NOW + 1, lastBackupBytes: 10, createdAt: NOW });
  assert.equal(recordBackup(hasty, { at: NOW + 3, bytes: 30 }), true);
  assert.deepEqual(last(), { lastBackupAt: NOW + 3, lastBackupBytes: 30, createdAt: NOW });
});
