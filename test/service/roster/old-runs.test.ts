import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { approveRun } from '../../../src/service/roster/follow-up/approve-run.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import { countOldRuns, deleteOldRuns } from '../../../src/service/roster/runs/old-runs.ts';
import { listRuns, requireRun } from '../../../src/service/roster/runs/runs.ts';
import type { SyncInput } from '../../../src/service/roster/sync/sync-input.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany, NOW, type TestCompany } from '../test-company.ts';
import { syncRun } from './sync.ts';

const day = (count: number) => NOW + count * DAY_MS;

function historyOf(company: TestCompany) {
  const { db, companyId, write } = company;
  const sync = (on: number, ids: string, more: Partial<SyncInput> = {}) => {
    const rows = [...ids].map((id) => rosterRow(id));
    return (
      syncRun(company, rows, { now: day(on), clock: () => day(on), ...more }).runId ?? 'no run'
    );
  };
  return {
    sync,
    /** Held back because more than one person is missing. */
    blocked: (on: number, source: 'http' | 'command_line') =>
      sync(on, 'AB', { deactivateMissing: true, maxDeactivations: 1, source }),
    revert: (on: number, id: string) =>
      write(
        (one) => revertRun(one, id, { departmentLimit: 9, clock: () => day(on) }).run_id,
        day(on),
      ),
    approve: (on: number, id: string) =>
      write((one) => approveRun(one, id, { clock: () => day(on) }).run_id, day(on)) ??
      'not approved',
    runs: () =>
      listRuns(db, companyId, 9_999)
        .map(({ id }) => id)
        .reverse(),
  };
}

test('old runs go with their reverts, and those stay that a run which stays needs', (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const { sync, blocked, revert, approve, runs } = historyOf(company);
  sync(1, 'ABCDE');
  const lastBlockedOfHttp = blocked(2, 'http');
  const supersedesIt = sync(3, 'ABCDE', { deactivateMissing: true });
  blocked(4, 'command_line');
  const toApprove = blocked(5, 'command_line');
  const approval = approve(6, toApprove);
  const revertedLately = sync(7, 'ABF');
  const reverted = sync(8, 'ABG');
  revert(10, revert(9, reverted));
  const lastApplied = sync(11, 'AB');
  const young = revert(50, revertedLately);

  assert.deepEqual([countOldRuns(db, 0), deleteOldRuns(db, 0)], [0, false]);
  assert.equal(requireRun(db, companyId, lastBlockedOfHttp).superseded_by, supersedesIt);
  assert.equal(countOldRuns(db, day(50)), 5);
  while (deleteOldRuns(db, day(50)));
  assert.deepEqual(runs(), [
    ...[lastBlockedOfHttp, supersedesIt, toApprove, approval],
    ...[revertedLately, lastApplied, young],
  ]);
  assert.throws(() => approve(51, toApprove), /approved already/);
  // A day later the revert is old, too.
  while (deleteOldRuns(db, day(51)));
  assert.deepEqual(runs(), [lastBlockedOfHttp, supersedesIt, toApprove, approval, lastApplied]);
});

test('runs go in portions, past those that stay, and no run of another company goes with them', (t) => {
  const company = createTestCompany(t);
  const { db, sandboxId } = company;
  const { sync, runs } = historyOf(company);
  // Ids never go back in time within a process, so these days are later than those above.
  const kept = sync(101, 'A', { source: 'http' });
  for (let count = 0; count < 600; count++) sync(102, 'B');
  const sandbox = historyOf({ ...company, companyId: sandboxId });
  sandbox.sync(103, 'A');
  const newest = sandbox.sync(104, 'A');
  const young = sync(160, 'B');

  assert.equal(countOldRuns(db, day(150)), 601);
  assert.equal(deleteOldRuns(db, day(150)), true);
  assert.equal(runs().length, 602 - 100);
  while (deleteOldRuns(db, day(150)));
  assert.deepEqual([runs(), sandbox.runs()], [[kept, young], [newest]]);
});
