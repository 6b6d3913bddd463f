import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { newId } from '../../../src/domain/id.ts';
import { isoTime } from '../../../src/domain/iso-time.ts';
import { deleteOldEvents, recordExpiringKeys } from '../../../src/service/events/event-upkeep.ts';
import { recordEvents } from '../../../src/service/events/events.ts';
import { revokeKey, rotateKey } from '../../../src/service/keys/keys.ts';
import { takeStep } from '../../../src/service/roster/steps/change-in-steps.ts';
import { openData } from '../../../src/store/data.ts';
import { findBounds } from '../../../src/store/events/events.ts';
import { createTestCompany, createTestKey, NOW, whatHappened } from '../test-company.ts';

type TestCompany = ReturnType<typeof createTestCompany>;

const write = ({ write }: TestCompany, count: number, at: number) =>
  write(
    (w) =>
      recordEvents(
        w,
        Array.from({ length: count }, () => ({ type: 'events.omitted', data: {} })),
      ),
    at,
  );

test('old events are deleted in portions, from the oldest on, and the others stay', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, writeSandbox, sandboxId } = company;
  write(company, 2_500, NOW - 2);
  write(company, 10, NOW);
  writeSandbox((w) => recordEvents(w, [{ type: 'events.omitted', data: {} }]), NOW - 1);
  const kept = [];
  while (deleteOldEvents(db, NOW)) kept.push(db.one(findBounds, { companyId })?.first);
  assert.deepEqual(kept, [1_001, 2_001, 2_501, 2_501]);
  assert.deepEqual(db.one(findBounds, { companyId }), { first: 2_501, last: 2_510 });
  assert.deepEqual(db.one(findBounds, { companyId: sandboxId }), { first: 2, last: 1 });
});

test('events of a clock that was ahead are deleted with the older events after them', (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  write(company, 5, NOW + 365 * DAY_MS);
  write(company, 5, NOW - 1);
  write(company, 5, NOW);
  while (deleteOldEvents(db, NOW));
  assert.deepEqual(db.one(findBounds, { companyId }), { first: 11, last: 15 });
});

test('where there is nothing to delete or to write, nothing is written', (t) => {
  const company = createTestCompany(t);
  write(company, 5, NOW);
  createTestKey(company.db, company.companyId, { expiresAt: NOW + 31 * DAY_MS });
  // Even a beginning write would be refused.
  const db = openData(company.file, { write: false });
  t.after(() => db.close());
  assert.equal(deleteOldEvents(db, NOW), false);
  recordExpiringKeys(db, NOW);
});

test('a key that expires within 30 days gets one event, with the company that it belongs to', (t) => {
  const { db, companyId, sandboxId, write } = createTestCompany(t);
  const soon = NOW + 30 * DAY_MS - 1;
  const issue = (expiresAt: number | null, of = companyId) =>
    createTestKey(db, of, { expiresAt }).id;
  const live = issue(soon);
  const test = issue(NOW + 1, sandboxId);
  for (const expiresAt of [null, NOW, soon + 1]) issue(expiresAt);
  const [revoked, rotated] = [issue(soon), issue(soon)];
  write((w) => revokeKey(w, revoked));
  write((w) => rotateKey(w, rotated, DAY_MS));
  const shown = (key_id: string, expiresAt: number) => [
    ['key.expiring', { key_id, expires_at: isoTime(expiresAt) }],
  ];
  for (const now of [NOW, NOW, NOW + 2]) {
    recordExpiringKeys(db, now);
    // The successor of the rotated key lives as long as that did: it expires soon too.
    const [first, second, ...others] = whatHappened(db, companyId);
    assert.deepEqual([first], shown(live, soon));
    assert.deepEqual([second?.[0], others.length], ['key.expiring', now === NOW ? 0 : 1]);
    assert.deepEqual(whatHappened(db, sandboxId), shown(test, NOW + 1));
  }
});

test('a key of a company to which a roster is being applied gets its event afterwards, and keeps no other company waiting', (t) => {
  const { db, companyId, sandboxId } = createTestCompany(t);
  for (const of of [companyId, sandboxId]) createTestKey(db, of, { expiresAt: NOW + DAY_MS });
  const noted = () =>
    [companyId, sandboxId].map((of) => {
      recordExpiringKeys(db, NOW);
      return whatHappened(db, of).length;
    });
  const hold = { companyId, token: newId(NOW) };
  takeStep(db, { ...hold, kind: 'hold' }, () => NOW);
  assert.deepEqual(noted(), [0, 1]);
  takeStep(db, { ...hold, kind: 'end' }, () => NOW);
  assert.deepEqual(noted(), [1, 1]);
});
