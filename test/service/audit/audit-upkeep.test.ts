import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDecisions } from '../../../src/service/audit/audit.ts';
import { deleteOldDecisions } from '../../../src/service/audit/audit-upkeep.ts';
import { recordDecisions } from '../../../src/service/company/company-write.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { createTestCompany, NOW } from '../test-company.ts';

test('old decisions are deleted in portions, and awards, the last import and what is younger stay', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, sandboxId, write, writeSandbox } = company;
  const decide = (count: number, action = 'shop.update') =>
    Array.from({ length: count }, () => ({ action, target: ['shop_item', null] as const }));
  const old = NOW - 2;
  write((w) => {
    addEmployee(w, { email: 'ada@acme.example' });
    recordDecisions(w, decide(2, 'xp.import'));
    recordDecisions(w, decide(2_500));
    awardXp(w, 'ada@acme.example', { amount: 5 });
    grantCoins(w, 'ada@acme.example', { amount: 5 });
  }, old);
  writeSandbox((w) => recordDecisions(w, decide(10)), NOW - 1);
  write((w) => recordDecisions(w, decide(3, 'key.create')), NOW);
  const actions = (id: number) =>
    listDecisions(db, id, { count: 9_999 }).map(({ action }) => action);

  assert.equal(deleteOldDecisions(db, 0), false);
  const before = actions(companyId).length;
  assert.equal(deleteOldDecisions(db, NOW), true);
  assert.equal(actions(companyId).length, before - 1_000);
  while (deleteOldDecisions(db, NOW));
  assert.deepEqual(actions(companyId), [
    ...Array(3).fill('key.create'),
    'coins.grant',
    'xp.award',
    'xp.import',
    'company.create',
  ]);
  assert.deepEqual(actions(sandboxId), []);
});
