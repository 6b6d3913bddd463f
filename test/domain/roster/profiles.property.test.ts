import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchEmployees, type RosterPart } from '../../../src/domain/roster/match-employees.ts';
import { RosterPlanner } from '../../../src/domain/roster/roster-planner.ts';
import type { PlanPart } from '../../../src/domain/roster/types.ts';
import { rounds } from '../../faults/run-scale.ts';
import { applyPlan } from './apply-plan.ts';
import { companies, emailMoves, failingRosters, tightRules } from './arbitraries.ts';
import { read, type SentRow, UNLIMITED } from './builders.ts';
import { planRoster } from './plan-roster.ts';

const cases = fc.oneof(fc.tuple(companies, failingRosters), emailMoves);

test('profiles follow the roster exactly where that is asked for, and never those of protected people', () => {
  fc.assert(
    fc.property(cases, tightRules, ([before, rows], rules) => {
      const roster = read(rows);
      const plan = planRoster(before, roster, rules);
      const after = new Map(applyPlan(before, plan).employees.map((one) => [one.number, one]));
      const failed = new Set(plan.errors.map(({ index }) => index));
      const applied = new Map(
        roster.rows.filter(({ index }) => !failed.has(index)).map((row) => [row.index, row]),
      );
      for (const { index, number, fields, reason } of plan.differences) {
        const was = before.employees.find((one) => one.number === number);
        const now = after.get(number);
        const row = applied.get(index);
        assert.ok(was && now && row && fields.length > 0);
        const isSame = was.emailKey === now.emailKey && was.givenName === now.givenName;
        assert.equal(isSame, reason !== null);
        if (reason !== null) continue;
        assert.ok(rules.updateProfiles && !was.isAdmin && was.portalRole === null);
        assert.deepEqual([now.externalId, now.emailKey], [row.externalId, row.emailKey]);
      }
      const differing = new Set(plan.differences.map(({ number }) => number));
      for (const was of before.employees) {
        if (differing.has(was.number)) continue;
        const now = after.get(was.number);
        assert.deepEqual([now?.emailKey, now?.givenName], [was.emailKey, was.givenName]);
      }
    }),
    rounds(4000),
  );
});

test('nobody ever gets an email that another person keeps, in however many parts the roster comes', () => {
  fc.assert(
    fc.property(
      ...([emailMoves, tightRules, fc.integer({ min: 1, max: 5 })] as const),
      ([before, rows], tight, rowsPerPart) => {
        const rules = { ...tight, updateProfiles: true };
        const plan = planRoster(before, read(rows), rules);
        assert.deepEqual(planRoster(before, read(rows), rules, rowsPerPart), plan);
        const keys = applyPlan(before, plan).employees.map(({ emailKey }) => emailKey);
        assert.equal(new Set(keys).size, keys.length);
        const done = plan.creates.length + plan.updates.length + plan.unchanged;
        assert.equal(done + plan.errors.length, rows.length);
      },
    ),
    rounds(3000),
  );
});

function* partsOf(planner: RosterPlanner, part: RosterPart): Generator<PlanPart> {
  yield planner.plan(part);
  yield* planner.planHeld();
}

test('everybody has an email of their own after each part of those that are passed on, however short the parts are', () => {
  fc.assert(
    fc.property(
      ...([emailMoves, tightRules, fc.integer({ min: 1, max: 5 })] as const),
      ([before, rows], tight, mostEmailsAtOnce) => {
        const rules = { ...tight, updateProfiles: true, mostEmailsAtOnce };
        const roster = read(rows);
        const planner = new RosterPlanner(before, roster.size, rules);
        const part = matchEmployees(before.employees, roster.readings);
        planner.survey(part);
        const emails = new Map(before.employees.map((one) => [one.number, one.emailKey]));
        for (const { updates, creates } of partsOf(planner, part)) {
          for (const { employee, row, profile } of updates)
            if (profile.includes('email')) emails.set(employee.number, row.emailKey);
          for (const { row } of creates) emails.set(-1 - row.index, row.emailKey);
          assert.equal(new Set(emails.values()).size, emails.size);
        }
      },
    ),
    rounds(3000),
  );
});

// A row that waits for an email has had its say about departments before it fails, so rows have none here.
const withoutDepartments = ({ external_id, email, first_name, last_name }: SentRow): SentRow => ({
  ...{ external_id, email, first_name, last_name },
});

test('the same roster again changes nobody whose email has moved', () => {
  fc.assert(
    fc.property(emailMoves, ([before, sent]) => {
      const rows = sent.map(withoutDepartments);
      const rules = { ...UNLIMITED, updateProfiles: true };
      const first = planRoster(before, read(rows), rules);
      const second = planRoster(applyPlan(before, first), read(rows), rules);
      assert.deepEqual([second.creates, second.updates], [[], []]);
      assert.deepEqual(second.errors, first.errors);
    }),
    rounds(3000),
  );
});

test('an email moves exactly where its holder, and theirs, and so on, give it up', () => {
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(emailMoves, ([before, sent]) => {
      const rows = sent.map(withoutDepartments);
      const plan = planRoster(before, read(rows), { ...UNLIMITED, updateProfiles: true });
      const wanted = new Map(rows.map(({ external_id, email }) => [external_id, email]));
      const holderOf = (email: unknown) => before.employees.find((one) => one.emailKey === email);
      const isFree = (email: unknown, asking: Set<unknown>): boolean => {
        const holder = holderOf(email);
        if (!holder || asking.has(holder.externalId)) return true;
        const next = wanted.get(holder.externalId);
        if (holder.isAdmin || next === undefined || next === email) return false;
        return isFree(next, new Set([...asking, holder.externalId]));
      };
      for (const [index, { external_id, email }] of rows.entries()) {
        const person = before.employees.find(({ externalId }) => externalId === external_id);
        const holder = holderOf(email);
        if (!holder || holder === person) continue;
        // Admins keep their emails, but are updated in the rest if the other email is given up.
        if (person?.isAdmin) continue;
        const canMove = isFree(email, new Set([external_id]));
        const isFailed = plan.errors.some((error) => error.index === index);
        assert.equal(isFailed, !canMove);
        seen.add(canMove);
      }
    }),
    rounds(3000),
  );
  assert.equal(seen.size, 2);
});
