import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EngagedError } from '../../../src/domain/errors.ts';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../../src/service/shop/shop.ts';
import { importXp } from '../../../src/service/xp/import-xp.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { runTogether } from '../../../src/worker/write-requests.ts';
import { rounds } from '../../faults/run-scale.ts';
import { give, listOf, undo } from '../gifts/giving.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';
import { type Holder, Model, type Row } from './coins-model.ts';

const PEOPLE = 3;
const PRICE = 3;

type Action =
  | { kind: 'award' | 'grant'; person: number; amount: number }
  | { kind: 'send'; requests: Row[][] }
  | { kind: 'import' | 'give'; rows: Row[]; rowsPerStep: number }
  | { kind: 'undo'; gift: number; rowsPerStep: number }
  | { kind: 'redeem'; person: number }
  | { kind: 'set'; perHundred: number };

const person = fc.nat(PEOPLE - 1);
const xp = fc.oneof(
  fc.integer({ min: -150, max: 250 }),
  fc.constantFrom(1_000_000_000, -1_000_000_000),
);
const rows = fc.array(
  fc.record({
    ...{ person, xp: xp.filter((amount) => amount !== 0) },
    coins: fc.oneof(fc.constant(0), fc.integer({ min: -4, max: 4 })),
  }),
  { minLength: 1, maxLength: 5 },
);
const rowsPerStep = fc.integer({ min: 1, max: 6 });
const kind = <const K extends string>(name: K) => ({ kind: fc.constant(name) });
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    fc.record({ ...kind('award'), person, amount: xp.filter((amount) => amount !== 0) }),
    fc.record({ ...kind('grant'), person, amount: fc.constantFrom(-3, 2, 5) }),
    fc.record({ ...kind('send'), requests: fc.array(rows, { minLength: 1, maxLength: 3 }) }),
    fc.record({ ...kind('import'), rows, rowsPerStep }),
    fc.record({ ...kind('give'), rows, rowsPerStep }),
    fc.record({ ...kind('undo'), gift: fc.nat(5), rowsPerStep }),
    fc.record({ ...kind('redeem'), person }),
    fc.record({ ...kind('set'), perHundred: fc.constantFrom(0, 1, 7, 10, 33, 100, 1000) }),
  ),
  { maxLength: 14 },
);

test('whoever gains XP has got the coins that are given for it, in whatever order XP comes and goes', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  let runs = 0;
  const item = write(
    (w) =>
      addShopItem(w, {
        ...{ name: 'Pen', description: 'Blue', category: 'merch' },
        ...{ image_url: 'https://x.co/pen.png', coin_price: PRICE, stock_remaining: null },
      }).id,
  );
  const state = (people: readonly string[]) => {
    const found = queryRows(
      db,
      companyId,
      `select e.id, e.xp, e.coins,
         (select coalesce(sum(l.amount), 0) from coin_ledger l join companies c on c.company_id = l.company_id
          where l.company_id = e.company_id and l.employee_number = e.number and l.source = 'xp'
            and l.entry >= c.coins_for_xp_since) as got
       from employees e where e.company_id = :companyId order by e.number`,
      { id: 'text', xp: 'integer', coins: 'integer', got: 'integer' },
    );
    return found.filter(({ id }) => people.includes(id)).map(({ id: _, ...totals }) => totals);
  };
  fc.assert(
    fc.property(actions, (all) => {
      runs++;
      const model = new Model(PEOPLE);
      const people = write((w) => {
        updateCompany(w, { coins_per_100_xp: 0 });
        return Array.from({ length: PEOPLE }, (_, i) => {
          return addEmployee(w, { email: `p${runs}-${i}@x.co` }).employee_id;
        });
      });
      const idOf = (number: number): string => people[number] ?? '';
      const asTexts = (given: readonly Row[]) =>
        given.map((row) => ({
          ...{ employee: idOf(row.person), amount: String(row.xp), coins: String(row.coins) },
        }));
      const gifts: string[] = [];
      all.forEach((action, i) => {
        if (action.kind === 'set') {
          write((w) => updateCompany(w, { coins_per_100_xp: action.perHundred }));
          model.set(action.perHundred);
        } else if (action.kind === 'award') {
          write((w) => awardXp(w, idOf(action.person), { amount: action.amount }));
          model.award({ person: action.person, xp: action.amount, coins: 0 });
        } else if (action.kind === 'grant') {
          const holder = model.people[action.person] as Holder;
          const grant = () => write((w) => grantCoins(w, idOf(action.person), action));
          if (holder.coins + action.amount < 0) assert.throws(grant, EngagedError);
          else {
            grant();
            holder.coins += action.amount;
          }
        } else if (action.kind === 'send') {
          const requests = action.requests.map((of) => ({
            ...{ name: 'awardXp' as const, companyId, actor: 'key', now: NOW, path: {} },
            body: Buffer.from(
              JSON.stringify({
                awards: of.map((row, at) => ({
                  ...{
                    employee: { employee_id: idOf(row.person) },
                    amount: row.xp,
                    coins: row.coins,
                  },
                  once: `${runs} ${i} ${of.length} ${at} ${row.person} ${row.xp} ${row.coins} ${action.requests.indexOf(of)}`,
                })),
              }),
            ),
          }));
          const applied = runTogether(db, requests, { passwords: undefined } as never).map(
            (answer) => (answer.ok ? JSON.parse(answer.json ?? '').applied : answer.error),
          );
          assert.deepEqual(
            applied,
            action.requests.map((of) => of.filter((row) => model.award(row)).length),
          );
        } else if (action.kind === 'import') {
          const imported = write((w) =>
            importXp(w, { rows: asTexts(action.rows), batch: `${runs} ${i}`, fileHash: '' }),
          );
          const made = action.rows.filter((row) => model.award(row));
          assert.equal(imported.awarded, made.length);
        } else if (action.kind === 'give') {
          const plan = listOf(company, asTexts(action.rows), { again: true });
          const { gift_id } = give(company, plan, action.rowsPerStep);
          const before = model.gifts.length;
          model.give(action.rows);
          if (model.gifts.length > before) gifts.push(gift_id ?? '');
        } else if (action.kind === 'undo' && gifts.length > 0) {
          const at = action.gift % gifts.length;
          undo(company, gifts[at] ?? '', action.rowsPerStep);
          model.undo(at);
        } else if (action.kind === 'redeem') {
          const holder = model.people[action.person] as Holder;
          if (holder.coins < PRICE) return;
          write((w) => redeemShopItem(w, idOf(action.person), item));
          holder.coins -= PRICE;
        }
        assert.deepEqual(
          state(people),
          model.people.map(({ xp, coins, got }) => ({ xp, coins, got })),
        );
      });
      assert.deepEqual(checkLedgers(db), []);
    }),
    rounds(200),
  );
});
