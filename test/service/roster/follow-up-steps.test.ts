import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { EngagedError } from '../../../src/domain/errors.ts';
import { listDecisions } from '../../../src/service/audit/audit.ts';
import { createCompany } from '../../../src/service/company/companies.ts';
import { type CompanyWrite, writeCompany } from '../../../src/service/company/company-write.ts';
import { addEmployee, reactivateEmployee } from '../../../src/service/people/employees.ts';
import { approveRun } from '../../../src/service/roster/follow-up/approve-run.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import { changesOf } from '../../../src/service/roster/runs/recorded-changes.ts';
import { requireRun } from '../../../src/service/roster/runs/runs.ts';
import {
  ROWS_PER_STEP,
  type Step,
  takeStep,
  writeInSteps,
} from '../../../src/service/roster/steps/change-in-steps.ts';
import { endHoldsThatAreOver, HOLD_MS } from '../../../src/service/roster/steps/roster-hold.ts';
import type { Database } from '../../../src/store/database.ts';
import * as arbitrary from '../../domain/roster/arbitraries.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { rounds } from '../../faults/run-scale.ts';
import { createFilledCompany, createTestCompany, NOW, whatHappened } from '../test-company.ts';
import { companyFromSnapshot } from './company-from-snapshot.ts';
import { requireRunsOfParts, requireRunsOfPeople } from './runs-of-people.ts';
import { departments, everything, people, runs, sync, syncRun, type Target } from './sync.ts';

/** The error where a roster is being applied. */
const HELD = { failure: { code: 'company_held' } };

const MINUTE = 60_000;

/** What is done about a run. */
type FollowUp<T> = (write: CompanyWrite, history: Database) => T;

const reverting =
  (run: string): FollowUp<ReturnType<typeof revertRun>> =>
  (write, history) =>
    revertRun(write, run, { departmentLimit: 1000, clock: () => write.now, history });

const approving =
  (run: string): FollowUp<ReturnType<typeof approveRun>> =>
  (write, history) =>
    approveRun(write, run, { clock: () => write.now, history });

type Options = {
  rowsPerStep?: number;
  dryRun?: boolean;
  /** Sees each step before it is taken. */
  before?: (step: Step, number: number) => void;
};

/** Does something about a run in steps, a minute after the sync. */
async function inSteps<T>(
  { db, companyId }: Target,
  followUp: FollowUp<T>,
  { rowsPerStep = 1, dryRun, before }: Options = {},
): Promise<T> {
  const now = NOW + MINUTE;
  let applied = 0;
  const take = (step: Step) => {
    before?.(step, applied);
    if (step.kind === 'apply') applied++;
    takeStep(db, step, () => now);
  };
  const order = { companyId, now, clock: () => now, actor: 'test', dryRun };
  return writeInSteps(db, order, (write) => followUp(write, db), take, rowsPerStep);
}

const atOnce = <T>({ db, companyId }: Target, followUp: FollowUp<T>): T =>
  writeCompany(db, { companyId, now: NOW + MINUTE, actor: 'test' }, (write) => followUp(write, db));

class Died extends Error {}

/** Dies before a step: nothing more reaches the data. Says whether it came so far. */
async function dieBefore<T>(
  target: Target,
  followUp: FollowUp<T>,
  deadly: number,
  rowsPerStep = 1,
) {
  let isDead = false;
  const before: Options['before'] = (step, number) => {
    isDead ||= step.kind === 'apply' && number === deadly;
    if (isDead) throw new Died();
  };
  try {
    await inSteps(target, followUp, { rowsPerStep, before });
    return false;
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    endHoldsThatAreOver(target.db, () => NOW + MINUTE + HOLD_MS);
    return true;
  }
}

const withoutIds = (name: string, value: unknown) =>
  ['id', 'company_id', 'run_id', 'subject_id', 'revision', 'entry'].includes(name)
    ? undefined
    : value;

const compared = (value: unknown) => JSON.parse(JSON.stringify(value ?? null, withoutIds));

const stateOf = (target: Target) =>
  compared({ people: people(target), departments: departments(target) });

const lastRun = (target: Target) => runs(target).at(-1);

const attempt = async <T>(work: () => T | Promise<T>) => {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof EngagedError) return { refused: error.message };
    throw error;
  }
};

const operator = { updateProfiles: true, alsoNamed: [], lineOf: () => null };
const cases = [
  arbitrary.companies,
  arbitrary.failingRosters,
  fc.boolean(),
  fc.nat({ max: 5 }),
] as const;

/** Two companies to which the same roster was applied, or which it held back. */
function syncTwo(
  snapshot: Parameters<typeof companyFromSnapshot>[0],
  employees: readonly unknown[],
  isBlocked: boolean,
) {
  const targets = [companyFromSnapshot(snapshot), companyFromSnapshot(snapshot)] as const;
  const options = { deactivateMissing: true, maxDeactivations: isBlocked ? 0 : 1000, operator };
  const ids = targets.map((target) => syncRun(target, employees, options).runId ?? '');
  const toDo = (at: number): FollowUp<object> =>
    isBlocked ? approving(ids[at] ?? '') : reverting(ids[at] ?? '');
  return { one: targets[0], other: targets[1], toDo };
}

test('a revert or an approval in steps does what it does in one transaction', async () => {
  const property = fc.asyncProperty(
    ...cases,
    async (snapshot, employees, isBlocked, rowsPerStep) => {
      fc.pre(employees.length > 0);
      const { one, other, toDo } = syncTwo(snapshot, employees, isBlocked);
      const whole = await attempt(() => atOnce(one, toDo(0)));
      const stepwise = await attempt(() => inSteps(other, toDo(1), { rowsPerStep }));
      assert.deepEqual(compared(stepwise), compared(whole));
      assert.deepEqual(stateOf(other), stateOf(one));
      assert.deepEqual(compared(lastRun(other)), compared(lastRun(one)));
      for (const target of [one, other]) requireRunsOfPeople(target);
    },
  );
  await fc.assert(property, rounds(40));
});

test('one that dies between any two steps is on record with what it did, and is finished by asking again', async () => {
  const property = fc.asyncProperty(...cases, async (snapshot, employees, isBlocked, deadly) => {
    fc.pre(employees.length > 0);
    const { one, other, toDo } = syncTwo(snapshot, employees, isBlocked);
    const before = stateOf(other);
    const runsBefore = runs(other).length;
    const whole = await attempt(() => atOnce(one, toDo(0)));
    const died = await attempt(() => dieBefore(other, toDo(1), deadly));
    if (!('value' in died && died.value)) return;
    const isChanged = JSON.stringify(stateOf(other)) !== JSON.stringify(before);
    assert.equal(runs(other).length, runsBefore + Number(isChanged));
    if (isChanged) {
      const { outcome, result } = lastRun(other) ?? {};
      const { changed, ...failure } = JSON.parse(result ?? '{}');
      assert.deepEqual([outcome, failure], ['failed', { failure: 'interrupted' }]);
      assert.deepEqual(Object.keys(changed), ['created', 'updated', 'reactivated', 'deactivated']);
    }
    const again = await attempt(() => inSteps(other, toDo(1)));
    assert.deepEqual('refused' in again, 'refused' in whole);
    assert.deepEqual(stateOf(other), stateOf(one));
    requireRunsOfPeople(other);
  });
  await fc.assert(property, rounds(60));
});

/** More than one statement writes. */
const MANY = 2_600;

const rows = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => rosterRow(`P${at}`, { ...more }));

/** A company of many people. */
const manyPeople = (t: TestContext) =>
  createFilledCompany(t, 'many_people', (db, companyId) => syncMany({ db, companyId }));

const syncMany = (target: Target) => sync(target, rows(MANY, { department_name: 'Old' }));

/** The same, and a run that gave them other names, addresses and departments, two of which were swapped. */
function changeMany(t: TestContext) {
  const company = createFilledCompany(t, 'many_changes', (db, companyId) => {
    syncMany({ db, companyId });
    const changed = rows(MANY, { department_name: 'New', first_name: 'Eve' }).map((row, at) => ({
      ...row,
      email: at < 2 ? `p${1 - at}@example.com` : `p${at}@new.example.com`,
    }));
    sync({ db, companyId }, changed, { operator });
  });
  return { company, run: requireRun(company.db, company.companyId, 'latest').id };
}

test('a person is reverted as a whole, wherever the revert is interrupted', async (t) => {
  const { company, run } = changeMany(t);
  const before = stateOf(manyPeople(t));
  const all = before.people as { number: number; [field: string]: unknown }[];
  for (const [deadly, isTakenBack] of [
    [3, true],
    [2, true],
    [3, false],
  ] as const) {
    const now = stateOf(company).people;
    assert.ok(await dieBefore(company, reverting(run), deadly));
    const { changes } = lastRun(company) ?? {};
    const updated = (JSON.parse(changes ?? '{}').updated ?? []) as { number: number }[];
    const numbers = new Set(updated.map(({ number }) => number));
    assert.ok(numbers.size > 0 && numbers.size < MANY);
    assert.deepEqual(
      stateOf(company).people,
      all.map((person, at) => (numbers.has(person.number) ? person : now[at])),
    );
    const interrupted = requireRun(company.db, company.companyId, 'latest');
    assert.deepEqual([interrupted.kind, interrupted.subject_id], ['revert', run]);
    const [type, event] = whatHappened(company.db, company.companyId).at(-1) ?? [];
    const about = { sync_id: interrupted.id, reverted_sync_id: run, interrupted: true };
    const counts = { updated: numbers.size, reactivated: 0, deactivated: 0 };
    assert.deepEqual([type, event], ['sync.reverted', { itemised: true, ...counts, ...about }]);
    assert.deepEqual(
      requireRun(company.db, company.companyId, run).follow_ups.at(-1)?.outcome,
      'failed',
    );
    if (!isTakenBack) continue;
    // What was taken back is a run like any other.
    atOnce(company, reverting(interrupted.id));
    assert.deepEqual(stateOf(company).people, now);
  }
  const { result } = await inSteps(company, reverting(run));
  assert.deepEqual(result.skipped, {});
  assert.deepEqual(stateOf(company).people, before.people);
});

test('no step of an approval or its revert changes more than 2,500 people', async (t) => {
  const company = createTestCompany(t);
  sync(company, rows(5_600));
  const stop = { deactivateMissing: true, maxDeactivations: 1, operator };
  const run = syncRun(company, rows(1), stop).runId ?? '';
  const lengthOf = (value: unknown): number =>
    typeof value === 'string' && value.startsWith('[') ? JSON.parse(value).length : 0;
  const written: number[] = [];
  const before: Options['before'] = (step) => {
    if (step.kind !== 'apply') return;
    const ofPeople = step.statements.filter(({ query }) => query.name.startsWith('roster/'));
    const lists = ofPeople.map(({ params }) => Object.values(params).map(lengthOf));
    written.push(lists.reduce((sum, lengths) => sum + Math.max(0, ...lengths), 0));
  };
  const approval = await inSteps(company, approving(run), { rowsPerStep: ROWS_PER_STEP, before });
  const approved = written.splice(0);
  await inSteps(company, reverting(approval.run_id ?? ''), { rowsPerStep: ROWS_PER_STEP, before });
  // The last step of each is the record of the run, and what is recorded of each person comes first.
  assert.deepEqual(approved, [2_500, 2_500, 599, 0]);
  assert.deepEqual(written, [0, 2_000, 2_000, 1_599, 0]);
});

const deactivated = (target: Target) =>
  people(target).filter((one) => one.deactivated_at !== null).length;

test('what an interrupted approval left is approved by asking again, and who came back stays', async (t) => {
  const company = createTestCompany(t);
  const count = MANY;
  sync(company, rows(count));
  const stop = { deactivateMissing: true, maxDeactivations: 1, operator };
  const run = syncRun(company, rows(1), stop).runId ?? '';
  assert.ok(await dieBefore(company, approving(run), 1));
  assert.equal(deactivated(company), 2_500);
  const { db, companyId } = company;
  const run_id = requireRun(db, companyId, 'latest').id;
  const event = { sync_id: run_id, itemised: true, updated: 0, reactivated: 0, deactivated: 2_500 };
  assert.deepEqual(whatHappened(db, companyId).at(-1), [
    'sync.approved',
    { ...event, approved_sync_id: run, interrupted: true },
  ]);
  const [decision] = listDecisions(db, companyId, { count: 1 });
  assert.deepEqual(
    [decision?.action, decision?.target.id, decision?.after],
    ['sync.approve', run, { run_id, updated: 0, deactivated: 2_500, interrupted: true }],
  );
  const show = () => requireRun(company.db, company.companyId, run);
  assert.deepEqual([show().is_approved, show().follow_ups.length], [false, 1]);
  const [back] = people(company).filter((one) => one.deactivated_at !== null);
  company.write((write) => reactivateEmployee(write, back?.id ?? ''));
  const approval = await inSteps(company, approving(run));
  assert.deepEqual([approval.approved, approval.deactivated], [true, count - 1 - 2_500]);
  assert.equal(deactivated(company), count - 2);
  assert.equal(show().is_approved, true);
  await assert.rejects(inSteps(company, approving(run)), { code: 'conflict' });
});

test('no step grows with the people whom a revert is about, nor does what it leaves if it dies before the first change', async (t) => {
  const { company, run } = changeMany(t);
  const longest = (step: Step): number =>
    step.kind === 'apply'
      ? step.statements.filter(({ query }) => query.name === 'sync-runs/record_part').length
      : 'run' in step
        ? (JSON.parse(JSON.parse(step.run).changes).updated ?? []).length
        : 0;
  const entries: number[] = [];
  const before = everything(company);
  assert.ok(await dieBefore(company, reverting(run), 1, 1_000));
  assert.deepEqual({ ...everything(company), company: [] }, { ...before, company: [] });
  requireRunsOfParts(company);
  await inSteps(company, reverting(run), {
    rowsPerStep: 1_000,
    before: (step) => entries.push(longest(step)),
  });
  // The first thousand changes are in the plan, and the others in two parts, beside one about a department, before anybody is changed.
  assert.deepEqual(entries.slice(0, 4), [0, 1_000, 3, 0]);
  assert.equal(Math.max(...entries.slice(3)), 0);
  requireRunsOfParts(company);
  const { db, companyId } = company;
  assert.deepEqual(
    changesOf(db, companyId, requireRun(db, companyId, 'latest').id).updated.length,
    MANY,
  );
});

test('other companies are changed between the steps, and nothing else is done about the company meanwhile', async (t) => {
  const { company, run } = changeMany(t);
  const { db } = company;
  const order = { name: 'Other', ssoDomains: [], now: NOW, actor: 'test' };
  const other = createCompany(db, order).company.companyId;
  let between = 0;
  const before: Options['before'] = (step) => {
    if (step.kind !== 'apply') return;
    const email = `somebody${between++}@x.co`;
    writeCompany(db, { companyId: other, now: NOW, actor: 'test' }, (write) =>
      addEmployee(write, { email }),
    );
    assert.throws(() => atOnce(company, reverting(run)), HELD);
    assert.throws(() => atOnce(company, approving(run)), HELD);
    assert.throws(() => sync(company, rows(1)), HELD);
  };
  await inSteps(company, reverting(run), { rowsPerStep: 1_000, before });
  assert.ok(between > 2);
  assert.equal(people({ db, companyId: other }).length, between);
  await assert.rejects(
    inSteps(company, reverting(run), {
      before: (step) => {
        if (step.kind === 'hold')
          takeStep(db, { ...step, token: 'x'.repeat(36) }, () => NOW + MINUTE);
      },
    }),
    HELD,
  );
});

test('a dry run in steps takes none and changes nothing', async (t) => {
  const { company, run } = changeMany(t);
  const before = everything(company);
  const options: Options = {
    dryRun: true,
    before: () => assert.fail('a step was taken'),
  };
  const { result } = await inSteps(company, reverting(run), options);
  assert.equal(result.updated, MANY);
  assert.deepEqual(everything(company), before);
});
