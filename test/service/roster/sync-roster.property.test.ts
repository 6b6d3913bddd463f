import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newId } from '../../../src/domain/id.ts';
import type { Snapshot } from '../../../src/domain/roster/types.ts';
import type { DeactivationWish } from '../../../src/service/roster/sync-order.ts';
import * as companies from '../../../src/store/companies.ts';
import { Database } from '../../../src/store/database.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { exec } from '../../../src/store/query.ts';
import * as arbitrary from '../../domain/roster/arbitraries.ts';
import { codes, read } from '../../domain/roster/cast.ts';
import { NOW } from '../a-company.ts';
import { everything, people, sync, type Target } from './sync.ts';

const db = new Database(':memory:', { write: true });
migrate(db);

/** A fresh company that holds what a snapshot says; the planner's numbers from 0 are numbers from 1 here. */
function companyOf({ employees, departments }: Snapshot): Target {
  const { companyId } = db.one(companies.nextId, {}) ?? { companyId: 0 };
  const name = `company ${companyId}`;
  const now = NOW - 1;
  db.write(() => {
    const company = { companyId, name, nameKey: name, mode: 'live', liveCompanyId: null, now };
    db.run(companies.create, { ...company, id: newId(now) });
    const numbered = { companyId, now };
    departments.forEach((one, number) => {
      db.run(insertDepartment, {
        ...numbered,
        ...one,
        number: number + 1,
        id: newId(now),
        name: one.nameKey,
        parentNumber: one.parentNumber === null ? null : one.parentNumber + 1,
        archivedAt: one.archived ? now : null,
      });
    });
    employees.forEach((one, number) => {
      db.run(insertEmployee, {
        ...numbered,
        ...one,
        number: number + 1,
        id: newId(now),
        departmentNumber: one.departmentNumber === null ? null : one.departmentNumber + 1,
        isAdmin: one.isAdmin ? 1 : 0,
        deactivatedAt: one.deactivatedBy === null ? null : now,
      });
    });
    db.one(companies.takeEmployeeNumbers, { companyId, count: employees.length });
    db.one(companies.takeDepartmentNumbers, { companyId, count: departments.length });
  });
  return { db, companyId };
}

const text = <P extends Parameters<typeof exec>[1]>(sql: string, params: P) => ({
  ...exec('sync-runs/record', params),
  name: `test/${sql}`,
  sql,
});

const insertDepartment = text(
  `insert into departments (company_id, number, id, external_id, name, name_key, parent_number, archived_at, created_at)
   values (:companyId, :number, :id, :externalId, :name, :nameKey, :parentNumber, :archivedAt, :now)`,
  {
    ...{ companyId: 'integer', number: 'integer', id: 'text', externalId: 'text?', name: 'text' },
    ...{ nameKey: 'text', parentNumber: 'integer?', archivedAt: 'integer?', now: 'integer' },
  },
);

const insertEmployee = text(
  `insert into employees (company_id, number, id, external_id, email, email_key, department_number, job_title,
     is_admin, portal_role, deactivated_at, deactivated_by, created_at, revision)
   values (:companyId, :number, :id, :externalId, :emailKey, :emailKey, :departmentNumber, :jobTitle,
     :isAdmin, :portalRole, :deactivatedAt, :deactivatedBy, :now, 0)`,
  {
    ...{
      companyId: 'integer',
      number: 'integer',
      id: 'text',
      externalId: 'text?',
      emailKey: 'text',
    },
    ...{ departmentNumber: 'integer?', jobTitle: 'text?', isAdmin: 'flag', portalRole: 'text?' },
    ...{ deactivatedAt: 'integer?', deactivatedBy: 'text?', now: 'integer' },
  },
);

const wishes: fc.Arbitrary<DeactivationWish> = fc.record({
  deactivateMissing: fc.boolean(),
  maxDeactivations: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
});

const holds = (
  property: (target: Target, rows: unknown[], order: DeactivationWish) => void,
): void =>
  fc.assert(
    fc.property(arbitrary.companies, arbitrary.failingRosters, wishes, (snapshot, rows, order) => {
      fc.pre(rows.length > 0);
      property(companyOf(snapshot), rows, order);
    }),
    { numRuns: 150 },
  );

test('every row is created, updated, unchanged or an error, and never two of them', () => {
  holds((target, rows, order) => {
    const before = people(target).length;
    const { created, updated, unchanged, reactivated, errors } = sync(target, rows, order);
    assert.equal(created + updated + unchanged + errors.length, rows.length);
    assert.ok(reactivated <= updated);
    assert.equal(people(target).length, before + created);
  });
});

test('a rehearsal foretells the run exactly and changes nothing', () => {
  holds((target, rows, order) => {
    const before = everything(target);
    const foretold = sync(target, rows, { ...order, rehearse: true });
    assert.deepEqual(everything(target), before);
    assert.deepEqual(sync(target, rows, order), foretold);
  });
});

test('the same roster again changes nobody and fails in the same rows', () => {
  holds((target, rows, order) => {
    const first = sync(target, rows, order);
    const { people: before, departments } = everything(target);
    const second = sync(target, rows, order);
    const after = everything(target);
    assert.deepEqual([after.people, after.departments], [before, departments]);
    assert.deepEqual(
      [second.created, second.updated, second.deactivated, codes(second.errors)],
      [0, 0, 0, codes(first.errors)],
    );
  });
});

test('all of the missing are deactivated or none, within the limit, and nobody who is protected', () => {
  holds((target, rows, order) => {
    const before = new Map(people(target).map((one) => [one.number, one]));
    const answer = sync(target, rows, order);
    const gone = people(target).filter(
      (one) => one.deactivated_at !== null && !before.get(one.number)?.deactivated_at,
    );
    assert.equal(gone.length, answer.deactivated);
    assert.ok(gone.length <= answer.deactivation_limit);
    const goes = order.deactivateMissing && answer.deactivation_skipped_reason === null;
    assert.equal(gone.length, goes ? answer.deactivation_candidates_total : 0);
    for (const one of gone) {
      assert.deepEqual([one.deactivated_by, one.is_admin, one.portal_role], ['sync', 0, null]);
      assert.notEqual(one.external_id, null);
    }
  });
});

test('all that is counted without reading the company equals a plain count', () => {
  holds((target, rows, order) => {
    const { namedExternalIds, namedEmailKeys } = read(rows);
    const answer = sync(target, rows, order);
    // As things stood before the deactivation, which is the last step of a sync.
    const active = people(target).filter(
      (one) => one.deactivated_at === null || one.deactivated_at === NOW,
    );
    const missing = active.filter(
      (one) =>
        one.is_admin === 0 &&
        one.portal_role === null &&
        one.external_id !== null &&
        !namedExternalIds.has(one.external_id),
    );
    const linked = active.filter((one) => one.external_id !== null && one.is_admin === 0);
    assert.deepEqual(
      {
        total: answer.deactivation_candidates_total,
        listed: answer.deactivation_candidates,
        unlinked: answer.unlinked_members,
        limit: answer.deactivation_limit,
      },
      {
        total: missing.length,
        listed: missing
          .map(({ id, external_id, email }) => ({ employee_id: id, external_id, email }))
          .sort((a, b) => (a.employee_id < b.employee_id ? -1 : 1)),
        unlinked: active.filter(
          (one) => one.external_id === null && !namedEmailKeys.has(one.email_key),
        ).length,
        limit: order.maxDeactivations ?? Math.max(10, Math.floor(linked.length / 5)),
      },
    );
  });
});
