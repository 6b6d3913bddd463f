import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import * as companies from '../../src/store/company/companies.ts';
import type { Database } from '../../src/store/database.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { createTestCompany } from '../service/test-company.ts';

/** A reading connection, and a function that commits on another connection. */
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
  snapshotVersion: db.snapshotVersion(),
  revision: revision(),
});

test('all reads of one turn see the same snapshot, and the next turn sees later commits', async (t) => {
  const reader = createReader(t, true);
  const before = state(reader);
  reader.commit();
  assert.deepEqual(state(reader), before);
  assert.equal(reader.db.read(reader.revision), before.revision);
  await setImmediate();
  const after = state(reader);
  assert.notEqual(after.snapshotVersion, before.snapshotVersion);
  assert.equal(after.revision, before.revision + 1);
});

test('after endSnapshot a read sees new commits within the same turn', async (t) => {
  const reader = createReader(t, true);
  const before = state(reader);
  reader.commit();
  reader.db.endSnapshot();
  assert.equal(reader.revision(), before.revision + 1);
  await setImmediate();
  reader.commit();
  assert.equal(reader.revision(), before.revision + 2);
});

test('a multi-statement read at the beginning of a turn also starts its snapshot', async (t) => {
  const reader = createReader(t, true);
  const before = reader.db.read(reader.revision);
  reader.commit();
  assert.equal(reader.revision(), before);
});

test('a connection may be closed while it holds a snapshot', async (t) => {
  const { file } = createTestCompany(t);
  const db = openDataFile(file, { write: false, snapshotPerTurn: true });
  db.snapshotVersion();
  db.close();
  await setImmediate();
});

test('other connections see every commit at once', (t) => {
  const reader = createReader(t, false);
  const before = reader.revision();
  reader.commit();
  assert.equal(reader.revision(), before + 1);
});
