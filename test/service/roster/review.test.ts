import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnconfirmedMajority } from '../../../src/service/roster/review/review.ts';
import type { SyncInput } from '../../../src/service/roster/sync/sync-input.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany } from '../test-company.ts';
import { everything, people, sync, syncRun } from './sync.ts';

const operator = { updateProfiles: false, alsoNamed: [], lineOf: () => null };
const IDS = ['0011', '0012', '0013', '0014', '0015'];
const few: Partial<SyncInput> = { deactivateMissing: true };

test('only an operator is asked to confirm that more than half go, and only once', (t) => {
  const company = createTestCompany(t);
  sync(
    company,
    IDS.map((id) => rosterRow(id)),
  );
  const before = everything(company);
  const rows = [rosterRow('0011'), rosterRow('new')];
  assert.throws(
    () => sync(company, rows, { ...few, operator }),
    (error) => {
      assert.ok(error instanceof UnconfirmedMajority);
      const { missing, of, people: named } = error.majority;
      assert.deepEqual(
        [missing, of, named.map(({ external_id }) => external_id)],
        [4, 5, IDS.slice(1)],
      );
      return true;
    },
  );
  assert.deepEqual(everything(company), before);
  const rehearsed = syncRun(company, rows, { ...few, operator, dryRun: true });
  assert.deepEqual([rehearsed.review?.majority?.missing, rehearsed.result.deactivated], [4, 4]);
  const half = IDS.slice(2).map((id) => rosterRow(id));
  assert.equal(syncRun(company, half, { ...few, operator, dryRun: true }).review?.majority, null);
  const confirmed = sync(company, rows, { ...few, operator, maxDeactivations: 4 });
  assert.equal(confirmed.deactivated, 4);
});

test('a sync over HTTP keeps to the contract: it asks nothing, and takes ids as they are', (t) => {
  const company = createTestCompany(t);
  sync(
    company,
    IDS.map((id) => rosterRow(id)),
  );
  const stripped = IDS.map((id, n) => rosterRow(id.slice(2), { email: `n${n}@example.com` }));
  assert.throws(() => sync(company, stripped, { operator }), /lost their leading zeros/);
  const { created, deactivated } = sync(company, stripped, { ...few, source: 'http' });
  assert.deepEqual([created, deactivated], [5, 5]);
});

test('people who are named without a row are not missing, and nothing about them changes', (t) => {
  const company = createTestCompany(t);
  sync(
    company,
    IDS.map((id) => rosterRow(id)),
  );
  const before = people(company);
  const named = { ...operator, alsoNamed: ['0012', '0012', 'nobody'] };
  const rows = IDS.slice(2).map((id) => rosterRow(id));
  const result = sync(company, rows, { ...few, operator: named });
  assert.deepEqual(
    [result.unchanged, result.deactivated, result.deactivation_candidates_total],
    [3, 1, 1],
  );
  assert.deepEqual(people(company).slice(1), before.slice(1));
});
