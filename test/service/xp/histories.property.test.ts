import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { EngagedError } from '../../../src/domain/errors.ts';
import { dayOf } from '../../../src/domain/iso-time.ts';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { createContest } from '../../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../../src/service/contests/close-contest.ts';
import { requireContest } from '../../../src/service/contests/contests.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { checkReports } from '../../../src/service/reports/recount.ts';
import { changeRedemptionStatus, redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../../src/service/shop/shop.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { rounds } from '../../faults/run-scale.ts';
import { give, listOf, undo } from '../gifts/giving.ts';
import { syncRun } from '../roster/sync.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';
import { type Holder, Model, type Row } from './coins-model.ts';

const PEOPLE = 4;
const PRICE = 3;
const PRIZE = 7;

const person = fc.nat(PEOPLE - 1);
const xp = fc.integer({ min: -150, max: 250 }).filter((amount) => amount !== 0);
const rows = fc.array(fc.record({ person, xp, coins: fc.integer({ min: -4, max: 4 }) }), {
  minLength: 1,
  maxLength: 5,
});
const linesPerStep = fc.integer({ min: 1, max: 6 });
/** The department of each person in a roster; null for nobody's row. */
const places = fc.array(fc.constantFrom(null, 'A', 'B'), { minLength: PEOPLE, maxLength: PEOPLE });
const kind = <const K extends string>(name: K) => ({ kind: fc.constant(name) });
const actions = fc.array(
  fc.oneof(
    fc.record({ ...kind('roster'), places, family: fc.constantFrom('Lee', 'Moss') }),
    fc.record({ ...kind('award'), person, amount: xp }),
    fc.record({ ...kind('give'), rows, linesPerStep }),
    fc.record({ ...kind('undo'), gift: fc.nat(5), linesPerStep }),
    fc.record({ ...kind('redeem'), person }),
    fc.record({ ...kind('refuse'), redemption: fc.nat(5) }),
    fc.record({ ...kind('set'), perHundred: fc.constantFrom(0, 7, 10, 33, 1000) }),
    fc.record({ ...kind('contest') }),
    fc.record({ ...kind('erase'), person }),
  ),
  { maxLength: 16 },
);

test('what people have, the ledgers and the reports are what a model says, whatever happens in whatever order', (t) => {
  fc.assert(
    fc.property(actions, (all) => {
      const company = createTestCompany(t);
      const { db, companyId } = company;
      // A contest is closed some days later, and the clock does not go back.
      let now = NOW;
      const write: typeof company.write = (change) => company.write(change, now);
      const rowOf = (at: number, department_name: string, last_name = 'Lee') =>
        rosterRow(`P${at}`, { department_name, last_name });
      const everybody = Array.from({ length: PEOPLE }, (_, at) => rowOf(at, 'A'));
      syncRun(company, everybody);
      const found = queryRows(
        db,
        companyId,
        'select id from employees where company_id = :companyId order by external_id',
        { id: 'text' },
      );
      const idOf = (at: number): string => found[at]?.id ?? '';
      const item = write(
        (w) =>
          addShopItem(w, {
            ...{ name: 'Pen', description: 'Blue', category: 'merch' },
            ...{ image_url: 'https://x.co/pen.png', coin_price: PRICE, stock_remaining: null },
          }).id,
      );
      const model = new Model(PEOPLE);
      const active = everybody.map(() => true);
      const erased = everybody.map(() => false);
      const gifts: string[] = [];
      const redemptions: { id: string; person: number }[] = [];
      const holder = (at: number) => model.people[at] as Holder;
      all.forEach((action, n) => {
        if (action.kind === 'roster') {
          const sent = action.places.flatMap((place, at) =>
            place === null || erased[at] ? [] : [{ at, row: rowOf(at, place, action.family) }],
          );
          if (sent.length === 0) return;
          const order = {
            deactivateMissing: true,
            maxDeactivations: PEOPLE,
            now,
            clock: () => now,
          };
          syncRun(
            company,
            sent.map(({ row }) => row),
            order,
          );
          active.forEach((_, at) => {
            active[at] = sent.some((one) => one.at === at);
          });
        } else if (action.kind === 'award') {
          // By hand also to whoever has left: it can be a correction.
          const award = () => write((w) => awardXp(w, idOf(action.person), action));
          if (erased[action.person]) assert.throws(award, EngagedError);
          else {
            award();
            model.award({ person: action.person, xp: action.amount, coins: 0 });
          }
        } else if (action.kind === 'give') {
          const texts = action.rows.map((row: Row) => ({
            ...{ employee: idOf(row.person), amount: String(row.xp), coins: String(row.coins) },
          }));
          const before = model.gifts.length;
          const plan = listOf(company, texts, { again: true, now });
          const result = give(company, plan, action.linesPerStep);
          const had = model.people.reduce((sum, { coins }) => sum + coins, 0);
          model.give(action.rows, (at) => active[at] ?? false);
          const has = model.people.reduce((sum, { coins }) => sum + coins, 0);
          assert.equal(result.coins + result.coins_for_xp, has - had);
          if (model.gifts.length > before) gifts.push(result.gift_id ?? '');
        } else if (action.kind === 'undo' && gifts.length > 0) {
          const at = action.gift % gifts.length;
          undo(company, gifts[at] ?? '', action.linesPerStep, now);
          model.undo(at);
        } else if (action.kind === 'redeem') {
          const redeem = () => write((w) => redeemShopItem(w, idOf(action.person), item));
          if (active[action.person] && holder(action.person).coins >= PRICE) {
            redemptions.push({ id: redeem().id, person: action.person });
            holder(action.person).coins -= PRICE;
          } else assert.throws(redeem, EngagedError);
        } else if (action.kind === 'refuse' && redemptions.length > 0) {
          const [one] = redemptions.splice(action.redemption % redemptions.length, 1);
          if (!one) return;
          write((w) => changeRedemptionStatus(w, one.id, 'declined', 'Sold out'));
          holder(one.person).coins += PRICE;
        } else if (action.kind === 'set') {
          write((w) => updateCompany(w, { coins_per_100_xp: action.perHundred }));
          model.set(action.perHundred);
        } else if (action.kind === 'contest' && now === NOW) {
          const name = `Contest ${n}`;
          const day = dayOf(NOW);
          write((w) => {
            const prizes = [{ first_rank: 1, last_rank: 1, coins: PRIZE, badge: null }];
            createContest(w, { name, first_day: day, last_day: day, departments: [], prizes });
          });
          const { entry } = requireContest(db, companyId, name);
          const ranking = rankContest(db, companyId, entry);
          now += 5 * DAY_MS;
          write((w) => closeContest(w, ranking));
          const most = Math.max(1, ...model.people.map((one, at) => (active[at] ? one.xp : 0)));
          model.people.forEach((one, at) => {
            if (active[at] && one.xp === most) one.coins += PRIZE;
          });
        } else if (action.kind === 'erase' && !erased[action.person]) {
          write((w) => eraseEmployee(w, idOf(action.person), 'Asked for'));
          Object.assign(erased, { [action.person]: true });
          active[action.person] = false;
        }
        const state = queryRows(
          db,
          companyId,
          `select e.id, e.xp, e.coins, e.deactivated_at is null as active,
             (select coalesce(sum(amount), 0) from xp_ledger l
              where l.company_id = e.company_id and l.employee_number = e.number) as inXp,
             (select coalesce(sum(amount), 0) from coin_ledger l
              where l.company_id = e.company_id and l.employee_number = e.number) as inCoins
           from employees e where e.company_id = :companyId`,
          {
            ...{ id: 'text', xp: 'integer', coins: 'integer', active: 'flag' },
            ...{ inXp: 'integer', inCoins: 'integer' },
          },
        );
        const byId = new Map(state.map(({ id, ...one }) => [id, one]));
        assert.deepEqual(
          model.people.map((_, at) => ({ ...byId.get(idOf(at)) })),
          model.people.map(({ xp: sum, coins }, at) => ({
            ...{ xp: sum, coins, active: active[at] ? 1 : 0, inXp: sum, inCoins: coins },
          })),
        );
      });
      const [totals] = queryRows(
        db,
        companyId,
        `select coalesce(sum(people), 0) as people, coalesce(sum(xp), 0) as xp, coalesce(sum(coins_held), 0) as held
         from report_totals where company_id = :companyId and unit = 'month'`,
        { people: 'integer', xp: 'integer', held: 'integer' },
      );
      const sumOf = (count: (one: Holder, at: number) => number) =>
        model.people.reduce((sum, one, at) => sum + count(one, at), 0);
      assert.deepEqual(
        { ...totals },
        {
          people: active.filter(Boolean).length,
          xp: sumOf((one) => one.xp),
          held: sumOf(({ coins }, at) => (active[at] ? coins : 0)),
        },
      );
      assert.deepEqual(checkLedgers(db), []);
      assert.deepEqual(checkReports(db), []);
    }),
    rounds(60),
  );
});
