import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newId } from '../../src/domain/id.ts';
import { parseMonth } from '../../src/domain/period.ts';
import { leaderboardRows } from '../../src/service/boards/leaderboard-rows.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { closeDueMonth, closeMonth, rankMonth } from '../../src/service/months/close-month.ts';
import {
  listAllDueMonths,
  listMonths,
  reopenMonth,
  requireVersion,
} from '../../src/service/months/closed-months.ts';
import { compareMonth } from '../../src/service/months/compare-month.ts';
import { type StandingsPage, standingsPage } from '../../src/service/months/standings.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  updateEmployee,
} from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import * as companies from '../../src/store/company/companies.ts';
import type { Database } from '../../src/store/database.ts';
import * as departments from '../../src/store/departments/departments.ts';
import type { ClosedMonthRow } from '../../src/store/months/closed-months.ts';
import { createTestCompany } from '../service/test-company.ts';
import { ClosedMonthsModel, endOf, GRACE, monthOf } from './closed-months-model.ts';
import { iterations, reportResult, seed } from './run-scale.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One thing that happens; numbers choose among what there is. */
type Step = { what: (typeof WHATS)[number]; who: number; amount: number; which: number };

const WHATS = [
  ...['join', 'join', 'award', 'award', 'award', 'late award', 'move', 'leave'],
  ...['return', 'erase', 'reopen', 'close', 'tick', 'tick', 'time', 'time'],
] as const;

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...WHATS),
  who: fc.nat(30),
  amount: fc.oneof(fc.integer({ min: -40, max: 120 }), fc.constantFrom(1, 5_000, 1_000_000_000)),
  which: fc.nat(),
});

const DEPARTMENTS = ['Sales', 'Support', null] as const;

/** A company and its model, which live through the same steps. */
class History {
  readonly db: Database;
  readonly companyId: number;
  readonly model = new ClosedMonthsModel();
  readonly ids: string[] = [];
  // Close to the ends of a year and of a leap February.
  now: number;

  constructor(db: Database, start: number) {
    this.db = db;
    this.now = start;
    this.companyId = db.one(companies.nextId, {})?.companyId ?? 0;
    const names = { id: newId(start), name: 'Model', nameKey: `model ${this.companyId}` };
    const company = { ...names, companyId: this.companyId, mode: 'live', liveCompanyId: null };
    db.run(companies.create, { ...company, now: start });
    for (const name of DEPARTMENTS) {
      if (name) this.write((one) => createDepartment(one, { name }));
    }
  }

  write<T>(change: Parameters<typeof writeCompany<T>>[2]): T {
    const { companyId, now } = this;
    return writeCompany(this.db, { companyId, now, actor: 'test' }, change);
  }

  /** Somebody who is not erased. */
  #person(who: number): { number: number; id: string } | undefined {
    const known = [...this.ids.entries()].filter(([at]) => !this.model.people[at]?.isErased);
    const [number, id] = known[who % (known.length || 1)] ?? [];
    return number === undefined || id === undefined ? undefined : { number, id };
  }

  #award(who: number, amount: number, at: number): void {
    const chosen = this.#person(who);
    if (!chosen || amount === 0) return;
    this.write((one) => awardXp(one, chosen.id, { amount, at }));
    this.model.people[chosen.number]?.awards.push({ amount, at });
  }

  apply({ what, who, amount, which }: Step): void {
    const { model } = this;
    const department = DEPARTMENTS[which % DEPARTMENTS.length] ?? null;
    const chosen = this.#person(who);
    const person = chosen && model.people[chosen.number];
    const months = [...model.versions.keys()];
    const month = months[which % (months.length || 1)];
    switch (what) {
      case 'time': {
        // Often to the last or first moment of a month or of its grace period.
        const end = endOf(monthOf(this.now));
        const jumps = [
          ...[end - 1, end, end + GRACE - 1, end + GRACE, this.now + (which % 45) * DAY],
          this.now + (which % 130) * DAY,
        ];
        this.now = Math.max(this.now, jumps[who % jumps.length] ?? 0);
        return;
      }
      case 'join': {
        const email = `p${this.ids.length}@acme.example`;
        const added = this.write((one) => addEmployee(one, { email, department }));
        this.ids.push(added.employee_id);
        model.join(this.now, department);
        return;
      }
      case 'award':
        this.#award(who, amount, this.now);
        return;
      case 'late award': {
        const end = endOf(monthOf(this.now - (which % 40) * DAY));
        const times = [end - 1, end, this.now - (which % 90) * DAY];
        this.#award(who, amount, Math.min(this.now, times[which % 3] ?? 0));
        return;
      }
      case 'move':
        if (!chosen || !person) return;
        this.write((one) => updateEmployee(one, chosen.id, { department }));
        person.department = department;
        return;
      case 'leave':
        if (!chosen || !person?.isActive) return;
        this.write((one) => deactivateEmployee(one, chosen.id, 'Left'));
        person.isActive = false;
        return;
      case 'return':
        if (!chosen || !person || person.isActive) return;
        this.write((one) => reactivateEmployee(one, chosen.id));
        person.isActive = true;
        return;
      case 'erase':
        // Seldom: who is erased does nothing any more.
        if (!chosen || which % 4 !== 0) return;
        this.write((one) => eraseEmployee(one, chosen.id, 'Request 1'));
        model.erase(chosen.number);
        return;
      case 'reopen':
        if (month === undefined || !model.isClosed(month)) return;
        this.write((one) => reopenMonth(one, numberOf(month)));
        model.reopen(month, this.now);
        return;
      case 'close': {
        const ended = monthOf(endOf(monthOf(this.now)) - (31 + (which % 3) * 30) * DAY);
        if (endOf(ended) > this.now || model.isClosed(ended)) return;
        const ranking = rankMonth(this.db, this.companyId, numberOf(ended));
        const close = () => this.write((one) => closeMonth(one, ranking));
        if (!model.canBeClosed(ended)) {
          assert.throws(close, { code: 'conflict' });
          return;
        }
        close();
        model.close(ended, this.now);
        return;
      }
      case 'tick':
        return;
    }
  }

  /** The service closes what is due; more happens between its ranking and its writing. */
  tick(between: () => void): void {
    const { db, companyId, model } = this;
    const timing = { now: this.now, graceMs: GRACE };
    const due = listAllDueMonths(db, timing).flatMap((one) =>
      one.companyId === companyId ? one.month : [],
    );
    assert.deepEqual(due, model.due(this.now).map(numberOf));
    const rankings = due.map((month) => rankMonth(db, companyId, month));
    between();
    for (const ranking of rankings) {
      const isDue = model.due(this.now).map(numberOf).includes(ranking.month);
      const closed = closeDueMonth(db, { companyId, now: this.now, graceMs: GRACE }, ranking);
      assert.equal(closed !== null, isDue);
      if (closed) model.close(closed.month, this.now);
    }
  }

  /** Compares everything that can be seen of closed months with the model. */
  check(): void {
    const { db, companyId, model, ids } = this;
    const listed = listMonths(db, companyId).map(
      ({ month, version, closed_at, reopened_at, people }) => ({
        ...{ month, version, people, closedAt: Date.parse(closed_at) },
        reopenedAt: reopened_at === null ? null : Date.parse(reopened_at),
      }),
    );
    const expected = [...model.versions].flatMap(([month, versions]) =>
      versions.map(({ closedAt, reopenedAt, rows }, at) => ({
        ...{ month, version: at + 1, people: rows.length, closedAt, reopenedAt },
      })),
    );
    const order = (a: { month: string; version: number }, b: typeof a) =>
      b.month.localeCompare(a.month) || b.version - a.version;
    assert.deepEqual(listed, expected.sort(order));
    for (const [month, versions] of model.versions) {
      for (const [at, version] of versions.entries()) {
        const row = db.do(requireVersion(companyId, numberOf(month), at + 1));
        const visible = model.visible(version);
        assert.deepEqual(this.#read(row, null), visible);
        for (const name of DEPARTMENTS) {
          if (name === null) continue;
          assert.deepEqual(
            this.#read(row, name),
            visible.filter(({ department }) => department === name),
          );
        }
        const late = compareMonth(db, companyId, numberOf(month), at + 1)
          .map(({ employee_id, late_xp }) => [ids.indexOf(employee_id), late_xp])
          .sort(([a = 0], [b = 0]) => a - b);
        assert.deepEqual(late, model.late(month, version));
      }
    }
  }

  #read(row: ClosedMonthRow, name: string | null) {
    const { db, companyId } = this;
    const departmentNumber =
      name === null
        ? null
        : (db.all(departments.listOnRecord, { companyId }).find((one) => one.name === name)
            ?.number ?? 0);
    const rows: unknown[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const options = {
        departments: departmentNumber === null ? null : [departmentNumber],
        after,
        limit: 3,
      };
      const version = { companyId, ...row };
      const page: StandingsPage<string> = db.do(standingsPage(version, options, leaderboardRows));
      rows.push(...page.rows.map((text) => JSON.parse(text)));
      after = page.nextAfter;
    }
    return rows.map((one) => {
      const { rank, employee_id, xp, level, department } = one as {
        rank: number;
        employee_id: string;
        xp: number;
        level: number;
        department: { name: string } | null;
      };
      const person = this.ids.indexOf(employee_id);
      return { rank, person, xp, level, department: department?.name ?? null };
    });
  }
}

const numberOf = (month: string): number => parseMonth(month) ?? 0;

test('closed months are what a plain model says, in every history', (t) => {
  const { db } = createTestCompany(t);
  const numRuns = iterations(150, 10_000);
  let closed = 0;
  let steps = 0;
  const start = fc.constantFrom(
    Date.UTC(2026, 9, 30, 22),
    Date.UTC(2027, 11, 28),
    Date.UTC(2028, 1, 27, 5),
  );
  fc.assert(
    fc.property(start, fc.array(step, { minLength: 5, maxLength: 60 }), (begin, history) => {
      // Rolled back, so that no history knows another one.
      db.dryRun(() => {
        const one = new History(db, begin);
        for (let at = 0; at < history.length; at++) {
          const now = history[at];
          if (!now) break;
          if (now.what !== 'tick') one.apply(now);
          else {
            one.tick(() => {
              // The steps up to the next tick may come between ranking and writing.
              const between = now.which % 4;
              for (let i = 0; i < between; i++) {
                const next = history[at + 1];
                if (!next || next.what === 'tick' || next.what === 'time') break;
                one.apply(next);
                at++;
              }
            });
          }
        }
        one.check();
        steps += history.length;
        for (const versions of one.model.versions.values()) closed += versions.length;
      });
    }),
    { seed, numRuns },
  );
  assert.ok(closed > numRuns / 5, `${closed} closings`);
  reportResult({
    what: 'random histories of joins, moves, leavers, corrections, erasures, closings and reopenings, against a model',
    tried: numRuns,
    lost: 0,
    figures: `${steps} steps, ${closed} closings`,
  });
});
