import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as companies from '../../src/store/companies.ts';
import type { Database } from '../../src/store/database.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { createTestCompany } from '../service/test-company.ts';

/** A reading connection, and a way to commit something beside it. */
function createReader(t: TestContext, snapshotPerTurn: boolean) {
  const { file, companyId, write } = createTestCompany(t);
  const db = openDataFile(file, { write: false, snapshotPerTurn });
  t.after(() => db.close());
  return {
    db,
    commit: () => write(() => {}),
    revision: () => db.one(companies.find, { companyId })?.revision ?? Number.NaN,
  };
}

const state = ({ db, revision }: { db: Database; revision: () => number }) => ({
  dataVersion: db.dataVersion(),
  revision: revision(),
});

test('what one turn reads is of one state, and the next turn sees what was committed', async (t) => {
  const reader = createReader(t, true);
  const before = state(reader);
  reader.commit();
  assert.deepEqual(state(reader), before);
  assert.equal(reader.db.read(reader.revision), before.revision);
  await setImmediate();
  const after = state(reader);
  assert.notEqual(after.dataVersion, before.dataVersion);
  assert.equal(after.revision, before.revision + 1);
});

test('who knows of a commit sees it in the same turn', async (t) => {
  const reader = createReader(t, true);
  const before = state(reader);
  reader.commit();
  reader.db.endSnapshot();
  assert.equal(reader.revision(), before.revision + 1);
  await setImmediate();
  reader.commit();
  assert.equal(reader.revision(), before.revision + 2);
});

test('a turn that began with a read of several statements holds its state like any other', async (t) => {
  const reader = createReader(t, true);
  const before = reader.db.read(reader.revision);
  reader.commit();
  assert.equal(reader.revision(), before);
});

test('a connection may be closed while it holds a state', async (t) => {
  const { file } = createTestCompany(t);
  const db = openDataFile(file, { write: false, snapshotPerTurn: true });
  db.dataVersion();
  db.close();
  await setImmediate();
});

test('other connections see every commit at once', (t) => {
  const reader = createReader(t, false);
  const before = reader.revision();
  reader.commit();
  assert.equal(reader.revision(), before + 1);
});
