import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RosterRow } from '../../../src/domain/roster/types.ts';
import { fold } from '../../../src/domain/text.ts';
import { rounds } from '../../faults/run-scale.ts';
import { applyPlan } from './apply-plan.ts';
import { companies, failingRosters, rosters, tightRules } from './arbitraries.ts';
import { codes, read, UNLIMITED } from './builders.ts';
import { type Plan, planRoster, type Snapshot } from './plan-roster.ts';

const RUNS = rounds(1500);

const changesNothing = (plan: Plan) => ({
  creates: plan.creates.length,
  updates: plan.updates.length,
  new: plan.newDepartments,
  adopted: plan.adoptedDepartments,
  restored: plan.restoredDepartments,
});

/** The rows that were applied, changed or not. */
function appliedRows(rows: readonly RosterRow[], plan: Plan): RosterRow[] {
  const failed = new Set(plan.errors.map(({ index }) => index));
  return rows.filter(({ index }) => !failed.has(index));
}

test('every row is created, updated, unchanged or an error, once and in request order', () => {
  fc.assert(
    fc.property(companies, failingRosters, tightRules, (before, rows, rules) => {
      const roster = read(rows);
      const plan = planRoster(before, roster, rules);
      const done = plan.creates.length + plan.updates.length + plan.unchanged;
      assert.equal(done + plan.errors.length, rows.length);
      // Rows that take over an email come last.
      const creates = rules.updateProfiles ? [] : plan.creates.map(({ row }) => row);
      for (const list of [plan.errors, creates])
        for (const [n, { index }] of list.entries())
          assert.ok(n === 0 || (list[n - 1]?.index ?? rows.length) < index);
      const people = plan.updates.map(({ employee }) => employee.number);
      assert.equal(new Set(people).size, people.length);
    }),
    RUNS,
  );
});

test('a plan in parts, each written before the next is matched, is the plan in one piece', () => {
  fc.assert(
    fc.property(
      ...([companies, failingRosters, tightRules, fc.integer({ min: 1, max: 5 })] as const),
      (before, rows, rules, rowsPerPart) => {
        const roster = read(rows);
        assert.deepEqual(
          planRoster(before, roster, rules, rowsPerPart),
          planRoster(before, roster, rules),
        );
      },
    ),
    RUNS,
  );
});

test('the same roster sent again finds everything as it left it, failed rows included', () => {
  fc.assert(
    fc.property(companies, failingRosters, tightRules, (before, rows, rules) => {
      // A person who was linked by email gets their profile from the next roster only.
      rules = { ...rules, updateProfiles: false };
      const roster = read(rows);
      const first = planRoster(before, roster, rules);
      const second = planRoster(applyPlan(before, first), roster, rules);
      assert.deepEqual(changesNothing(second), {
        creates: 0,
        updates: 0,
        new: [],
        adopted: [],
        restored: [],
      });
      assert.deepEqual(second.errors, first.errors);
    }),
    rounds(4000),
  );
});

test('a record never ends with two people or two departments of one external id', () => {
  fc.assert(
    fc.property(companies, rosters, tightRules, (before, rows, rules) => {
      const after = applyPlan(before, planRoster(before, read(rows), rules));
      for (const keys of [
        after.employees.map((one) => one.externalId),
        after.employees.map((one) => one.emailKey),
        after.departments.map((one) => one.externalId),
      ]) {
        const sentKeys = keys.filter((key) => key !== null);
        assert.equal(new Set(sentKeys).size, sentKeys.length);
      }
    }),
    RUNS,
  );
});

test('limits are never exceeded by a sync', () => {
  const active = (record: Snapshot) => record.departments.filter((one) => !one.archived).length;
  fc.assert(
    fc.property(companies, rosters, tightRules, (before, rows, rules) => {
      const after = applyPlan(before, planRoster(before, read(rows), rules));
      assert.ok(active(after) <= Math.max(active(before), rules.departmentLimit));
      if (rules.employeeLimit !== null)
        assert.ok(
          after.employeesOnRecord <= Math.max(before.employeesOnRecord, rules.employeeLimit),
        );
    }),
    RUNS,
  );
});

test('nobody whom only the portal may bring back is touched', () => {
  fc.assert(
    fc.property(companies, rosters, (before, rows) => {
      const plan = planRoster(before, read(rows), UNLIMITED);
      for (const { employee } of plan.updates)
        if (employee.deactivatedBy !== null)
          assert.deepEqual(
            [employee.deactivatedBy, employee.isAdmin, employee.portalRole],
            ['sync', false, null],
          );
    }),
    RUNS,
  );
});

test('a department is created, restored or given an external id only for a row that is applied', () => {
  fc.assert(
    fc.property(companies, failingRosters, tightRules, (before, rows, rules) => {
      const roster = read(rows);
      const plan = planRoster(before, roster, rules);
      const ids = new Set<string | null>();
      const namesAlone = new Set<string>();
      for (const row of appliedRows(roster.rows, plan)) {
        if (row.departmentExternalId) ids.add(row.departmentExternalId);
        else if (row.departmentName) namesAlone.add(fold(row.departmentName));
      }
      for (const { externalId } of plan.adoptedDepartments) assert.ok(ids.has(externalId));
      for (const { externalId, nameKey } of plan.newDepartments)
        assert.ok(externalId === null ? namesAlone.has(nameKey) : ids.has(externalId));
      for (const { number } of plan.restoredDepartments) {
        const restored = before.departments.find((one) => one.number === number);
        assert.ok(restored?.archived && restored.externalId !== null);
        assert.ok(ids.has(restored.externalId) || namesAlone.has(restored.nameKey));
      }
    }),
    RUNS,
  );
});

test('a restored department moves to top level exactly when its parent ends archived', () => {
  fc.assert(
    fc.property(companies, rosters, tightRules, (before, rows, rules) => {
      const plan = planRoster(before, read(rows), rules);
      const archived = new Set(
        applyPlan(before, plan)
          .departments.filter((one) => one.archived)
          .map(({ number }) => number),
      );
      for (const { number, toTopLevel } of plan.restoredDepartments) {
        const parent = before.departments.find((one) => one.number === number)?.parentNumber;
        assert.equal(toTopLevel, parent != null && archived.has(parent));
      }
      const moves = plan.warnings.filter(({ code }) => code === 'department_moved_to_top_level');
      assert.equal(moves.length, plan.restoredDepartments.filter((one) => one.toTopLevel).length);
    }),
    RUNS,
  );
});

/** The record in a form that knows nothing of the order in which people and departments were added. */
function contentsOf(before: Snapshot, after: Snapshot) {
  const isOld = new Set(before.departments.map(({ number }) => number));
  const nameOf = (number: number) =>
    isOld.has(number)
      ? `known ${number}`
      : `new ${after.departments.find((one) => one.number === number)?.nameKey}`;
  return {
    departments: after.departments
      .map((one) => JSON.stringify({ ...one, number: nameOf(one.number) }))
      .sort(),
    employees: after.employees
      .map(({ number: _, departmentNumber: place, ...one }) =>
        JSON.stringify({ ...one, department: place === null ? null : nameOf(place) }),
      )
      .sort(),
  };
}

/** The same roster with one name for each new department, because the first of several would decide. */
function withSettledNames(before: Snapshot, rows: readonly unknown[]): unknown[] {
  const names = new Map<string, unknown>();
  return rows.map((sent) => {
    const row = sent as Record<string, unknown>;
    const { department_external_id: id, department_name: name } = row;
    if (typeof id !== 'string' || typeof name !== 'string' || id === '' || name === '') return row;
    if (before.departments.some(({ externalId }) => externalId === id)) return row;
    if (!names.has(id)) names.set(id, name);
    return { ...row, department_name: names.get(id) };
  });
}

test('the order of the rows does not matter below the limits', () => {
  const shuffles = fc.tuple(companies, rosters).chain(([before, rows]) => {
    const settled = withSettledNames(before, rows);
    const order = settled.map((_, index) => index);
    return fc.tuple(
      fc.constant(before),
      fc.constant(settled),
      fc.shuffledSubarray(order, { minLength: order.length }),
    );
  });
  fc.assert(
    fc.property(shuffles, ([before, rows, order]) => {
      const straight = planRoster(before, read(rows), UNLIMITED);
      const shuffled = planRoster(before, read(order.map((index) => rows[index])), UNLIMITED);
      const back = (entries: [number, string][]) =>
        entries.map(([at, code]) => [order[at] ?? -1, code] as const).sort(([a], [b]) => a - b);
      const emailWarnings = (plan: Plan) =>
        codes(plan.warnings.filter(({ code }) => code === 'email_matches_other_employee'));
      assert.deepEqual(back(codes(shuffled.errors)), codes(straight.errors));
      assert.deepEqual(back(emailWarnings(shuffled)), emailWarnings(straight));
      assert.equal(shuffled.warnings.length, straight.warnings.length);
      assert.equal(shuffled.unchanged, straight.unchanged);
      assert.deepEqual(
        contentsOf(before, applyPlan(before, shuffled)),
        contentsOf(before, applyPlan(before, straight)),
      );
    }),
    rounds(2500),
  );
});

// Rows that fail for their department have had their say by then: their external id may have brought an
// archived department to mind, or their name made another ambiguous. All who fail earlier must leave no trace.
const WITHOUT_TRACE = new Set([
  'validation_failed',
  'duplicate_external_id',
  'duplicate_email',
  'email_domain_not_allowed',
  'external_id_mismatch',
  'managed_in_portal',
  'deactivated_in_portal',
  'unknown_department',
]);

test('without its traceless failures a roster does exactly the same', () => {
  fc.assert(
    fc.property(companies, rosters, tightRules, (before, rows, rules) => {
      // A row that waits for an email has had its say about departments before it fails.
      rules = { ...rules, updateProfiles: false };
      const whole = planRoster(before, read(rows), rules);
      const gone = new Set(
        whole.errors.filter(({ code }) => WITHOUT_TRACE.has(code)).map(({ index }) => index),
      );
      const kept = rows.filter((_, index) => !gone.has(index));
      const rest = planRoster(before, read(kept), rules);
      assert.deepEqual(applyPlan(before, rest), applyPlan(before, whole));
      assert.deepEqual(
        rest.errors.map(({ code }) => code),
        whole.errors.map(({ code }) => code).filter((code) => !WITHOUT_TRACE.has(code)),
      );
    }),
    RUNS,
  );
});

test('the random companies and rosters reach every outcome', () => {
  const seen = new Set<string>();
  for (const [before, rows, rules] of fc.sample(fc.tuple(companies, failingRosters, tightRules), {
    numRuns: 1000,
    seed: 1,
  })) {
    const plan = planRoster(before, read(rows), rules);
    for (const { code } of [...plan.errors, ...plan.warnings]) seen.add(code);
    if (plan.newDepartments.some(({ externalId }) => externalId !== null)) seen.add('new id');
    if (plan.newDepartments.some(({ externalId }) => externalId === null)) seen.add('new name');
    if (plan.adoptedDepartments.length > 0) seen.add('adopted');
    if (plan.restoredDepartments.length > 0) seen.add('restored');
    if (plan.creates.length > 0) seen.add('created');
    if (plan.updates.some(({ reactivate }) => reactivate)) seen.add('reactivated');
    if (plan.updates.some(({ employee }) => employee.externalId === null)) seen.add('linked');
    if (plan.unchanged > 0) seen.add('unchanged');
  }
  assert.deepEqual([...seen].sort(), [
    'adopted',
    'batch_aborted',
    'created',
    'deactivated_in_portal',
    'department_conflict',
    'department_limit_reached',
    'department_moved_to_top_level',
    'duplicate_email',
    'duplicate_external_id',
    'email_matches_other_employee',
    'external_id_mismatch',
    'linked',
    'managed_in_portal',
    'new id',
    'new name',
    'reactivated',
    'restored',
    'sandbox_limit_reached',
    'unchanged',
    'unknown_department',
    'validation_failed',
  ]);
});
