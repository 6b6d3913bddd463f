import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { EngagedError, failure } from '../../../src/domain/errors.ts';
import type { CompanyWrite } from '../../../src/service/company/company-write.ts';
import { withdrawKudos } from '../../../src/service/kudos/change-kudos.ts';
import { kudosAllowance } from '../../../src/service/kudos/evaluate-kudos.ts';
import { giveKudos } from '../../../src/service/kudos/give-kudos.ts';
import { listKudos } from '../../../src/service/kudos/kudos-feed.ts';
import {
  keepKudos,
  removeKudos,
  reportKudos,
} from '../../../src/service/kudos/kudos-moderation.ts';
import { setKudosSettings } from '../../../src/service/kudos/kudos-settings.ts';
import { kudosOfMonth } from '../../../src/service/kudos/kudos-totals.ts';
import { saveKudosValue } from '../../../src/service/kudos/kudos-values.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
} from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { grantCoins } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { rounds } from '../../faults/run-scale.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';
import { ALLOWANCE, BUDGET, GIVER_XP, KudosModel, monthOf } from './kudos-model.ts';

const PEOPLE = 4;

const person = fc.nat(PEOPLE - 1);
const post = fc.nat(30);
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ kind: fc.constant('give' as const), from: person },
      to: fc.array(person, { minLength: 1, maxLength: 3 }),
      points: fc.constantFrom(0, 1, 10, 20, 31),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), post, by: person }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), post, keepCoins: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('report' as const), post, by: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('keep' as const), post }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('spend' as const), by: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), by: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), by: person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
);

test('thanks given, taken back, removed, reported and spent in any order leave what a model says', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  write((w) => {
    setKudosSettings(w, {
      ...{ on: true, allowance: ALLOWANCE, budget: BUDGET, giver_xp: GIVER_XP },
    });
    saveKudosValue(w, { code: 'care', name: 'Care' });
  });
  let runs = 0;
  fc.assert(
    fc.property(fc.array(action, { minLength: 5, maxLength: 60, size: 'max' }), (actions) => {
      runs++;
      const ids = write((w) =>
        Array.from(
          { length: PEOPLE },
          (_, i) => addEmployee(w, { email: `p${runs}-${i}@x.co` }).employee_id,
        ),
      );
      const rows = () =>
        queryRows(
          db,
          companyId,
          `select id, number, xp, coins, department_number as "departmentNumber", deactivated_at as "deactivatedAt"
           from employees where company_id = :companyId order by number`,
          {
            ...{ id: 'text', number: 'integer', xp: 'integer', coins: 'integer' },
            ...{ departmentNumber: 'integer?', deactivatedAt: 'integer?' },
          } as const,
        ).filter(({ id }) => ids.includes(id));
      const model = new KudosModel(PEOPLE);
      const posts: string[] = [];
      // Every run begins in a month of its own, so that the budget is whole.
      let now = NOW + runs * 400 * DAY_MS;
      const outcomeOf = (change: (w: CompanyWrite) => void): string | null => {
        try {
          write(change, now);
          return null;
        } catch (error) {
          if (!(error instanceof EngagedError)) throw error;
          return error.code;
        }
      };
      for (const one of actions) {
        const people = rows();
        const of = (index: number) => people[index] as (typeof people)[number];
        const at = 'post' in one && posts.length > 0 ? one.post % posts.length : 0;
        const id = posts[at] ?? '';
        if ('post' in one && posts.length === 0) continue;
        switch (one.kind) {
          case 'give': {
            const given = outcomeOf((w) => {
              const all = [one.from, ...one.to].map(of);
              if (all.some(({ deactivatedAt }) => deactivatedAt !== null)) {
                throw failure('employee_not_found');
              }
              const { kudos } = giveKudos(w, {
                ...{ giver: of(one.from), receivers: one.to.map(of), points: one.points },
                ...{ value: 'care', message: 'Thank you for everything.', visibility: undefined },
              });
              posts.push(kudos.id);
            });
            assert.equal(given, model.give(one.from, one.to, one.points, now));
            break;
          }
          case 'withdraw': {
            const taken = outcomeOf((w) => withdrawKudos(w, of(one.by).number, id));
            assert.equal(taken, model.withdraw(at, one.by, now));
            break;
          }
          case 'remove': {
            const options = { reason: 'A decision', keepCoins: one.keepCoins };
            const removed = outcomeOf((w) => removeKudos(w, id, options));
            assert.equal(removed, model.remove(at, one.keepCoins, now));
            break;
          }
          case 'report': {
            const reported = outcomeOf((w) => reportKudos(w, of(one.by), id, 'A reason'));
            assert.equal(reported, model.report(at, one.by));
            break;
          }
          case 'keep':
            assert.equal(
              outcomeOf((w) => keepKudos(w, id)),
              model.keep(at),
            );
            break;
          case 'spend': {
            const amount = -Math.ceil(of(one.by).coins / 2);
            const holder = model.people[one.by];
            if (amount === 0 || !holder || holder.isErased) break;
            write((w) => grantCoins(w, of(one.by).id, { amount }), now);
            holder.granted += amount;
            break;
          }
          case 'leave': {
            const holder = model.people[one.by];
            if (!holder || holder.isErased) break;
            const { id: employee } = of(one.by);
            write((w) => {
              if (holder.isActive) deactivateEmployee(w, employee, 'Left');
              else reactivateEmployee(w, employee);
            }, now);
            holder.isActive = !holder.isActive;
            break;
          }
          case 'erase': {
            const holder = model.people[one.by];
            if (!holder || holder.isErased) break;
            write((w) => eraseEmployee(w, of(one.by).id, 'A request'), now);
            Object.assign(holder, { isActive: false, isErased: true });
            break;
          }
          case 'wait':
            now += one.days * DAY_MS;
        }
      }
      const people = rows();
      assert.deepEqual(
        people.map(({ coins, xp }) => [coins, xp]),
        people.map((_, i) => [model.coins(i), model.xp(i)]),
      );
      const month = monthOf(now);
      for (const [i, { number }] of people.entries()) {
        const spent = model.spent(i, month);
        const allowance = { allowance: ALLOWANCE, spent, left: ALLOWANCE - spent };
        assert.deepEqual(kudosAllowance({ db, companyId, now }, number), allowance);
      }
      const counted = model.counted(month);
      const { posts: count, givers } = kudosOfMonth(db, companyId, now);
      assert.deepEqual(
        [count, givers],
        [counted.length, new Set(counted.map((one) => one.from)).size],
      );
      const page = { before: Number.MAX_SAFE_INTEGER, count: 100 };
      const seen = db.do(listKudos(companyId, { viewer: null }, page)).map(({ id }) => id);
      assert.deepEqual(
        seen.filter((id) => posts.includes(id)),
        posts.filter((_, i) => model.posts[i]?.state === 'shown').reverse(),
      );
    }),
    rounds(160),
  );
  assert.deepEqual(checkLedgers(db), []);
});
