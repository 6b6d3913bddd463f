import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CompanyIsHeld, EngagedError } from '../../../src/domain/errors.ts';
import { createCompany } from '../../../src/service/companies.ts';
import { writeCompany } from '../../../src/service/company-write.ts';
import { addEmployee, updateEmployee } from '../../../src/service/employees.ts';
import {
  type ImportStep,
  importRoster,
  takeImportStep,
} from '../../../src/service/roster/import-roster.ts';
import { revertRun } from '../../../src/service/roster/revert-run.ts';
import { endHoldsThatAreOver, HOLD_MS } from '../../../src/service/roster/roster-hold.ts';
import type { SyncInput } from '../../../src/service/roster/sync-input.ts';
import { openData } from '../../../src/store/data.ts';
import * as arbitrary from '../../domain/roster/arbitraries.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { breakTable, mendTable } from '../broken-table.ts';
import { createTestCompany, NOW } from '../test-company.ts';
import { companyFromSnapshot } from './company-from-snapshot.ts';
import { departments, everything, people, result, runs, sync, type Target } from './sync.ts';

type Options = Partial<SyncInput> & {
  rowsPerStep?: number;
  /** Sees each step before it is taken. */
  before?: (step: ImportStep, number: number) => void;
};

async function importRows(
  { db, companyId }: Target,
  employees: readonly unknown[],
  { rowsPerStep, before, ...more }: Options = {},
) {
  let steps = 0;
  const order: SyncInput = {
    ...{ companyId, now: NOW, clock: () => NOW, actor: 'test', source: 'command_line' },
    ...{ requestId: null, employees, deactivateMissing: false, maxDeactivations: null },
    limits: { departments: 1000, sandboxEmployees: 500 },
    operator: { updateProfiles: true, alsoNamed: [], lineOf: () => null },
    ...more,
  };
  const take = (step: ImportStep) => {
    before?.(step, steps);
    if (step.kind === 'apply') steps++;
    takeImportStep(db, step);
  };
  const outcome = await importRoster(db, order, take, rowsPerStep);
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
  await fc.assert(cases, { numRuns: 60 });
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
      endHoldsThatAreOver(target.db, NOW + HOLD_MS);
      if (!died) return;
      const isChanged = JSON.stringify(stateOf(target)) !== JSON.stringify(before);
      const run = lastRun(target);
      assert.equal(run?.outcome, deadly === 0 ? undefined : 'failed');
      assert.ok(!isChanged || run?.changes);
      // A person who is linked by email takes the name of the file with the next one, interrupted or not.
      for (const one of [target, target, whole, whole]) await importRows(one, employees, options);
      assert.deepEqual(stateOf(target), stateOf(whole));
    },
  );
  await fc.assert(cases, { numRuns: 60 });
});

test('what an interrupted import did is reverted, and nobody else is touched', async (t) => {
  const company = createTestCompany(t);
  const { db, write } = company;
  sync(company, rows(3));
  const before = stateOf(company);
  const moved = rows(6).map((row) => ({ ...row, department_name: 'New' }));
  assert.equal(await dieBefore(company, moved, 2, { rowsPerStep: 3 }), true);
  endHoldsThatAreOver(db, NOW + HOLD_MS);
  assert.deepEqual(JSON.parse(lastRun(company)?.result ?? ''), { rows: 6, failure: 'interrupted' });
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
      CompanyIsHeld,
    );
    assert.throws(() => sync(company, rows(1)), CompanyIsHeld);
    seen.push(people(company).length);
  };
  const done = await importRows(company, rows(12_000), { before });
  assert.deepEqual(done.result, result({ created: 12_000, deactivation_limit: 2_400 }));
  assert.deepEqual(seen, [0, 5_000, 10_000, 12_000]);
  assert.equal(people({ db, companyId: other }).length, 4);
  assert.equal(
    company.write((open) => addEmployee(open, { email: 'after@x.co' })).email,
    'after@x.co',
  );
});

test('the record of a run goes with the first of several steps, and with no other', async (t) => {
  const company = createTestCompany(t);
  const records: unknown[] = [];
  const before: Options['before'] = (step) => {
    if (step.kind === 'apply') records.push([step.isLast, step.run !== null]);
  };
  await importRows(company, rows(7), { rowsPerStep: 5, before });
  await importRows(company, rows(4), { before });
  const [first, more, last, only] = [
    [false, true],
    [false, false],
    [true, false],
    [true, false],
  ];
  assert.deepEqual(records, [first, more, more, last, only]);
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
    takeImportStep(db, step);
    endHoldsThatAreOver(db, time);
  });
  const copying = seen.slice(0, seen.indexOf('reading'));
  assert.ok(copying.length >= 3, copying.join());
  assert.deepEqual(new Set(copying), new Set(['hold', 'renew']));
});

test('an import of up to 5,000 changes is one transaction', async (t) => {
  const company = createTestCompany(t);
  const first = await importRows(company, rows(5_000));
  const more = await importRows(company, rows(12_000).slice(4_000, 9_000), {
    deactivateMissing: false,
  });
  assert.deepEqual([first.steps, more.steps], [1, 1]);
});

test('another import is refused while one is applied, and begins once the other has been silent for too long', async (t) => {
  const company = createTestCompany(t);
  const first = importRows(company, rows(3), {
    before: (step) => {
      if (step.kind !== 'apply') return;
      assert.throws(
        () => takeImportStep(company.db, { ...step, kind: 'hold', token: 'b'.repeat(36) }),
        CompanyIsHeld,
      );
      const later = { ...step, token: 'b'.repeat(36), now: NOW + HOLD_MS };
      takeImportStep(company.db, { ...later, kind: 'hold' });
    },
  });
  await assert.rejects(first, {
    code: 'conflict',
    message: 'The import took too long and was given up; import the file again',
  });
  assert.deepEqual(people(company), []);
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
