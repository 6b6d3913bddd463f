import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePrize } from '../../src/domain/contest.ts';
import { newId } from '../../src/domain/id.ts';
import { writeCompany } from '../../src/service/company-write.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../src/service/contests/close-contest.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { showContest } from '../../src/service/contests/show-contest.ts';
import { createDepartment } from '../../src/service/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  updateEmployee,
} from '../../src/service/employees.ts';
import { eraseEmployee } from '../../src/service/erasure.ts';
import { awardXp } from '../../src/service/ledger.ts';
import * as companies from '../../src/store/companies.ts';
import type { Database } from '../../src/store/database.ts';
import { createTestCompany, queryRows } from '../service/test-company.ts';
import { iterations, reportResult, seed } from './run-scale.ts';

const DAY = 86_400_000;
const START = Date.UTC(2028, 1, 28);
const END = Date.UTC(2028, 2, 2);

/** Below Sales is Field; Support is on its own. */
const DEPARTMENTS = ['Sales', 'Field', 'Support', null] as const;

/** One thing that happens; numbers choose among what there is. */
const step = fc.record({
  what: fc.constantFrom(
    'join',
    'join',
    'award',
    'award',
    'award',
    'move',
    'leave',
    'return',
    'erase',
  ),
  who: fc.nat(20),
  which: fc.nat(),
  amount: fc.oneof(fc.integer({ min: -40, max: 60 }), fc.constantFrom(1, 1_000_000_000)),
  at: fc.oneof(
    fc.constantFrom(START - 1, START, END - 1, END),
    fc.integer({ min: START - DAY, max: END + DAY }),
    fc.integer({ min: START, max: END - 1 }),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Person = {
  id: string;
  department: string | null;
  isActive: boolean;
  isErased: boolean;
  xp: number;
};

/** A company and its model, which is counted in the plainest way. */
class History {
  readonly db: Database;
  readonly companyId: number;
  readonly people: Person[] = [];

  constructor(db: Database) {
    this.db = db;
    this.companyId = db.one(companies.nextId, {})?.companyId ?? 0;
    const names = { id: newId(START), name: 'Model', nameKey: `model ${this.companyId}` };
    const company = { ...names, companyId: this.companyId, mode: 'live', liveCompanyId: null };
    db.run(companies.create, { ...company, now: START });
    this.write((one) => {
      createDepartment(one, { name: 'Sales' });
      createDepartment(one, { name: 'Field', parent: 'Sales' });
      createDepartment(one, { name: 'Support' });
    });
  }

  write<T>(change: Parameters<typeof writeCompany<T>>[2], now = END + 2 * DAY): T {
    return writeCompany(this.db, { companyId: this.companyId, now, actor: 'test' }, change);
  }

  apply({ what, who, which, amount, at }: Step): void {
    const department = DEPARTMENTS[which % DEPARTMENTS.length] ?? null;
    if (what === 'join') {
      const email = `p${this.people.length}@acme.example`;
      const { employee_id: id } = this.write((one) => addEmployee(one, { email, department }));
      this.people.push({ id, department, isActive: true, isErased: false, xp: 0 });
      return;
    }
    const known = this.people.filter(({ isErased }) => !isErased);
    const person = known[who % (known.length || 1)];
    if (!person) return;
    if (what === 'award' && amount !== 0) {
      this.write((one) => awardXp(one, person.id, { amount, at }));
      if (at >= START && at < END) person.xp += amount;
    } else if (what === 'move') {
      this.write((one) => updateEmployee(one, person.id, { department }));
      person.department = department;
    } else if (what === 'leave' && person.isActive) {
      this.write((one) => deactivateEmployee(one, person.id, 'Left'));
      person.isActive = false;
    } else if (what === 'return' && !person.isActive) {
      this.write((one) => reactivateEmployee(one, person.id));
      person.isActive = true;
    } else if (what === 'erase' && which % 4 === 0) {
      this.write((one) => eraseEmployee(one, person.id, 'Request 1'));
      Object.assign(person, { isActive: false, isErased: true });
    }
  }

  /** The people of a contest by rank. */
  expected(departments: readonly string[] | null): Person[] {
    return this.people
      .filter(({ isActive, xp, department }) => {
        return isActive && xp > 0 && (!departments || departments.includes(department ?? ''));
      })
      .sort((a, b) => b.xp - a.xp);
  }

  leaders(reference: string) {
    const at = { companyId: this.companyId, now: END + 2 * DAY };
    return showContest(this.db, at, { reference, top: 1_000 }).leaders.map(
      ({ employee_id, rank, xp }) => [rank, employee_id, xp],
    );
  }
}

const CONTESTS = [
  ['All', [], null],
  ['Sales', ['Sales'], ['Sales', 'Field']],
  ['Two', ['Field', 'Support'], ['Field', 'Support']],
] as const;

test('contests rank and grant what a plain model says, in every history', (t) => {
  const { db } = createTestCompany(t);
  const numRuns = iterations(100, 10_000);
  let ranked = 0;
  const steps = (maxLength: number, minLength = 0) => fc.array(step, { minLength, maxLength });
  fc.assert(
    fc.property(steps(60, 30), steps(6), steps(10), (before, between, after) => {
      // Rolled back, so that no history knows another one.
      db.dryRun(() => {
        const one = new History(db);
        for (const [name, departments] of CONTESTS) {
          const days = { first_day: '2028-02-28', last_day: '2028-03-01' };
          const prizes = [parsePrize('1-2=coins:7'), parsePrize('2=coins:1')];
          one.write((write) => createContest(write, { name, ...days, departments, prizes }), START);
        }
        for (const now of before) one.apply(now);
        const rankings = CONTESTS.map(([name]) =>
          rankContest(db, one.companyId, requireContest(db, one.companyId, name).entry),
        );
        // What happens between the ranking and the writing counts.
        for (const now of between) one.apply(now);
        const coins = new Map<string, number>();
        const kept = CONTESTS.map(([name, , numbers], at) => {
          const ranking = rankings[at];
          if (!ranking) throw new Error('a contest was not ranked');
          const closed = one.write((write) => closeContest(write, ranking));
          const places = one.expected(numbers);
          assert.equal(closed.people, places.length);
          for (const [rank, prize] of [7, 8].entries()) {
            const id = places[rank]?.id;
            if (id) coins.set(id, (coins.get(id) ?? 0) + prize);
          }
          ranked += places.length;
          return { name, places: places.map(({ id, xp }, i) => [i + 1, id, xp] as const) };
        });
        for (const now of after) one.apply(now);
        const isActive = new Set(one.people.filter((it) => it.isActive).map(({ id }) => id));
        for (const { name, places } of kept) {
          assert.deepEqual(
            one.leaders(name),
            places.filter(([, id]) => isActive.has(id)),
          );
        }
        assert.deepEqual(
          queryRows(
            db,
            one.companyId,
            'select id, coins from employees where company_id = :companyId and coins > 0 order by number',
            { id: 'text', coins: 'integer' },
          ).map(({ id, coins }) => [id, coins]),
          one.people.flatMap(({ id }) => (coins.has(id) ? [[id, coins.get(id)]] : [])),
        );
      });
    }),
    { seed, numRuns },
  );
  assert.ok(ranked > numRuns, `${ranked} places`);
  reportResult({
    what: 'random histories of joins, moves, leavers, corrections and erasures around contests, against a model',
    tried: numRuns,
    lost: 0,
    figures: `${ranked} places`,
  });
});
