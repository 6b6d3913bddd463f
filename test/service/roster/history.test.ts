import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  archiveDepartment,
  createDepartment,
} from '../../../src/service/departments/departments.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { joinParts } from '../../../src/service/roster/runs/recorded-changes.ts';
import type { RunChanges } from '../../../src/service/roster/runs/run-changes.ts';
import { requireRun } from '../../../src/service/roster/runs/runs.ts';
import { listRunParts } from '../../../src/service/roster/runs/show-run.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { BROKEN, breakTable } from '../broken-table.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';
import { everything, runs, sync, syncRun } from './sync.ts';

const changesOf = (run: { changes: string | null } | undefined): RunChanges | null =>
  run?.changes ? joinParts(run.changes, []) : null;

test('a run is on record with its counts and without any value of a person', (t) => {
  const company = createTestCompany(t);
  const rows = [
    rosterRow('1'),
    rosterRow('2', { email: 'secret' }),
    rosterRow('3', { email: 'secret' }),
  ];
  sync(company, rows, { source: 'http', actor: 'key k', requestId: 'r', deactivateMissing: true });
  const [run] = runs(company);
  assert.deepEqual(
    [run?.source, run?.actor, run?.request_id, run?.started_at, run?.outcome],
    ['http', 'key k', 'r', NOW, 'deactivation_blocked'],
  );
  assert.ok(run && run.finished_at >= NOW && run.finished_at < NOW + 60_000);
  assert.deepEqual(JSON.parse(run.result), {
    rows: 3,
    deactivate_missing: true,
    created: 1,
    updated: 0,
    unchanged: 0,
    reactivated: 0,
    deactivated: 0,
    departments_created: 0,
    departments_restored: 0,
    deactivation_candidates_total: 0,
    unlinked_members: 0,
    deactivation_limit: 10,
    deactivation_skipped_reason: 'rejected_rows',
    errors: { validation_failed: 2 },
    warnings: {},
  });
});

test('what a run changed is kept, before and after', (t) => {
  const company = createTestCompany(t);
  company.write((write) => {
    createDepartment(write, { name: 'Works' });
    createDepartment(write, { name: 'Forge', external_id: 'F', parent: 'Works' });
    archiveDepartment(write, 'F');
    addEmployee(write, { email: '1@example.com', job_title: 'Smith' });
  });
  sync(company, [rosterRow('2')]);
  sync(company, [rosterRow('1')], { deactivateMissing: true });
  sync(company, [
    rosterRow('1', { department_external_id: 'F', job_title: null }),
    rosterRow('2', { department_name: 'Yard' }),
    rosterRow('3'),
    rosterRow('4', { department_external_id: 'W', department_name: 'Works' }),
  ]);
  const [first, second, third] = runs(company).map(changesOf);
  assert.deepEqual(third, {
    created: [[3, 4]],
    updated: [
      { number: 1, departmentNumber: [null, 2], jobTitle: ['Smith', null] },
      { number: 2, departmentNumber: [null, 3], deactivatedAt: [NOW, null] },
    ],
    deactivated: [],
    heldBack: [],
    named: [],
    archivedBefore: [],
    departmentsCreated: [[3, 3]],
    departmentsUpdated: [
      { number: 1, externalId: [null, 'W'] },
      { number: 2, archivedAt: [NOW, null] },
    ],
    skipped: [],
    profileDifferences: [
      { number: 1, index: 0, line: null, fields: ['name'], reason: 'not_requested' },
    ],
    kept: [],
  });
  assert.deepEqual(
    [first?.created, second?.updated, second?.deactivated],
    [[[2, 2]], [{ number: 1, externalId: [null, '1'] }], [[2, 2]]],
  );
});

test('whom only the limit has saved is kept exactly', (t) => {
  const company = createTestCompany(t);
  sync(
    company,
    Array.from({ length: 6 }, (_, n) => rosterRow(`P${n}`)),
  );
  sync(company, [rosterRow('P3')], { deactivateMissing: true, maxDeactivations: 4 });
  const run = runs(company)[1];
  assert.equal(run?.outcome, 'deactivation_blocked');
  assert.deepEqual(changesOf(run)?.heldBack, [
    [1, 'P0'],
    [2, 'P1'],
    [3, 'P2'],
    [5, 'P4'],
    [6, 'P5'],
  ]);
});

test('of the people whom a run held back a part is read, with what the run changed', (t) => {
  const { db, companyId } = createTestCompany(t);
  const first = syncRun(
    { db, companyId },
    Array.from({ length: 6 }, (_, n) => rosterRow(`P${n}`)),
  );
  const stop = { deactivateMissing: true, maxDeactivations: 4 };
  const blocked = syncRun({ db, companyId }, [rosterRow('P3'), rosterRow('P6')], stop);
  const unchanged = syncRun({ db, companyId }, [rosterRow('P3'), rosterRow('P6')]);
  const part = ({ runId }: typeof first, offset: number) => {
    const run = requireRun(db, companyId, runId ?? '');
    const changed = { offset: 0, count: 9 };
    const parts = listRunParts(db, { companyId, run, changed, heldBack: { offset, count: 2 } });
    return {
      changed: parts.changed.people.map((person) => person.external_id),
      heldBack: parts.heldBack.candidates.map((person) => person.external_id),
      total: parts.heldBack.total,
    };
  };
  assert.deepEqual(
    [0, 2, 4, 6].map((offset) => part(blocked, offset)),
    [['P0', 'P1'], ['P2', 'P4'], ['P5'], []].map((heldBack) => ({
      ...{ changed: ['P6'], heldBack, total: 5 },
    })),
  );
  const everybody = ['P0', 'P1', 'P2', 'P3', 'P4', 'P5'];
  assert.deepEqual(part(first, 0), { changed: everybody, heldBack: [], total: 0 });
  assert.deepEqual(part(unchanged, 0), { changed: [], heldBack: [], total: 0 });
});

test('a run that changed nothing keeps no changes', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1')]);
  sync(company, [rosterRow('1')]);
  assert.deepEqual(
    runs(company).map((run) => [run.outcome, run.changes === null]),
    [
      ['applied', false],
      ['applied', true],
    ],
  );
});

test('a dry run says what would happen and leaves everything as it is but the budget of its key', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1'), rosterRow('2')]);
  const before = everything(company);
  const budget = { keyId: 'k', windowStartedAt: NOW, used: 1 };
  const order = { deactivateMissing: true, budget };
  const rows = [
    rosterRow('1', { job_title: 'Lead' }),
    rosterRow('3', { department_name: 'Mill' }),
    'x',
  ];
  const foretold = sync(company, rows, { ...order, dryRun: true });
  const { budgets, ...rest } = everything(company);
  assert.deepEqual({ ...rest, budgets: [] }, before);
  assert.deepEqual(
    budgets.map(({ used }) => used),
    [1],
  );
  assert.deepEqual(sync(company, rows, order), foretold);
});

test('the hourly budget of the key is charged with the effect', (t) => {
  const company = createTestCompany(t);
  for (const used of [1, 2])
    sync(company, [rosterRow('1')], { budget: { keyId: 'k', windowStartedAt: NOW, used } });
  assert.deepEqual(
    queryRows(
      company.db,
      company.companyId,
      'select * from sync_budgets where company_id = :companyId',
      {
        company_id: 'integer',
        key_id: 'text',
        window_started_at: 'integer',
        used: 'integer',
      },
    ).map((row) => ({ ...row })),
    [{ company_id: company.companyId, key_id: 'k', window_started_at: NOW, used: 2 }],
  );
});

test('a run that breaks changes nothing, and is on record as failed with no word of what it held', (t) => {
  const company = createTestCompany(t);
  sync(company, [rosterRow('1')]);
  const { people: before, departments } = everything(company);
  breakTable(company.db, 'insert on employees', "new.external_id = '3'");
  const budget = { keyId: 'k', windowStartedAt: NOW, used: 1 };
  const rows = [
    rosterRow('1', { job_title: 'x' }),
    rosterRow('2', { department_name: 'Mill' }),
    rosterRow('3'),
  ];
  assert.throws(() => sync(company, rows, { budget }));
  const after = everything(company);
  assert.deepEqual([after.people, after.departments], [before, departments]);
  const run = after.runs.at(-1);
  assert.deepEqual(
    [run?.outcome, run?.changes, JSON.parse(run?.result ?? '')],
    ['failed', null, { rows: 3, failure: BROKEN.code }],
  );
  assert.equal(after.budgets.length, 1);
});

test('an unknown company is refused', (t) => {
  const { db } = createTestCompany(t);
  assert.throws(() => sync({ db, companyId: 99 }, [rosterRow('1')]), { code: 'not_found' });
});
