import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_EVENTS_PER_CHANGE } from '../../../src/domain/event.ts';
import { deactivateEmployee } from '../../../src/service/people/employees.ts';
import { approveRun } from '../../../src/service/roster/follow-up/approve-run.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany, NOW, type TestCompany, whatHappened } from '../test-company.ts';
import { sync, syncRun } from './sync.ts';

const rows = (...ids: string[]) => ids.map((id) => rosterRow(id));

/** What happened in a change: the types, with the external ids of employees or the data of the run. */
function during(company: TestCompany, change: () => unknown) {
  const { db, companyId } = company;
  const before = whatHappened(db, companyId).length;
  change();
  return whatHappened(db, companyId)
    .slice(before)
    .map(([type, { external_id, employee_id, ...data }]) => [type, external_id ?? data]);
}

const NONE = { created: 0, updated: 0, reactivated: 0, deactivated: 0, errors: 0 };

test('a sync writes an event for each employee it changed, and then its own', (t) => {
  const company = createTestCompany(t);
  let sync_id: string | null = null;
  const run = (...order: Parameters<typeof syncRun>) =>
    during(company, () => {
      sync_id = syncRun(...order).runId;
    });
  assert.deepEqual(run(company, [...rows('A', 'B', 'C'), rosterRow('D', { email: 'no' })]), [
    ['employee.created', 'A'],
    ['employee.created', 'B'],
    ['employee.created', 'C'],
    ['sync.completed', { sync_id, itemised: true, ...NONE, created: 3, errors: 1 }],
  ]);
  const moved = [rosterRow('A', { job_title: 'Cook' }), ...rows('B', 'C')];
  assert.deepEqual(run(company, moved), [
    ['employee.updated', 'A'],
    ['sync.completed', { sync_id, itemised: true, ...NONE, updated: 1 }],
  ]);
  assert.deepEqual(run(company, rows('B'), { deactivateMissing: true }), [
    ['employee.deactivated', 'A'],
    ['employee.deactivated', 'C'],
    ['sync.completed', { sync_id, itemised: true, ...NONE, deactivated: 2 }],
  ]);
  assert.deepEqual(run(company, rows('A', 'B')), [
    ['employee.reactivated', 'A'],
    ['sync.completed', { sync_id, itemised: true, ...NONE, updated: 1, reactivated: 1 }],
  ]);
  assert.deepEqual(run(company, rows('A', 'B')), [
    ['sync.completed', { sync_id, itemised: true, ...NONE }],
  ]);
});

test('a dry run writes no events', (t) => {
  const company = createTestCompany(t);
  assert.deepEqual(
    during(company, () => syncRun(company, rows('A'), { dryRun: true })),
    [],
  );
});

test('a blocked sync, its approval and the revert of that write their events', (t) => {
  const company = createTestCompany(t);
  sync(company, rows('A', 'B', 'C'));
  const options = { deactivateMissing: true, maxDeactivations: 1 };
  let blocked = '';
  const change = () => {
    blocked = syncRun(company, rows('A'), options).runId ?? '';
  };
  assert.deepEqual(during(company, change), [
    [
      'sync.blocked',
      {
        ...{ sync_id: blocked, itemised: true, ...NONE, reason: 'limit_exceeded' },
        ...{ deactivation_candidates: 2, deactivation_limit: 1 },
      },
    ],
  ]);
  const clock = () => NOW;
  let sync_id = '';
  const approve = () => {
    sync_id = company.write((w) => approveRun(w, blocked, { clock })).run_id ?? '';
  };
  const followUp = { itemised: true, updated: 0, reactivated: 0, deactivated: 0 };
  assert.deepEqual(during(company, approve), [
    ['employee.deactivated', 'B'],
    ['employee.deactivated', 'C'],
    ['sync.approved', { ...followUp, deactivated: 2, approved_sync_id: blocked, sync_id }],
  ]);
  const approval = sync_id;
  const revert = () => {
    const options = { departmentLimit: 1_000, clock };
    sync_id = company.write((w) => revertRun(w, approval, options)).run_id;
  };
  assert.deepEqual(during(company, revert), [
    ['employee.reactivated', 'B'],
    ['employee.reactivated', 'C'],
    [
      'sync.reverted',
      { ...followUp, updated: 2, reactivated: 2, reverted_sync_id: approval, sync_id },
    ],
  ]);
});

test('a refused approval writes no events', (t) => {
  const company = createTestCompany(t);
  sync(company, rows('A', 'B', 'C'));
  const options = { deactivateMissing: true, maxDeactivations: 1 };
  const { runId } = syncRun(company, rows('A'), options);
  company.write((w) => deactivateEmployee(w, 'B', 'left'));
  const approve = () => company.write((w) => approveRun(w, runId ?? '', { clock: () => NOW }));
  assert.deepEqual(during(company, approve), []);
});

test('a sync that changes more than 10,000 employees writes only its own event', (t) => {
  const company = createTestCompany(t);
  const everybody = Array.from({ length: MAX_EVENTS_PER_CHANGE + 1 }, (_, i) => rosterRow(`E${i}`));
  const { db, companyId } = company;
  const happened = (...order: Parameters<typeof syncRun>) => {
    const before = whatHappened(db, companyId).length;
    syncRun(...order);
    const all = whatHappened(db, companyId);
    const [type, { itemised }] = all.at(-1) ?? ['', {}];
    return [all.length - before, type, itemised];
  };
  assert.deepEqual(happened(company, everybody), [1, 'sync.completed', false]);
  const promoted = everybody.slice(1).map((row) => ({ ...row, job_title: 'Lead' }));
  assert.deepEqual(happened(company, promoted), [
    MAX_EVENTS_PER_CHANGE + 1,
    'sync.completed',
    true,
  ]);
});
