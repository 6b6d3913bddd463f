import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import * as syncRuns from '../../src/store/roster/sync-runs.ts';
import { migrationFiles } from '../../src/store/sql-files.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { createEmptyDatabase, tempFolder } from './temp-files.ts';

const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-00000000000${n}`;

test('roster runs of an older file are kept as they were, with what follows up on them', (t) => {
  const db = createEmptyDatabase(join(tempFolder(t), 'a.db'));
  t.after(() => db.close());
  migrate(db, migrationFiles.slice(0, 24));
  db.execute(`
    insert into companies (company_id, id, name, name_key, mode, next_entry, created_at)
    values (1, '${idOf(1)}', 'A', 'a', 'live', 40, 0)`);
  const blocked = JSON.stringify({
    deactivation_skipped_reason: 'limit_exceeded',
    deactivation_candidates_total: 3_000,
  });
  const spared = Array.from({ length: 3_000 }, (_, i) => [i + 1, `E${i + 1}`]);
  const run = {
    ...{ companyId: 1, source: 'http', actor: 'test', requestId: 'r', startedAt: 5, finishedAt: 6 },
    ...{ kind: 'sync', subjectId: null, outcome: 'applied', result: '{}', changes: null },
  };
  const changes = JSON.stringify({ spared });
  db.run(syncRuns.record, { ...run, entry: 1, id: idOf(2) });
  db.run(syncRuns.record, { ...run, entry: 2, id: idOf(3), result: blocked, changes });
  db.run(syncRuns.record, { ...run, entry: 3, id: idOf(4), kind: 'approval', subjectId: idOf(3) });
  db.run(syncRuns.supersede, { companyId: 1, id: idOf(2), by: idOf(3) });
  const read = () => ({
    runs: db.all(syncRuns.listNewest, { companyId: 1, count: 10 }),
    followUps: db.all(syncRuns.listFollowUps, { companyId: 1, subjectId: idOf(3) }),
    changes: db.one(syncRuns.findChanges, { companyId: 1, id: idOf(3) })?.changes,
    blocked: db.one(syncRuns.findToApprove, { companyId: 1 }),
  });
  const before = read();
  assert.deepEqual(
    [before.runs.length, before.followUps.length, before.changes, before.blocked],
    [3, 1, changes, { id: idOf(3), people: 3_000, isApproved: 1 }],
  );

  migrate(db);

  assert.deepEqual(read(), before);
});
