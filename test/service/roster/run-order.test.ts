import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../../src/service/company/companies.ts';
import { approveRun } from '../../../src/service/roster/follow-up/approve-run.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import { listRuns, requireRun } from '../../../src/service/roster/runs/runs.ts';
import { recordUnchangedRun } from '../../../src/service/roster/sync/unchanged-run.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { breakTable, mendTable } from '../broken-table.ts';
import { createTestCompany, NOW, type TestCompany } from '../test-company.ts';
import { runs, sync, syncRun, type Target } from './sync.ts';

const MINUTE = 60_000;
const earlier = (minutes: number) => NOW - minutes * MINUTE;

const newestFirst = ({ db, companyId }: Target) => listRuns(db, companyId, 50).map(({ id }) => id);

const latest = ({ db, companyId }: Target) => requireRun(db, companyId, 'latest').id;

const revert = (company: TestCompany, run: string, now: number) =>
  company.write((write) => revertRun(write, run, { departmentLimit: 1000, clock: () => now }), now)
    .run_id;

/** A company, and its last sync, which changed nothing. */
function syncWithoutChange(company: TestCompany) {
  const { unchanged, runId } = syncRun(company, [rosterRow('1')], { now: earlier(1) });
  assert.ok(unchanged && runId);
  return { unchanged, runId };
}

test('runs are listed in the order in which they were applied, whatever the clock was when they were requested', (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const first = syncRun(company, [rosterRow('1')], { now: NOW }).runId ?? '';
  const { unchanged, runId: second } = syncWithoutChange(company);
  const order = { companyId, actor: 'key k', source: 'http', requestId: null } as const;
  const now = earlier(2);
  assert.equal(recordUnchangedRun(db, { ...order, now, clock: () => now }, unchanged), true);
  const third = latest(company);
  breakTable(db, 'insert on employees', '1 = 1');
  assert.throws(() => sync(company, [rosterRow('2')], { now: earlier(3) }));
  mendTable(db, 'employees');
  const failed = latest(company);
  const reverted = revert(company, first, earlier(4));
  assert.equal(latest(company), reverted);
  const again = revert(company, 'latest', earlier(5));
  assert.equal(new Set([first, second, third, failed, reverted, again]).size, 6);
  assert.deepEqual(newestFirst(company), [again, reverted, failed, third, second, first]);
  assert.equal(requireRun(db, companyId, 'latest').subject_id, reverted);
});

test('each company has its own latest run', (t) => {
  const company = createTestCompany(t);
  const { db } = company;
  const order = { name: 'Other', ssoDomains: [], now: NOW, actor: 'test' };
  const other = { db, companyId: createCompany(db, order).company.companyId };
  const [ours, theirs, last] = [company, other, company].map(
    (target, n) => syncRun(target, [rosterRow(`${n}`)], { now: earlier(n) }).runId,
  );
  assert.deepEqual(newestFirst(company), [last, ours]);
  assert.deepEqual(newestFirst(other), [theirs]);
  assert.deepEqual([latest(company), latest(other)], [last, theirs]);
});

test('a sync applied after a stopped run prevents its approval, even if it was requested earlier', (t) => {
  const company = createTestCompany(t);
  sync(
    company,
    ['1', '2', '3', '4'].map((id) => rosterRow(id)),
    { now: earlier(10) },
  );
  const limit = { deactivateMissing: true, maxDeactivations: 1 };
  const stopped = syncRun(company, [rosterRow('1')], { ...limit, now: NOW }).runId ?? '';
  const later = syncRun(company, [rosterRow('2')], { now: earlier(5) }).runId;
  const approval = company.write(
    (write) => approveRun(write, stopped, { clock: () => earlier(6) }),
    earlier(6),
  );
  assert.ok(!approval.approved);
  assert.deepEqual(
    approval.objections.map(({ external_id, reason, run_id }) => [external_id, reason, run_id]),
    [['2', 'named_since', later]],
  );
});

test('a run ends when it was finished, and never before it began', (t) => {
  const company = createTestCompany(t);
  const ended = () => {
    const { started_at, finished_at } = runs(company).at(-1) ?? {};
    return [started_at, finished_at];
  };
  const took = { now: NOW, clock: () => NOW + 1_500 };
  const { runId } = syncRun(company, [rosterRow('1')], took);
  assert.deepEqual(ended(), [NOW, NOW + 1_500]);
  const { unchanged } = syncWithoutChange(company);
  assert.ok(unchanged);
  const order = {
    companyId: company.companyId,
    actor: 'k',
    source: 'http',
    requestId: null,
  } as const;
  recordUnchangedRun(company.db, { ...order, ...took }, unchanged);
  assert.deepEqual(ended(), [NOW, NOW + 1_500]);
  company.write((write) => revertRun(write, runId ?? '', { departmentLimit: 9, ...took }));
  assert.deepEqual(ended(), [NOW, NOW + 1_500]);

  // The clock was set back meanwhile.
  const back = { now: NOW, clock: () => earlier(60) };
  sync(company, [rosterRow('1')], back);
  assert.deepEqual(ended(), [NOW, NOW]);
  breakTable(company.db, 'insert on employees', '1 = 1');
  assert.throws(() => sync(company, [rosterRow('2')], back));
  assert.deepEqual(ended(), [NOW, NOW]);
});
