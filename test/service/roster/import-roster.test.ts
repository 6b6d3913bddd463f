import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asFailure, EngagedError } from '../../../src/domain/errors.ts';
import { listDecisions } from '../../../src/service/audit/audit.ts';
import { createCompany } from '../../../src/service/company/companies.ts';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { addEmployee, updateEmployee } from '../../../src/service/people/employees.ts';
import { approveRun } from '../../../src/service/roster/follow-up/approve-run.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import { requireRun } from '../../../src/service/roster/runs/runs.ts';
import { type Step, takeStep } from '../../../src/service/roster/steps/change-in-steps.ts';
import { importRoster } from '../../../src/service/roster/steps/import-roster.ts';
import { endHoldsThatAreOver, HOLD_MS } from '../../../src/service/roster/steps/roster-hold.ts';
import type { SyncInput } from '../../../src/service/roster/sync/sync-input.ts';
import { openAnother, openData } from '../../../src/store/data.ts';
import * as arbitrary from '../../domain/roster/arbitraries.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { rounds } from '../../faults/run-scale.ts';
import { breakTable, mendTable } from '../broken-table.ts';
import { createTestCompany, NOW, whatHappened } from '../test-company.ts';
import { companyFromSnapshot } from './company-from-snapshot.ts';
import {
  departments,
  everything,
  people,
  result,
  runs,
  sync,
  syncRun,
  type Target,
  toOrder,
} from './sync.ts';

/** The error where a roster is being applied. */
const HELD = { failure: { code: 'company_held' } };

type Options = Partial<SyncInput> & {
  rowsPerStep?: number;
  /** Sees each step before it is taken. */
  before?: (step: Step, number: number) => void;
};

async function importRows(
  target: Target,
  employees: readonly unknown[],
  { rowsPerStep, before, ...more }: Options = {},
) {
  let steps = 0;
  const operator = { updateProfiles: true, alsoNamed: [], lineOf: () => null };
  const order = toOrder(target, employees, { operator, ...more });
  const take = (step: Step) => {
    before?.(step, steps);
    if (step.kind === 'apply') steps++;
    takeStep(target.db, step, order.clock);
  };
  const outcome = await importRoster(target.db, order, take, rowsPerStep);
  return { ...outcome, steps };
}

/** What is on record, without what differs between two companies. */
const stateOf = (target: Target) =>
  JSON.parse(
    JSON.stringify({ people: people(target), departments: departments(target) }, withoutIds),
  );

const withoutIds = (name: string, value: unknown) =>
  ['id', 'company_id', 'employee_id', 'revision', 'entry'].includes(name) ? undefined : value;

const lastRun = (target: Target) => runs(target).at(-1);

const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => rosterRow(`${from + at}`));

class Died extends Error {}

/** Imports, and dies before a step: nothing more reaches the data. */
async function dieBefore(target: Target, employees: unknown[], deadly: number, options: Options) {
  let isDead = false;
  const before: Options['before'] = (step, number) => {
    isDead ||= step.kind === 'apply' && number === deadly;
    if (isDead) throw new Died();
  };
  try {
    await importRows(target, employees, { ...options, before });
    return false;
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    return true;
  }
}

test('an import in steps of any length does what a sync in one transaction does', async () => {
  const cases = fc.asyncProperty(
    ...[
      arbitrary.companies,
      arbitrary.failingRosters,
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
    ],
    async (snapshot, employees, deactivateMissing, rowsPerStep) => {
      fc.pre(employees.length > 0);
      const [whole, stepwise] = [companyFromSnapshot(snapshot), companyFromSnapshot(snapshot)];
      const options = { deactivateMissing, maxDeactivations: 1_000 };
      const operator = { updateProfiles: true, alsoNamed: [], lineOf: () => null };
      const attempt = async <T>(work: () => T | Promise<T>) => {
        try {
          return { value: await work() };
        } catch (error) {
          if (error instanceof EngagedError) return { refused: error.message };
          throw error;
        }
      };
      const asOne = await attempt(() => sync(whole, employees, { ...options, operator }));
      const asMany = await attempt(async () => {
        const { result } = await importRows(stepwise, employees, { ...options, rowsPerStep });
        return result;
      });
      const compared = (outcome: object | undefined) => JSON.stringify(outcome ?? null, withoutIds);
      assert.equal(compared(asMany), compared(asOne));
      assert.deepEqual(stateOf(stepwise), stateOf(whole));
      assert.equal(compared(lastRun(stepwise)), compared(lastRun(whole)));
    },
  );
  await fc.assert(cases, rounds(60));
});

test('an import that dies between any two steps is on record with what it did, can be reverted, and is finished by the same file', async () => {
  const cases = fc.asyncProperty(
    ...[arbitrary.companies, arbitrary.failingRosters, fc.nat({ max: 6 })],
    async (snapshot, employees, deadly) => {
      fc.pre(employees.length > 0);
      const [target, whole] = [companyFromSnapshot(snapshot), companyFromSnapshot(snapshot)];
      const options = { rowsPerStep: 1, deactivateMissing: true, maxDeactivations: 1_000 };
      const before = stateOf(target);
      let died: boolean;
      try {
        died = await dieBefore(target, employees, deadly, options);
      } catch (error) {
        if (error instanceof EngagedError) return;
        throw error;
      }
      endHoldsThatAreOver(target.db, () => NOW + HOLD_MS);
      if (!died) return;
      const isChanged = JSON.stringify(stateOf(target)) !== JSON.stringify(before);
      const run = lastRun(target);
      assert.equal(run?.outcome, isChanged ? 'failed' : undefined);
      assert.ok(!isChanged || run?.changes);
      // A person who is linked by email takes the name of the file with the next one, interrupted or not.
      for (const one of [target, target, whole, whole]) await importRows(one, employees, options);
      assert.deepEqual(stateOf(target), stateOf(whole));
    },
  );
  await fc.assert(cases, rounds(60));
});

test('what an interrupted import did is reverted, and nobody else is touched', async (t) => {
  const company = createTestCompany(t);
  const { db, write } = company;
  sync(company, rows(3));
  const before = stateOf(company);
  const moved = rows(6_000).map((row) => ({ ...row, department_name: 'New' }));
  assert.equal(await dieBefore(company, moved, 1, {}), true);
  endHoldsThatAreOver(db, () => NOW + HOLD_MS);
  const changed = { created: 1_997, updated: 3, reactivated: 0, deactivated: 0 };
  const interrupted = { rows: 6_000, failure: 'interrupted', changed };
  assert.deepEqual(JSON.parse(lastRun(company)?.result ?? ''), interrupted);
  // Somebody gets the number of a person whom the run did not come to create.
  const added = write((open) => addEmployee(open, { email: 'new@x.co' }));
  write((open) => revertRun(open, 'latest', { departmentLimit: 1_000, clock: () => NOW }));
  const after = people(company);
  assert.deepEqual(stateOf(company).people.slice(0, 3), before.people);
  const others = after
    .slice(3)
    .map(({ id, deactivated_at }) => [id === added.employee_id, deactivated_at]);
  assert.deepEqual(others.at(-1), [true, null]);
  assert.ok(others.slice(0, -1).every(([, deactivatedAt]) => deactivatedAt === NOW));
});

test('an interrupted import says what it did, in its event and in the audit log', async (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  sync(company, rows(2));
  const before = whatHappened(db, companyId).length;
  const employees = [...rows(4).map((row) => ({ ...row, job_title: 'Cook' })), { email: 'no' }];
  assert.equal(await dieBefore(company, employees, 1, { rowsPerStep: 1 }), true);
  endHoldsThatAreOver(db, () => NOW + HOLD_MS);
  const sync_id = requireRun(db, companyId, 'latest').id;
  const counts = { created: 2, updated: 2, deactivated: 0 };
  assert.deepEqual(
    whatHappened(db, companyId)
      .slice(before)
      .map(([type, { employee_id, ...data }]) => [type, data]),
    [
      ['employee.created', { external_id: '2' }],
      ['employee.created', { external_id: '3' }],
      ['employee.updated', { external_id: '0' }],
      ['employee.updated', { external_id: '1' }],
      [
        'sync.completed',
        { sync_id, itemised: true, ...counts, reactivated: 0, errors: 1, interrupted: true },
      ],
    ],
  );
  const [decision] = listDecisions(db, companyId, { count: 1 });
  assert.deepEqual(
    [decision?.action, decision?.actor, decision?.target.id, decision?.after],
    ['sync.import', 'test', sync_id, { ...counts, interrupted: true }],
  );
});

const STAYING = [...rows(2), ...rows(2, 5)];

/** A company of 0 to 6, and the run that was stopped from deactivating 2, 3 and 4. */
function blockedCompany() {
  const company = companyFromSnapshot({ departments: [], employees: [], employeesOnRecord: 0 });
  sync(company, rows(7));
  const stop = { deactivateMissing: true, maxDeactivations: 1 };
  return { company, run: syncRun(company, STAYING, stop).runId ?? '' };
}

/** What stands against an approval of a run; null where it is approved. */
function objectionsTo({ company: { db, companyId }, run }: ReturnType<typeof blockedCompany>) {
  const later = requireRun(db, companyId, run).superseded_by;
  assert.ok(later === null || later === requireRun(db, companyId, 'latest').id);
  const { approved, objections } = writeCompany(
    db,
    { companyId, now: NOW, actor: 'test' },
    (write) => approveRun(write, run, { clock: () => NOW }),
  );
  return approved ? null : objections.map((one) => [one.external_id, one.reason]);
}

const INTERRUPTED = [null, 'interrupted_since'];

const superseding: Record<string, [unknown[], Options, whole: unknown[] | null, part: unknown]> = {
  'names somebody who is held back': [
    [...rows(3, 9), ...rows(1, 2)],
    {},
    [['2', 'named_since']],
    [['2', 'named_since'], INTERRUPTED],
  ],
  'finds itself who is missing': [
    [...STAYING, ...rows(9, 9)],
    { deactivateMissing: true },
    ['2', '3', '4'].map((id) => [id, 'deactivated_since']),
    [INTERRUPTED],
  ],
  'is about others': [rows(3, 9), {}, null, null],
};

for (const [what, [employees, options, ofWhole, ofPart]] of Object.entries(superseding)) {
  test(`a blocked run is superseded by an interrupted import as by a whole one, where it ${what}`, async () => {
    const [whole, part] = [blockedCompany(), blockedCompany()];
    await importRows(whole.company, employees, options);
    assert.equal(await dieBefore(part.company, employees, 1, { ...options, rowsPerStep: 1 }), true);
    endHoldsThatAreOver(part.company.db, () => NOW + HOLD_MS);
    assert.equal(lastRun(part.company)?.outcome, 'failed');
    assert.deepEqual(objectionsTo(whole), ofWhole);
    assert.deepEqual(objectionsTo(part), ofPart);
  });
}

test('while a long import is applied, other companies are changed between its steps, and its own company is not', async (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const order = { name: 'Other', ssoDomains: [], now: NOW, actor: 'test' };
  const other = createCompany(db, order).company.companyId;
  const context = (id: number) => ({ companyId: id, now: NOW, actor: 'test' });
  const seen: unknown[] = [];
  const before: Options['before'] = (step, number) => {
    if (step.kind !== 'apply') return;
    const email = `somebody${number}@x.co`;
    writeCompany(db, context(other), (open) => addEmployee(open, { email }));
    assert.throws(
      () => writeCompany(db, context(companyId), (open) => addEmployee(open, { email })),
      HELD,
    );
    assert.throws(() => sync(company, rows(1)), HELD);
    seen.push(people(company).length);
  };
  const done = await importRows(company, rows(6_000), { before });
  assert.deepEqual(done.result, result({ created: 6_000, deactivation_limit: 1_200 }));
  assert.deepEqual(seen, [0, 2_000, 4_000, 6_000]);
  assert.equal(people({ db, companyId: other }).length, 4);
  assert.equal(
    company.write((open) => addEmployee(open, { email: 'after@x.co' })).email,
    'after@x.co',
  );
});

test('the record of a run goes before the first of several steps, and not before a single one', async (t) => {
  const company = createTestCompany(t);
  const taken: string[] = [];
  const before: Options['before'] = (step) => {
    taken.push(step.kind === 'apply' && step.isLast ? 'last' : step.kind);
  };
  await importRows(company, rows(6_000), { before });
  await importRows(company, rows(4, 6_000), { before });
  assert.deepEqual(taken, [
    ...['hold', 'plan', 'apply', 'apply', 'apply', 'last'],
    ...['hold', 'last'],
  ]);
});

test('a company is still held when copying its people takes longer than a hold', async (t) => {
  const company = createTestCompany(t);
  await importRows(company, rows(5_000));
  const reader = openData(company.file, { write: false });
  t.after(() => reader.close());
  let time = NOW;
  const seen: string[] = [];
  const { db, companyId } = company;
  const order: SyncInput = {
    ...{ companyId, now: NOW, actor: 'test', source: 'command_line', requestId: null },
    ...{ employees: rows(1), deactivateMissing: false, maxDeactivations: null },
    limits: { departments: 1000, sandboxEmployees: 500 },
    clock: () => (time += HOLD_MS / 6),
    onProgress: (stage) => seen.push(stage),
  };
  await importRoster(reader, order, (step) => {
    seen.push(step.kind);
    takeStep(db, step, order.clock);
    endHoldsThatAreOver(db, () => time);
  });
  const copying = seen.slice(0, seen.indexOf('reading'));
  assert.ok(copying.length >= 3, copying.join());
  assert.deepEqual(new Set(copying), new Set(['hold', 'renew']));
});

test('an import of up to 5,000 changes is one transaction, whatever changes of each person', async (t) => {
  const company = createTestCompany(t);
  const first = await importRows(company, rows(5_000));
  const changed = rows(4_900).map(({ email, ...row }) => ({
    ...{ ...row, email: `new-${email}`, first_name: 'Bo', department_name: 'New' },
  }));
  const missing = { deactivateMissing: true, maxDeactivations: 100 };
  const second = await importRows(company, changed, missing);
  const { updated, deactivated } = second.result;
  assert.deepEqual([updated, deactivated], [4_900, 100]);
  assert.deepEqual([first.steps, second.steps], [1, 1]);
});

test('another import is refused while one is applied, and begins once the other has been silent for too long', async (t) => {
  const company = createTestCompany(t);
  const first = importRows(company, rows(3), {
    before: (step) => {
      if (step.kind !== 'apply') return;
      const other = { ...step, kind: 'hold', token: 'b'.repeat(36) } as const;
      assert.throws(() => takeStep(company.db, other, () => NOW), HELD);
      takeStep(company.db, other, () => NOW + HOLD_MS);
    },
  });
  await assert.rejects(first, {
    code: 'conflict',
    message: 'This took too long and was given up; ask for it again',
  });
  assert.deepEqual(people(company), []);
});

test('the hold of a step that waited lasts from its end, and is not ended by who saw the one before', async (t) => {
  const company = createTestCompany(t);
  const { db } = company;
  let time = NOW;
  let seen = 0;
  const before: Options['before'] = (step, number) => {
    if (step.kind !== 'apply' || number === 0) return;
    endHoldsThatAreOver(db, () => time);
    time += HOLD_MS;
    endHoldsThatAreOver(db, () => {
      // Others go on while the time is read, until the lock is taken.
      if (seen++ % 2 === 0) takeStep(db, { ...step, kind: 'renew' }, () => time);
      return time;
    });
    time += HOLD_MS;
  };
  const done = await importRows(company, rows(6_000), { before, clock: () => time });
  assert.deepEqual([done.result.created, seen], [6_000, 6]);
});

test('an import waits for who writes for long between its steps', async (t) => {
  const company = createTestCompany(t);
  const impatient = openAnother(company.file, { write: true, busyTimeout: 1 });
  t.after(() => impatient.close());
  const outcomes: string[] = [];
  const clock = () => NOW;
  const order: SyncInput = {
    ...{ companyId: company.companyId, now: NOW, clock, actor: 'test', source: 'command_line' },
    ...{ requestId: null, deactivateMissing: false, maxDeactivations: null },
    employees: rows(6_000),
    limits: { departments: 1000, sandboxEmployees: 500 },
  };
  const { result: done } = await importRoster(company.db, order, (step) => {
    const isFree = step.kind !== 'apply' || outcomes.length % 3 === 2;
    const takeIt = () => takeStep(impatient, step, clock);
    try {
      if (isFree) takeIt();
      else company.db.write(takeIt);
      if (step.kind === 'apply') outcomes.push('taken');
    } catch (error) {
      outcomes.push(asFailure(error, 'data_busy') ? 'busy' : 'failed');
      throw error;
    }
  });
  assert.equal(done.created, 6_000);
  // Three steps of people, and one of the record.
  assert.deepEqual(outcomes, Array.from({ length: 4 }, () => ['busy', 'busy', 'taken']).flat());
});

test('an import that fails is on record, and leaves its company free', async (t) => {
  const company = createTestCompany(t);
  const { db } = company;
  await importRows(company, rows(2));
  const before = everything(company);
  breakTable(db, 'insert on employees', 'new.number = 4');
  await assert.rejects(importRows(company, rows(3, 10)));
  mendTable(db, 'employees');
  assert.deepEqual(stateOf(company).people.length, before.people.length);
  company.write((open) => updateEmployee(open, '0', { job_title: 'Chief' }));
});

test('a dry run takes no step and says what the import does', async (t) => {
  const company = createTestCompany(t);
  const before = everything(company);
  const refuse = () => assert.fail('a dry run takes no step');
  const foretold = await importRows(company, rows(7), { dryRun: true, before: refuse });
  assert.deepEqual(everything(company), before);
  assert.deepEqual(foretold.result, (await importRows(company, rows(7))).result);
});
