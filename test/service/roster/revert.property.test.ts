import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EngagedError } from '../../../src/domain/errors.ts';
import { type CompanyWrite, writeCompany } from '../../../src/service/company/company-write.ts';
import {
  archiveDepartment,
  moveDepartment,
  restoreDepartment,
} from '../../../src/service/departments/departments.ts';
import {
  deactivateEmployee,
  reactivateEmployee,
  setEmployeeRole,
  signInEmployee,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { revertRun } from '../../../src/service/roster/follow-up/revert-run.ts';
import * as arbitrary from '../../domain/roster/arbitraries.ts';
import { rounds } from '../../faults/run-scale.ts';
import { NOW, queryRows } from '../test-company.ts';
import { companyFromSnapshot } from './company-from-snapshot.ts';
import { departments, people, syncRun, type Target } from './sync.ts';

const MINUTE = 60_000;

/** Who and what is on record, without how often it was changed. */
const stateOf = (target: Target) => ({
  people: people(target).map(({ revision: _, ...person }) => person),
  departments: departments(target),
});

type Person = ReturnType<typeof people>[number];
type Decision = (write: CompanyWrite, person: Person, department: string, other: string) => unknown;

type Choice = { decide: Decision; person: number; department: number; other: number };

const decisions: readonly Decision[] = [
  (write, { id }) => deactivateEmployee(write, id, 'Left'),
  (write, { id }) => reactivateEmployee(write, id),
  (write, { id }) => setEmployeeRole(write, id, 'admin'),
  (write, { id }) => setEmployeeRole(write, id, { role: 'HR' }),
  (write, { id }) => signInEmployee(write, id, 'Ann'),
  (write, { id }) => updateEmployee(write, id, { job_title: 'Chief' }),
  (write, { id }) => updateEmployee(write, id, { external_id: null }),
  (write, { id }) => updateEmployee(write, id, { external_id: '1' }),
  (write, { id }) => updateEmployee(write, id, { email: 'a@x.co', given_name: 'Eve' }),
  (write, { id }) => updateEmployee(write, id, { email: 'd@x.co' }),
  (write, { id }, department) => updateEmployee(write, id, { department }),
  (write, _, department) => archiveDepartment(write, department),
  (write, _, department) => restoreDepartment(write, department),
  (write, _, department, other) => moveDepartment(write, department, other),
  (write, _, department) => moveDepartment(write, department, null),
];

const portal: fc.Arbitrary<Choice[]> = fc.array(
  fc.record({
    decide: fc.constantFrom(...decisions),
    person: fc.nat(),
    department: fc.nat(),
    other: fc.nat(),
  }),
  { maxLength: 8 },
);

/** Carries out what the portal decides, as far as it is possible. */
function decideInPortal(target: Target, choices: readonly Choice[]): void {
  const { db, companyId } = target;
  const ids = queryRows(db, companyId, 'select id from departments where company_id = :companyId', {
    id: 'text',
  }).map(({ id }) => id);
  const all = people(target);
  const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % (list.length || 1)];
  for (const { decide, person, department, other } of choices) {
    const chosen = pick(all, person);
    if (!chosen) continue;
    try {
      writeCompany(db, { companyId, now: NOW + MINUTE, actor: 'test' }, (write) =>
        decide(write, chosen, pick(ids, department) ?? '', pick(ids, other) ?? ''),
      );
    } catch (error) {
      if (!(error instanceof EngagedError)) throw error;
    }
  }
}

/** Reverts a run, or says that it changed nothing. */
function revert(target: Target, reference: string, at: number) {
  const { db, companyId } = target;
  try {
    return writeCompany(db, { companyId, now: NOW + at, actor: 'test' }, (write) =>
      revertRun(write, reference, { departmentLimit: 1000, clock: () => write.now }),
    );
  } catch (error) {
    if (error instanceof EngagedError && error.code === 'conflict') return null;
    throw error;
  }
}

const operator = { alsoNamed: [], lineOf: () => null };
const syncOptions = fc.record({
  deactivateMissing: fc.boolean(),
  maxDeactivations: fc.constant(10),
  operator: fc.boolean().map((updateProfiles) => ({ ...operator, updateProfiles })),
});
const syncs = [arbitrary.companies, arbitrary.failingRosters, syncOptions] as const;

test('a revert right after a sync gives back all that was there, and retires what was not', () => {
  fc.assert(
    fc.property(...syncs, (snapshot, rows, options) => {
      fc.pre(rows.length > 0);
      const target = companyFromSnapshot(snapshot);
      const before = stateOf(target);
      const { runId } = syncRun(target, rows, options);
      // A new person keeps an email that somebody passed on to them.
      const emails = new Set(before.people.map(({ email_key }) => email_key));
      const created = people(target).slice(before.people.length);
      fc.pre(!created.some(({ email_key }) => emails.has(email_key)));
      const reverted = revert(target, runId ?? '', MINUTE);
      const after = stateOf(target);
      assert.deepEqual(reverted?.result.skipped ?? {}, {});
      assert.deepEqual(after.people.slice(0, before.people.length), before.people);
      assert.deepEqual(after.departments.slice(0, before.departments.length), before.departments);
      for (const person of after.people.slice(before.people.length)) {
        assert.deepEqual([person.deactivated_at, person.deactivated_by], [NOW + MINUTE, 'sync']);
      }
      for (const department of after.departments.slice(before.departments.length)) {
        assert.equal(department.archived_at, NOW + MINUTE);
      }
    }),
    rounds(150),
  );
});

test('whatever the portal decided in between, a revert of a revert gives back the state', () => {
  fc.assert(
    fc.property(...syncs, portal, (snapshot, rows, options, choices) => {
      fc.pre(rows.length > 0);
      const target = companyFromSnapshot(snapshot);
      const { runId } = syncRun(target, rows, options);
      decideInPortal(target, choices);
      const before = stateOf(target);
      const first = revert(target, runId ?? '', 2 * MINUTE);
      const between = stateOf(target);
      if (!first) return assert.deepEqual(between, before);
      const second = revert(target, first.run_id, 3 * MINUTE);
      assert.deepEqual(stateOf(target), before);
      if (!second) return assert.deepEqual(between, before);
      assert.deepEqual(second.result.skipped, {});
      revert(target, second.run_id, 4 * MINUTE);
      const moved = (state: typeof before) =>
        JSON.parse(
          JSON.stringify(state).replaceAll(String(NOW + 4 * MINUTE), String(NOW + 2 * MINUTE)),
        );
      assert.deepEqual(moved(stateOf(target)), moved(between));
    }),
    rounds(300),
  );
});

test('a revert touches nobody whom the sync has not, and nobody who is managed in the portal changes state', () => {
  fc.assert(
    fc.property(...syncs, portal, (snapshot, rows, options, choices) => {
      fc.pre(rows.length > 0);
      const target = companyFromSnapshot(snapshot);
      const untouched = people(target);
      const { runId } = syncRun(target, rows, options);
      const synced = people(target);
      decideInPortal(target, choices);
      const before = people(target);
      revert(target, runId ?? '', 2 * MINUTE);
      for (const [n, person] of people(target).entries()) {
        const was = before[n];
        if (synced[n]?.revision === untouched[n]?.revision) assert.deepEqual(person, was);
        if (was && (was.is_admin === 1 || was.portal_role !== null)) {
          assert.equal(person.deactivated_at, was.deactivated_at);
        }
        if (was?.deactivated_by === 'portal') assert.equal(person.deactivated_by, 'portal');
      }
    }),
    rounds(150),
  );
});
