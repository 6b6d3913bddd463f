import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DeactivationOptions } from '../../../src/service/roster/sync/deactivation.ts';
import * as arbitrary from '../../domain/roster/arbitraries.ts';
import { codes, read } from '../../domain/roster/builders.ts';
import { rounds } from '../../faults/run-scale.ts';
import { NOW } from '../test-company.ts';
import { companyFromSnapshot } from './company-from-snapshot.ts';
import { everything, people, sync, type Target } from './sync.ts';

const deactivationOptions: fc.Arbitrary<DeactivationOptions> = fc.record({
  deactivateMissing: fc.boolean(),
  maxDeactivations: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
});

const holds = (
  property: (target: Target, rows: unknown[], order: DeactivationOptions) => void,
): void =>
  fc.assert(
    fc.property(
      arbitrary.companies,
      arbitrary.failingRosters,
      deactivationOptions,
      (snapshot, rows, order) => {
        fc.pre(rows.length > 0);
        property(companyFromSnapshot(snapshot), rows, order);
      },
    ),
    rounds(150),
  );

test('every row is counted once, as created, updated, unchanged or an error', () => {
  holds((target, rows, order) => {
    const before = people(target).length;
    const { created, updated, unchanged, reactivated, errors } = sync(target, rows, order);
    assert.equal(created + updated + unchanged + errors.length, rows.length);
    assert.ok(reactivated <= updated);
    assert.equal(people(target).length, before + created);
  });
});

test('a dry run predicts the run exactly and changes nothing', () => {
  holds((target, rows, order) => {
    const before = everything(target);
    const foretold = sync(target, rows, { ...order, dryRun: true });
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

test('either all missing employees are deactivated or none, within the limit, and protected ones never', () => {
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

test('counts made without reading the whole company equal a full count', () => {
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
