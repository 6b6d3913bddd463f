import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { isoTime } from '../../../src/domain/iso-time.ts';
import { periodOf, UNITS } from '../../../src/domain/report-period.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../../src/service/badges/badges.ts';
import { createCompany } from '../../../src/service/company/companies.ts';
import { type CompanyWrite, writeCompany } from '../../../src/service/company/company-write.ts';
import { createDepartment } from '../../../src/service/departments/departments.ts';
import { mergeDepartments } from '../../../src/service/departments/merge-departments.ts';
import { requireEmployee } from '../../../src/service/people/employee-records.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { createEmployeeAccount, requireAccount } from '../../../src/service/portal/accounts.ts';
import { newSessionToken, openSession } from '../../../src/service/portal/sessions.ts';
import { type PeriodSums, periodSums } from '../../../src/service/reports/participation.ts';
import { checkReports, wrongPeriods } from '../../../src/service/reports/recount.ts';
import { takeStep } from '../../../src/service/roster/steps/change-in-steps.ts';
import { importRoster } from '../../../src/service/roster/steps/import-roster.ts';
import { changeRedemptionStatus, redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../../src/service/shop/shop.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import type { Database } from '../../../src/store/database.ts';
import { rounds } from '../../faults/run-scale.ts';
import { createTestCompany, queryRows } from '../test-company.ts';
import { countByHand, PersonHistory } from './history.ts';

const START = Date.UTC(2026, 0, 20, 8);
const PRICE = 3;

/** Departments by their numbers; 0 is none. */
const DEPARTMENTS = [1, 2, 3];

type Action = { days: number; person: number } & (
  | { kind: 'add'; department: number; startedDaysAgo: number | null }
  | { kind: 'xp'; amount: number; daysAgo: number }
  | { kind: 'coins'; amount: number }
  | { kind: 'badge' | 'revoke' | 'redeem' | 'decline' | 'sign-in' | 'leave' | 'return' | 'erase' }
  | { kind: 'move'; department: number }
  | { kind: 'first-day'; daysAgo: number | null }
  | { kind: 'merge'; from: number; into: number }
  | { kind: 'roster'; people: { person: number; department: number }[]; ends: boolean }
);

const days = fc.integer({ min: 0, max: 12 });
const person = fc.nat(5);
const department = fc.nat(3);
const daysAgo = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 }));
const common = { days, person };
const only = <Kind extends string>(kind: Kind) => fc.constant(kind);

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    ...{ kind: only('add'), ...common, department },
    startedDaysAgo: fc.option(fc.integer({ min: -20, max: 120 })),
  }),
  fc.record({ kind: only('xp'), ...common, amount: fc.integer({ min: -3, max: 5 }), daysAgo }),
  fc.record({ kind: only('coins'), ...common, amount: fc.integer({ min: -2, max: 6 }) }),
  fc.record({
    kind: fc.constantFrom(
      ...(['badge', 'revoke', 'redeem', 'decline', 'sign-in', 'leave', 'return', 'erase'] as const),
    ),
    ...common,
  }),
  fc.record({ kind: only('move'), ...common, department }),
  fc.record({ kind: only('first-day'), ...common, daysAgo: fc.option(daysAgo) }),
  fc.record({ kind: only('merge'), ...common, from: department, into: department }),
  fc.record({
    ...{ kind: only('roster'), ...common, ends: fc.boolean() },
    people: fc.uniqueArray(fc.record({ person, department }), {
      ...{ selector: (one) => one.person, minLength: 1, maxLength: 5 },
    }),
  }),
);

/** A company to which actions happen, and the same as it is told. */
class Story {
  now = START;
  readonly people: (PersonHistory & { reference: string; isErased: boolean })[] = [];
  readonly #db: Database;
  readonly #companyId: number;
  readonly #rewards: string;
  readonly #redemptions: { id: string; person: PersonHistory; isOver: boolean }[] = [];
  #parents = new Map<number, number>();

  constructor(db: Database, name: string) {
    this.#db = db;
    this.#companyId = createCompany(db, {
      ...{ name, ssoDomains: [], now: START, actor: 'test' },
    }).company.companyId;
    this.#rewards = this.#write((write) => {
      for (const number of DEPARTMENTS)
        createDepartment(write, { name: `Team ${number}`, external_id: `D${number}` });
      defineBadge(write, { code: 'aid', name: 'Aid', category: 'social', rarity: 'rare' });
      return addShopItem(write, {
        ...{ name: 'Pen', description: 'Blue', category: 'merch' },
        ...{ image_url: 'https://x.co/pen.png', coin_price: PRICE, stock_remaining: null },
      }).id;
    });
  }

  get companyId(): number {
    return this.#companyId;
  }

  #write<T>(change: (write: CompanyWrite) => T): T {
    return writeCompany(
      this.#db,
      { companyId: this.#companyId, now: this.now, actor: 'test' },
      change,
    );
  }

  /** Departments that were merged away are those that they are a part of. */
  #actual(department: number): number {
    const into = this.#parents.get(department);
    return into === undefined ? department : this.#actual(into);
  }

  async tell(action: Action): Promise<void> {
    this.now += action.days * DAY_MS + 1;
    if (action.kind === 'add') return this.#add(action);
    if (action.kind === 'merge') return this.#merge(action);
    if (action.kind === 'roster') return this.#importRoster(action);
    const person = this.people[action.person % Math.max(this.people.length, 1)];
    if (person && !person.isErased) this.#tellOf(person, action);
  }

  #add({ department, startedDaysAgo }: Action & { kind: 'add' }): void {
    const to = this.#actual(department);
    const number = this.people.length;
    const firstDay =
      startedDaysAgo === null ? null : isoTime(this.now - startedDaysAgo * DAY_MS).slice(0, 10);
    this.#write((write) =>
      addEmployee(write, {
        ...{ email: `p${number}@x.co`, external_id: `P${number}`, given_name: 'P X' },
        ...{ department: to === 0 ? null : `D${to}`, first_day: firstDay },
      }),
    );
    this.#remember(to, firstDay);
  }

  #remember(department: number, firstDay: string | null): void {
    const history = new PersonHistory(this.now, department);
    history.firstDay = firstDay;
    const reference = `P${this.people.length}`;
    this.people.push(Object.assign(history, { reference, isErased: false }));
  }

  #merge(action: Action & { kind: 'merge' }): void {
    const [from, into] = [this.#actual(action.from), this.#actual(action.into)];
    if (from === into || from === 0 || into === 0) return;
    this.#write((write) => mergeDepartments(write, `Team ${from}`, `Team ${into}`));
    this.#parents.set(from, into);
    for (const { states } of this.people) {
      for (const state of states) if (state.department === from) state.department = into;
    }
  }

  async #importRoster({ people, ends }: Action & { kind: 'roster' }): Promise<void> {
    const rows = people.flatMap((one) => {
      const found = this.people[one.person];
      if (found?.isErased || one.person > this.people.length) return [];
      return { ...one, found, to: this.#actual(one.department) };
    });
    const isNew = ({ found }: (typeof rows)[number]) => found === undefined;
    const named = rows.filter((row, i) => !isNew(row) || rows.findIndex(isNew) === i);
    if (named.length === 0) return;
    const request = {
      ...{ companyId: this.#companyId, now: this.now, clock: () => this.now, actor: 'test' },
      ...{ source: 'command_line' as const, requestId: null },
    };
    await importRoster(
      this.#db,
      {
        ...{ ...request, deactivateMissing: ends, maxDeactivations: 1000 },
        employees: named.map(({ found, to }) => {
          const reference = found?.reference ?? `P${this.people.length}`;
          return {
            ...{ external_id: reference, email: `${reference.toLowerCase()}@x.co` },
            ...{ first_name: 'P', last_name: 'X' },
            ...{ department_external_id: to === 0 ? null : `D${to}` },
            ...{ department_name: to === 0 ? null : `Team ${to}` },
          };
        }),
        limits: { departments: 1000, sandboxEmployees: 500 },
      },
      (step) => takeStep(this.#db, step, () => this.now),
      2,
    );
    this.#believeRoster(named);
  }

  /** What a sync does to people has tests of its own: here it is read, and counted by hand. */
  #believeRoster(named: readonly { found: PersonHistory | undefined; to: number }[]): void {
    for (const { found, to } of named) if (found === undefined) this.#remember(to, null);
    const rows = queryRows(
      this.#db,
      this.#companyId,
      `select coalesce(department_number, 0) as department, deactivated_at is null as isactive
       from employees where company_id = :companyId order by number`,
      { department: 'integer', isactive: 'flag' },
    );
    for (const [i, row] of rows.entries())
      this.people[i]?.change(this.now, {
        ...{ department: row.department, isActive: Boolean(row.isactive) },
      });
  }

  #tellOf(
    person: Story['people'][number],
    action: Exclude<Action, { kind: 'add' | 'merge' | 'roster' }>,
  ): void {
    const { reference } = person;
    const { isActive } = person.now;
    switch (action.kind) {
      case 'xp': {
        if (action.amount === 0) return;
        const at = this.now - action.daysAgo * DAY_MS;
        this.#write((write) => awardXp(write, reference, { amount: action.amount, at }));
        person.xp.push({ at, amount: action.amount });
        return;
      }
      case 'coins': {
        const { amount } = action;
        if (amount === 0 || person.balance + amount < 0) return;
        this.#write((write) => grantCoins(write, reference, { amount }));
        person.coins.push({ at: this.now, amount, isOfShop: false });
        return;
      }
      case 'badge': {
        if (person.badges.some((badge) => !badge.isRevoked)) return;
        this.#write((write) => awardBadge(write, reference, 'aid'));
        person.badges.push({ at: this.now, isRevoked: false });
        return;
      }
      case 'revoke': {
        const held = person.badges.find((badge) => !badge.isRevoked);
        if (!held) return;
        this.#write((write) => revokeBadge(write, reference, 'aid'));
        held.isRevoked = true;
        return;
      }
      case 'redeem': {
        if (!isActive || person.balance < PRICE) return;
        const { id } = this.#write((write) => redeemShopItem(write, reference, this.#rewards));
        this.#redemptions.push({ id, person, isOver: false });
        person.redemptions.push(this.now);
        person.coins.push({ at: this.now, amount: -PRICE, isOfShop: true });
        return;
      }
      case 'decline': {
        const open = this.#redemptions.find((one) => one.person === person && !one.isOver);
        if (!open) return;
        this.#write((write) => changeRedemptionStatus(write, open.id, 'declined', 'no'));
        open.isOver = true;
        person.coins.push({ at: this.now, amount: PRICE, isOfShop: true });
        return;
      }
      case 'sign-in': {
        if (!isActive) return;
        this.#write((write) => this.#signIn(write, reference));
        person.signIns.push(this.now);
        return;
      }
      case 'leave': {
        if (!isActive) return;
        this.#write((write) => deactivateEmployee(write, reference, 'gone'));
        person.change(this.now, { isActive: false });
        return;
      }
      case 'return': {
        if (isActive) return;
        this.#write((write) => reactivateEmployee(write, reference));
        person.change(this.now, { isActive: true });
        return;
      }
      case 'erase': {
        this.#write((write) => eraseEmployee(write, reference, 'asked for it'));
        person.change(this.now, { isActive: false, department: 0 });
        person.firstDay = null;
        person.isErased = true;
        return;
      }
      case 'move': {
        const to = this.#actual(action.department);
        this.#write((write) =>
          updateEmployee(write, reference, { department: to === 0 ? null : `Team ${to}` }),
        );
        person.change(this.now, { department: to });
        return;
      }
      case 'first-day': {
        const firstDay =
          action.daysAgo === null ? null : isoTime(this.now - action.daysAgo * DAY_MS).slice(0, 10);
        this.#write((write) => updateEmployee(write, reference, { first_day: firstDay }));
        person.firstDay = firstDay;
      }
    }
  }

  #signIn(write: CompanyWrite, reference: string): void {
    const { db, companyId } = write;
    const { number } = requireEmployee(db, companyId, reference);
    const [known] = queryRows(
      db,
      companyId,
      `select id from portal_accounts where company_id = :companyId and employee_number = ${number}`,
      { id: 'text' },
    );
    const account = known
      ? requireAccount(db, companyId, known.id)
      : createEmployeeAccount(write, number);
    const hash = Buffer.from(newSessionToken(), 'base64url').toString('hex');
    openSession(write, account, { hash, client: '127.0.0.1', browser: 'a browser' });
  }

  /** What reports of everybody and of every set of departments say, and what it is by hand. */
  *compare(): Generator<[told: PeriodSums[], counted: PeriodSums[]]> {
    for (const unit of UNITS) {
      const [first, last] = [periodOf(unit, START - 200 * DAY_MS), periodOf(unit, this.now)];
      for (const within of [null, [0], [1], [2, 3]]) {
        const request = { companyId: this.#companyId, unit, first, last, departmentNumber: null };
        const told = this.#db.do(periodSums(request, within));
        const counted = told.map(({ period }) =>
          countByHand(this.people, unit, period, within && new Set(within)),
        );
        yield [told, counted];
      }
    }
  }
}

test('reports equal a count by hand after any history, and so does a count anew', async (t) => {
  const { db } = createTestCompany(t);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 60, minLength: 20 }), async (actions) => {
      const story = new Story(db, `Story ${++runs}`);
      for (const one of actions) await story.tell(one);
      for (const [told, counted] of story.compare()) assert.deepEqual(told, counted);
      assert.deepEqual(wrongPeriods(db, story.companyId), []);
    }),
    rounds(60),
  );
  assert.deepEqual(checkReports(db), []);
});
