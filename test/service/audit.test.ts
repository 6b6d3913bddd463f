import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLastDecisions } from '../../src/service/audit.ts';
import { recordAuditEvent, writeCompany } from '../../src/service/company-write.ts';
import { createTestCompany, NOW } from './test-company.ts';

test('the newest decision about each of some things is found, also behind many others', (t) => {
  const { db, companyId } = createTestCompany(t);
  const decide = (actor: string, target: string, now: number) =>
    writeCompany(db, { companyId, now, actor }, (write) =>
      recordAuditEvent(write, 'shop.update', ['shop_item', target]),
    );
  decide('first', 'mug', NOW);
  decide('second', 'mug', NOW + 1);
  decide('third', 'cap', NOW + 2);
  for (let i = 0; i < 50; i++) decide('other', `item ${i}`, NOW + 3 + i);
  const find = (...targets: string[]) => [...findLastDecisions(db, companyId, targets)];
  assert.deepEqual(find('mug', 'cap', 'unknown'), [
    ['mug', { actor: 'second', at: NOW + 1 }],
    ['cap', { actor: 'third', at: NOW + 2 }],
  ]);
  assert.deepEqual(find(), []);
});
