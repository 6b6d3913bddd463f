import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordBackup } from '../../../src/service/operations/last-jobs.ts';
import { openData } from '../../../src/store/data.ts';
import { findBackup } from '../../../src/store/operations/last-jobs.ts';
import { createTestCompany, NOW } from '../test-company.ts';

test('a backup that a busy data file cannot record is no failure, and keeps the one before', (t) => {
  const { db, file } = createTestCompany(t);
  const hasty = openData(file, { write: true, busyTimeout: 1 });
  t.after(() => hasty.close());
  const last = () => hasty.one(findBackup, {});
  assert.equal(recordBackup(hasty, { at: NOW + 1, bytes: 10 }), true);
  db.write(() => assert.equal(recordBackup(hasty, { at: NOW + 2, bytes: 20 }), false));
  assert.deepEqual(last(), { lastBackupAt: NOW + 1, lastBackupBytes: 10, createdAt: NOW });
  assert.equal(recordBackup(hasty, { at: NOW + 3, bytes: 30 }), true);
  assert.deepEqual(last(), { lastBackupAt: NOW + 3, lastBackupBytes: 30, createdAt: NOW });
});
