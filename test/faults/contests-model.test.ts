import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Counts, parsePrize, type Ties, teamCounts } from '../../src/domain/contest.ts';
import { newId } from '../../src/domain/id.ts';
import { fold } from '../../src/domain/text.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../src/service/badges/badges.ts';
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
    ...(['join', 'join', 'join', 'award', 'award', 'award', 'award'] as const),
    ...(['badge', 'badge', 'revoke', 'move', 'leave', 'return', 'erase'] as const),
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

/** XP for a reason, or a badge, which counts once. */
type Entry = { amount: number; reason?: string | undefined; badge?: string };

type Person = {
  id: string;
  department: string | null;
  isActive: boolean;
  isErased: boolean;
  /** What was recorded of the days, in that order, with its number among all. */
  entries: (Entry & { order: number })[];
  held: Set<string>;
};

const BADGES = ['gold', 'silver'] as const;

/** A contest, and the departments with those below. */
type Rules = {
  name: string;
  departments: readonly string[];
  within: readonly string[] | null;
  ties: Ties;
  counts: Counts;
  reasons?: readonly string[];
  badges?: readonly string[];
};

/** What somebody has in a contest, and when they first had as much. */
function scoreOf({ entries }: Person, { counts, reasons = [], badges = [] }: Rules) {
  const counted = entries.filter(({ reason, badge }) => {
    if (counts === 'badges')
      return badge !== undefined && (badges.length === 0 || badges.includes(badge));
    return badge === undefined && (reasons.length === 0 || reasons.includes(reason ?? ''));
  });
  const score = counted.reduce((sum, { amount }) => sum + amount, 0);
  let sum = 0;
  for (const { amount, order } of counted) {
    sum += amount;
    if (sum >= score) return { score, reached: order };
  }
  return { score: 0, reached: 0 };
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
      for (const code of BADGES)
        defineBadge(one, { code, name: code, category: 'social', rarity: 'rare' });
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
      const state = { isActive: true, isErased: false, entries: [], held: new Set<string>() };
      this.people.push({ id, department, ...state });
      return;
    }
    const known = this.people.filter(({ isErased }) => !isErased);
    const person = known[who % (known.length || 1)];
    if (!person) return;
    const badge = BADGES[which % BADGES.length] ?? 'gold';
    const record = (entry: Entry) => {
      const order = ++this.#recorded;
      if (at >= START && at < END) person.entries.push({ ...entry, order });
    };
    if (what === 'award' && amount !== 0) {
      const reason = which % 3 === 0 ? 'Walk' : undefined;
      this.write((one) => awardXp(one, person.id, { amount, at, reason }));
      record({ amount, reason });
    } else if (what === 'badge' && !person.held.has(badge)) {
      this.write((one) => awardBadge(one, person.id, badge, at));
      record({ amount: 1, badge });
      person.held.add(badge);
    } else if (what === 'revoke' && person.held.has(badge)) {
      this.write((one) => revokeBadge(one, person.id, badge));
      person.entries = person.entries.filter((entry) => entry.badge !== badge);
      person.held.delete(badge);
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
  expected(rules: Rules): { place: number; one: Person; score: number }[] {
    const ranked = this.people
      .map((one) => ({ one, ...scoreOf(one, rules) }))
      .filter(({ one: { isActive, department }, score }) => {
        return isActive && score > 0 && (!rules.within || rules.within.includes(department ?? ''));
      })
      .sort((a, b) => b.score - a.score || (rules.ties === 'first' ? a.reached - b.reached : 0));
    return ranked.map(({ one, score }, at) => ({
      ...{ one, score },
      place: 1 + (rules.ties === 'shared' ? ranked.findIndex((it) => it.score === score) : at),
    }));
  }

  /** The departments of a contest with their places. */
  expectedTeams(
    rules: Rules,
  ): { place: number; names: string[]; people: Person[]; hasNothing: boolean }[] {
    const isOwn = (name: string) =>
      rules.departments.length === 0 || rules.departments.includes(name);
    const ownOf = (name: string | null) =>
      name === null
        ? null
        : isOwn(name)
          ? name
          : name === 'Field' && isOwn('Sales')
            ? 'Sales'
            : null;
    const teams = ['Sales', 'Field', 'Support'].filter(isOwn).flatMap((name) => {
      const people = this.people.filter((one) => one.isActive && ownOf(one.department) === name);
      return people.length === 0 ? [] : [{ names: [name], people }];
    });
    teams.sort((a, b) => a.people.length - b.people.length);
    const small: typeof teams = [];
    const size = () => small.reduce((sum, { people }) => sum + people.length, 0);
    while (teams[0] && (teams[0].people.length < 5 || (size() > 0 && size() < 5)))
      small.push(...teams.splice(0, 1));
    if (size() >= 5)
      teams.push({
        names: small.flatMap(({ names }) => names),
        people: small.flatMap(({ people }) => people),
      });
    const worthOf = ({ people }: (typeof teams)[number]) => {
      const gained = people.map((one) => scoreOf(one, rules).score).filter((score) => score > 0);
      const sum = gained.reduce((all, one) => all + one, 0);
      return (rules.counts === 'average' ? sum : gained.length) / people.length;
    };
    return teams.map((team) => ({
      ...team,
      place: 1 + teams.filter((other) => worthOf(other) > worthOf(team)).length,
      hasNothing: worthOf(team) === 0,
    }));
  }

  view(reference: string) {
    const at = { companyId: this.companyId, now: END + 2 * DAY };
    return showContest(this.db, at, { reference, top: 1_000 });
  }

  leaders(reference: string) {
    return this.view(reference).leaders.map(({ employee_id, rank, xp }) => [rank, employee_id, xp]);
  }

  teams(reference: string) {
    return this.view(reference).teams.map(({ rank, people, departments }) => [
      ...[rank, people],
      departments.map(({ name }) => name).sort(),
    ]);
  }
}

const ALL = { departments: [], within: null };
const SALES = { departments: ['Sales'], within: ['Sales', 'Field'] };
const TWO = { departments: ['Field', 'Support'], within: ['Field', 'Support'] };
const CHOSEN = { departments: ['Sales', 'Support'], within: ['Sales', 'Field', 'Support'] };

const CONTESTS: readonly Rules[] = [
  { name: 'All', ...ALL, ties: 'shared', counts: 'xp' },
  { name: 'All in turn', ...ALL, ties: 'first', counts: 'xp' },
  { name: 'All as before', ...ALL, ties: 'joined', counts: 'xp' },
  { name: 'Sales', ...SALES, ties: 'shared', counts: 'xp' },
  { name: 'Two', ...TWO, ties: 'first', counts: 'xp' },
  { name: 'Walks', ...ALL, ties: 'shared', counts: 'xp', reasons: ['Walk', 'Other'] },
  { name: 'Walks in turn', ...ALL, ties: 'first', counts: 'xp', reasons: ['Walk'] },
  { name: 'Badges', ...ALL, ties: 'shared', counts: 'badges' },
  { name: 'Badges in turn', ...SALES, ties: 'first', counts: 'badges' },
  { name: 'Gold', ...ALL, ties: 'shared', counts: 'badges', badges: ['gold'] },
  { name: 'Shares', ...ALL, ties: 'shared', counts: 'participation' },
  { name: 'Walkers', ...CHOSEN, ties: 'shared', counts: 'participation', reasons: ['Walk'] },
  { name: 'Averages', ...ALL, ties: 'shared', counts: 'average' },
  { name: 'Chosen averages', ...CHOSEN, ties: 'shared', counts: 'average' },
];

const isOfTeams = ({ counts }: Rules): boolean => teamCounts(counts) !== undefined;

test('contests rank and grant what a plain model says, in every history', (t) => {
  const { db } = createTestCompany(t);
  const numRuns = iterations(100, 10_000);
  let ranked = 0;
  let shared = 0;
  let teams = 0;
  const steps = (maxLength: number, minLength = 0) => fc.array(step, { minLength, maxLength });
  fc.assert(
    fc.property(steps(80, 40), steps(6), steps(10), (before, between, after) => {
      // Rolled back, so that no history knows another one.
      db.dryRun(() => {
        const one = new History(db);
        for (const { within: _, ties, ...rules } of CONTESTS) {
          const days = { first_day: '2028-02-28', last_day: '2028-03-01' };
          const prizes = [parsePrize('1-2=coins:7'), parsePrize('2=coins:1')];
          const input = { ...rules, ...days, prizes };
          if (ties !== 'joined') {
            one.write((write) => createContest(write, { ...input, ties }), START);
            continue;
          }
          // A contest from before there was a choice.
          one.write((write) => createContest(write, input), START);
          const row = requireContest(db, one.companyId, rules.name);
          const { companyId } = one;
          db.run(contests.change, { companyId, ...row, nameKey: fold(rules.name), ties });
        }
        for (const now of before) one.apply(now);
        const rankings = CONTESTS.map(({ name }) =>
          rankContest(db, one.companyId, requireContest(db, one.companyId, name).entry),
        );
        // What happens between the ranking and the writing counts.
        for (const now of between) one.apply(now);
        const coins = new Map<string, number>();
        const win = (id: string, place: number) => {
          const prize = { 1: 7, 2: 8 }[place] ?? 0;
          if (prize > 0) coins.set(id, (coins.get(id) ?? 0) + prize);
        };
        const kept = CONTESTS.map((rules, at) => {
          const ranking = rankings[at];
          if (!ranking) throw new Error('a contest was not ranked');
          const closed = one.write((write) => closeContest(write, ranking));
          const places = one.expected(rules);
          assert.equal(closed.people, places.length);
          ranked += places.length;
          shared += places.length - new Set(places.map(({ place }) => place)).size;
          if (!isOfTeams(rules)) {
            for (const { place, one: winner } of places) win(winner.id, place);
            return {
              ...{ name: rules.name, teams: [] },
              places: places.map(({ place, one, score }) => [place, one.id, score] as const),
            };
          }
          const expected = one.expectedTeams(rules);
          for (const { place, people, hasNothing } of expected)
            if (!hasNothing) for (const { id } of people) win(id, place);
          teams += expected.length;
          const shown = expected
            .map(({ place, people, names }) => [place, people.length, names.sort()] as const)
            .sort(byText);
          return { name: rules.name, places: [], teams: shown };
        });
        for (const now of after) one.apply(now);
        const isActive = new Set(one.people.filter((it) => it.isActive).map(({ id }) => id));
        for (const { name, places, teams } of kept) {
          assert.deepEqual(
            one.leaders(name),
            places.filter(([, id]) => isActive.has(id)),
            name,
          );
          assert.deepEqual(one.teams(name).sort(byText), teams, name);
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
  assert.ok(teams > numRuns, `${teams} teams`);
  reportResult({
    what: 'random histories of joins, moves, leavers, corrections, badges and erasures around contests, against a model',
    tried: numRuns,
    lost: 0,
    figures: `${ranked} places of people, ${teams} of departments`,
  });
});

/** Any order, as long as it is one. */
const byText = (a: readonly unknown[], b: readonly unknown[]): number =>
  JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
