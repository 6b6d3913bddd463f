import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, putOnRecord } from '../../src/service/roster/runs/recorded-changes.ts';
import { NO_CHANGES, type RunChanges } from '../../src/service/roster/runs/run-changes.ts';
import type { Database } from '../../src/store/database.ts';
import * as syncRuns from '../../src/store/roster/sync-runs.ts';
import { queryRows } from '../service/test-company.ts';
import { type Older, olderFile, olderPostgres } from './older-data.ts';

const OLD_SCHEMA = 37;

const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-${String(n).padStart(12, '0')}`;

const numbers = (first: number, last: number, step: number) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);

/** What runs of every kind changed; older ones lack some lists. */
const CHANGES: readonly (Partial<RunChanges> | null)[] = [
  null,
  {},
  { created: [[1, 1234]] },
  {
    created: [
      [1, 48],
      [50, 50],
      [99, 101],
      [2000, 2100],
    ],
    deactivated: [
      [3, 3],
      [49, 49],
      [149, 152],
    ],
    updated: numbers(40, 4000, 7).map((number) => ({ number, email: ['a@x.co', 'b@x.co'] })),
  },
  {
    updated: [49, 50, 99, 100, 150].map((number) => ({ number })),
    heldBack: numbers(1, 3000, 3).map((number) => [number, number % 2 ? null : `E${number}`]),
    kept: [
      [98, 'role'],
      [99, 'renumbered'],
    ],
    skipped: [
      { of: 'person', number: 149, field: 'name', reason: 'changed_since' },
      { of: 'person', number: 149, field: 'email', reason: 'changed_since' },
      { of: 'department', number: 9999, field: 'name', reason: 'changed_since' },
    ],
    profileDifferences: [
      { number: 49, index: 0, line: null, fields: ['name'], reason: 'not_requested' },
    ],
    departmentsCreated: [[8000, 8001]],
    named: [[8000, 8001]],
  },
];

const peopleOf = (db: Database, companyId: number) =>
  queryRows(
    db,
    companyId,
    'select block, entry, people from sync_run_people where company_id = :companyId order by 1, 2',
    { block: 'integer', entry: 'integer', people: 'integer' },
  );

/** As every version has stored them. */
const toStored = ({ heldBack, ...others }: Partial<RunChanges>): string =>
  JSON.stringify({ ...others, ...(heldBack && { spared: heldBack }) });

function checkUpgrade({ db, upgrade }: Older): void {
  db.execute(`
    insert into companies (company_id, id, name, name_key, mode, created_at)
    values (1, '${idOf(1)}', 'A', 'a', 'live', 0), (2, '${idOf(2)}', 'B', 'b', 'live', 0)`);
  const runOf = (companyId: number, at: number) => ({
    ...{ companyId, entry: at + 1, id: idOf(10 * companyId + at), kind: 'sync' },
    ...{ subjectId: null, source: 'http', actor: 'test', requestId: null, startedAt: 5 },
    ...{ finishedAt: 6, outcome: 'applied', result: '{}' },
  });
  for (const [at, changes] of CHANGES.entries())
    db.run(syncRuns.record, { ...runOf(1, at), changes: changes && toStored(changes) });
  upgrade();
  db.write(() => {
    for (const [at, changes] of CHANGES.entries())
      putOnRecord(db, { ...runOf(2, at), changes: { ...NO_CHANGES, ...changes } });
  });
  // Those of an older one stay in one part, and are read as those of today.
  for (const [at, changes] of CHANGES.entries())
    assert.deepEqual(changesOf(db, 1, idOf(10 + at)), { ...NO_CHANGES, ...changes });
  const upgraded = peopleOf(db, 1);
  assert.ok(upgraded.length > 150);
  assert.deepEqual(upgraded, peopleOf(db, 2));
}

test('whom the runs of an older data file are about is found as if they had been recorded today', (t) =>
  checkUpgrade(olderFile(t, OLD_SCHEMA)));

test('whom the runs of an older PostgreSQL database are about is found as if they had been recorded today', async (t) => {
  const older = await olderPostgres(t, OLD_SCHEMA);
  if (older) checkUpgrade(older);
});
