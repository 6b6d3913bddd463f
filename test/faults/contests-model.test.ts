import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePrize, type Ties } from '../../src/domain/contest.ts';
import { newId } from '../../src/domain/id.ts';
import { fold } from '../../src/domain/text.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../src/service/contests/close-contest.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { showContest } from '../../src/service/contests/show-contest.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  updateEmployee,
} from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import * as companies from '../../src/store/company/companies.ts';
import * as contests from '../../src/store/contests/contests.ts';
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
  // Mostly few amounts, so that many people have the same XP.
  amount: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(5, 5, 10, -5) },
    { weight: 1, arbitrary: fc.integer({ min: -40, max: 60 }) },
    { weight: 1, arbitrary: fc.constantFrom(1, 1_000_000_000) },
  ),
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
  /** Awards of the days in the order in which they are recorded, with their number among all. */
  awards: { amount: number; at: number }[];
};

/** When somebody first had as much XP as they have now. */
function reachedAt({ xp, awards }: Person): number {
  let sum = 0;
  for (const { amount, at } of awards) {
    sum += amount;
    if (sum >= xp) return at;
  }
  throw new Error('XP that nobody awarded');
}

/** A company and its model, which is counted in the plainest way. */
class History {
  readonly db: Database;
  readonly companyId: number;
  readonly people: Person[] = [];
  #recorded = 0;

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
      this.people.push({ id, department, isActive: true, isErased: false, xp: 0, awards: [] });
      return;
    }
    const known = this.people.filter(({ isErased }) => !isErased);
    const person = known[who % (known.length || 1)];
    if (!person) return;
    if (what === 'award' && amount !== 0) {
      this.write((one) => awardXp(one, person.id, { amount, at }));
      this.#recorded++;
      if (at >= START && at < END) {
        person.xp += amount;
        person.awards.push({ amount, at: this.#recorded });
      }
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

  /** The people of a contest with their places. */
  expected(departments: readonly string[] | null, ties: Ties): { place: number; one: Person }[] {
    const ranked = this.people
      .filter(({ isActive, xp, department }) => {
        return isActive && xp > 0 && (!departments || departments.includes(department ?? ''));
      })
      .sort((a, b) => b.xp - a.xp || (ties === 'first' ? reachedAt(a) - reachedAt(b) : 0));
    return ranked.map((one, at) => ({
      one,
      place: 1 + (ties === 'shared' ? ranked.findIndex(({ xp }) => xp === one.xp) : at),
    }));
  }

  leaders(reference: string) {
    const at = { companyId: this.companyId, now: END + 2 * DAY };
    return showContest(this.db, at, { reference, top: 1_000 }).leaders.map(
      ({ employee_id, rank, xp }) => [rank, employee_id, xp],
    );
  }
}

const CONTESTS = [
  ['All', [], null, 'shared'],
  ['All in turn', [], null, 'first'],
  ['All as before', [], null, 'joined'],
  ['Sales', ['Sales'], ['Sales', 'Field'], 'shared'],
  ['Two', ['Field', 'Support'], ['Field', 'Support'], 'first'],
] as const;

test('contests rank and grant what a plain model says, in every history', (t) => {
  const { db } = createTestCompany(t);
  const numRuns = iterations(100, 10_000);
  let ranked = 0;
  let shared = 0;
  const steps = (maxLength: number, minLength = 0) => fc.array(step, { minLength, maxLength });
  fc.assert(
    fc.property(steps(60, 30), steps(6), steps(10), (before, between, after) => {
      // Rolled back, so that no history knows another one.
      db.dryRun(() => {
        const one = new History(db);
        for (const [name, departments, , ties] of CONTESTS) {
          const days = { first_day: '2028-02-28', last_day: '2028-03-01' };
          const prizes = [parsePrize('1-2=coins:7'), parsePrize('2=coins:1')];
          const rules = { name, ...days, departments, prizes };
          if (ties !== 'joined') {
            one.write((write) => createContest(write, { ...rules, ties }), START);
            continue;
          }
          // A contest from before there was a choice.
          one.write((write) => createContest(write, rules), START);
          const row = requireContest(db, one.companyId, name);
          const { companyId } = one;
          db.run(contests.change, { companyId, ...row, nameKey: fold(name), ties });
        }
        for (const now of before) one.apply(now);
        const rankings = CONTESTS.map(([name]) =>
          rankContest(db, one.companyId, requireContest(db, one.companyId, name).entry),
        );
        // What happens between the ranking and the writing counts.
        for (const now of between) one.apply(now);
        const coins = new Map<string, number>();
        const kept = CONTESTS.map(([name, , numbers, ties], at) => {
          const ranking = rankings[at];
          if (!ranking) throw new Error('a contest was not ranked');
          const closed = one.write((write) => closeContest(write, ranking));
          const places = one.expected(numbers, ties);
          assert.equal(closed.people, places.length);
          for (const { place, one: winner } of places) {
            const prize = { 1: 7, 2: 8 }[place] ?? 0;
            if (prize > 0) coins.set(winner.id, (coins.get(winner.id) ?? 0) + prize);
          }
          ranked += places.length;
          shared += places.length - new Set(places.map(({ place }) => place)).size;
          return { name, places: places.map(({ place, one }) => [place, one.id, one.xp] as const) };
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
  assert.ok(ranked > numRuns && shared > numRuns / 5, `${ranked} places, ${shared} shared`);
  reportResult({
    what: 'random histories of joins, moves, leavers, corrections and erasures around contests, against a model',
    tried: numRuns,
    lost: 0,
    figures: `${ranked} places`,
  });
});
