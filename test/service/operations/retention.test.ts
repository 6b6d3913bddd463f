import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/duration.ts';
import { isoTime } from '../../../src/domain/iso-time.ts';
import {
  DELETION_STEP_MS,
  deleteExpired,
  describeRetention,
  findNextDeletionTime,
  moveDeletionTime,
  retentionLimits,
} from '../../../src/service/operations/retention.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { createAccount } from '../../../src/service/portal/accounts.ts';
import { findSession, hashSecret, openSession } from '../../../src/service/portal/sessions.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

const FOR_GOOD = { eventDays: 3_650, auditDays: 0, runDays: 0, standingsDays: 0 };

test('sessions that have ended are deleted in portions, without a sign-in, and the others go on', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const account = write((one) => createAccount(one, { email: 'it@acme.example', role: 'owner' }));
  const open = (token: string, at: number) =>
    write((one) => {
      const hash = Buffer.from(hashSecret(token)).toString('hex');
      openSession(one, account, { hash, client: '127.0.0.1', browser: 'test' });
    }, at);
  const count = () =>
    queryRows(
      db,
      companyId,
      'select count(*) as kept from portal_sessions where company_id = :companyId',
      { kept: 'integer' },
    )[0]?.kept;
  for (let at = 0; at < 1_001; at++) open(`ended ${at}`, NOW);
  open('goes on', NOW + 20 * MINUTE_MS);
  const later = NOW + 40 * MINUTE_MS;
  const limits = retentionLimits(FOR_GOOD, later);

  assert.equal(deleteExpired(db, limits, NOW + 21 * MINUTE_MS), false);
  assert.equal(count(), 1_002);
  assert.equal(deleteExpired(db, limits, later), true);
  assert.equal(count(), 2);
  assert.equal(deleteExpired(db, limits, later), true);
  assert.equal(deleteExpired(db, limits, later), false);
  assert.equal(count(), 1);
  assert.notEqual(findSession(db, 'goes on', later), undefined);
});

test('a clock that is years ahead for some hours deletes days too much and not everything, and a service that was off catches up', (t) => {
  const { db, write } = createTestCompany(t);
  const days = { ...FOR_GOOD, eventDays: 30, auditDays: 30 };
  /** What a service does in each round, at its start with a step of 0. Returns the kinds of which something is left. */
  const round = (now: number, step = DAY_MS) => {
    const at = moveDeletionTime(db, now, step);
    while (deleteExpired(db, retentionLimits(days, at), at));
    const kept = describeRetention(db, days, at).filter(({ count }) => count > 0);
    return kept.map(({ kind }) => kind).filter((kind) => /events|audit/.test(kind));
  };
  const both = ['events', 'audit_entries'];
  write((one) => addEmployee(one, { email: 'ada@acme.example' }));
  // There is no time yet that it could follow from.
  assert.deepEqual(round(NOW, 0), both);
  const farAhead = Date.parse('2099-01-01');
  for (let hour = 0; hour < 24; hour++) assert.deepEqual(round(farAhead + hour * HOUR_MS), both);
  for (let start = 0; start < 1_000; start++) assert.deepEqual(round(farAhead, 0), both);
  assert.equal(moveDeletionTime(db, farAhead, 0), NOW + 24 * DAY_MS);
  // What is written meanwhile is no proof of the clock.
  write((one) => addEmployee(one, { email: 'bo@acme.example' }), farAhead);
  assert.deepEqual(round(farAhead), both);
  assert.deepEqual(round(NOW + HOUR_MS), both);
  assert.equal(moveDeletionTime(db, NOW + 2 * HOUR_MS, DAY_MS), NOW + 2 * HOUR_MS);

  const later = NOW + 60 * DAY_MS;
  assert.equal(moveDeletionTime(db, later, 0), NOW + 2 * HOUR_MS);
  let rounds = 1;
  for (; moveDeletionTime(db, later, DAY_MS) < later; rounds++);
  assert.equal(rounds, 60);
  // Only what the clock dated ahead is left.
  assert.deepEqual(round(later), both);
  assert.equal(describeRetention(db, days, later)[0]?.oldest_at, isoTime(farAhead));
});

test('what is kept is told by kind, and what is told to go is what goes', (t) => {
  const { db, write } = createTestCompany(t);
  const now = NOW + 10 * DAY_MS + HOUR_MS;
  const days = { ...FOR_GOOD, eventDays: 5, auditDays: 10 };
  const told = (of = days) =>
    describeRetention(db, of, now).map(({ oldest_at: _, ...one }) => Object.values(one));
  // The sandbox has months and XP of its own.
  const counts = () => told().map(([, , , count]) => Number(count));
  const [, , , months = 0, , , , xp = 0, coins = 0] = counts();
  write((one) => {
    addEmployee(one, { email: 'ada@acme.example' });
    awardXp(one, 'ada@acme.example', { amount: 5 });
    grantCoins(one, 'ada@acme.example', { amount: 5 });
  });
  const [events = 0, audit = 0] = counts();
  assert.ok(events > 0 && audit > 0);
  assert.deepEqual(told(), [
    ['events', 'event-days', 5, events, events],
    ['audit_entries', 'audit-days', 10, audit, audit],
    ['sync_runs', 'run-days', null, 0, 0],
    ['standings', 'standings-days', null, months, 0],
    ['sessions', null, null, 0, 0],
    ['mails', null, 30, 0, 0],
    ['history_looks', null, 730, 0, 0],
    ['xp_entries', null, null, xp + 1, 0],
    ['coin_entries', null, null, coins + 1, 0],
    ['kudos', null, null, 6, 0],
  ]);
  assert.equal(describeRetention(db, days, now)[0]?.oldest_at, isoTime(NOW));
  assert.deepEqual(
    told(FOR_GOOD).map(([, , , , toDelete]) => toDelete),
    Array(10).fill(0),
  );
  while (deleteExpired(db, retentionLimits(days, now), now));
  assert.deepEqual(counts(), [0, 0, 0, months, 0, 0, 0, xp + 1, coins + 1, 6]);
});

test('after a time without a service, what is told to go is what the next deletion takes', (t) => {
  const { db, write } = createTestCompany(t);
  const days = { ...FOR_GOOD, auditDays: 30 };
  for (let day = 0; day < 4; day++) {
    write((one) => addEmployee(one, { email: `p${day}@acme.example` }), NOW + day * DAY_MS);
  }
  moveDeletionTime(db, NOW + 30 * DAY_MS, 0);
  const later = NOW + 90 * DAY_MS;
  const audit = (at: number) => {
    const one = describeRetention(db, days, at).find(({ kind }) => kind === 'audit_entries');
    return { kept: one?.count ?? 0, told: one?.to_delete ?? 0 };
  };
  for (let round = 0; round < 3; round++) {
    const before = audit(findNextDeletionTime(db, later));
    const at = moveDeletionTime(db, later, DELETION_STEP_MS);
    while (deleteExpired(db, retentionLimits(days, at), at));
    assert.deepEqual([before.told > 0, audit(at).kept], [true, before.kept - before.told]);
  }
  assert.ok(audit(later).kept > 0);
});

test('limits are times before now, and 0 where something is kept for good or since before 1970', () => {
  const days = { eventDays: 1, auditDays: 36_500, runDays: 0, standingsDays: 2 };
  assert.deepEqual(retentionLimits(days, NOW), {
    eventDays: NOW - DAY_MS,
    auditDays: 0,
    runDays: 0,
    standingsDays: NOW - 2 * DAY_MS,
  });
});
