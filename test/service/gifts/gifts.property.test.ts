import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defineBadge } from '../../../src/service/badges/badges.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../../src/service/shop/shop.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { rounds } from '../../faults/run-scale.ts';
import { createTestCompany, queryRows } from '../test-company.ts';
import { give, listOf, undo } from './giving.ts';

const PEOPLE = 3;
const PRICE = 2;

type GivenRow = { person: number; xp: number; coins: number; hasBadge: boolean };
type Action =
  | { kind: 'give'; rows: GivenRow[]; again: boolean; linesPerStep: number }
  | { kind: 'undo'; gift: number; linesPerStep: number }
  | { kind: 'redeem'; person: number };

const person = fc.nat(PEOPLE - 1);
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('give' as const),
      rows: fc.array(
        fc.record({
          ...{ person, xp: fc.integer({ min: -2, max: 3 }), hasBadge: fc.boolean() },
          coins: fc.integer({ min: -2, max: 4 }),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      again: fc.boolean(),
      linesPerStep: fc.integer({ min: 1, max: 6 }),
    }),
    fc.record({
      ...{ kind: fc.constant('undo' as const), gift: fc.nat(5) },
      linesPerStep: fc.integer({ min: 1, max: 6 }),
    }),
    fc.record({ kind: fc.constant('redeem' as const), person }),
  ),
  { maxLength: 12 },
);

type Given = GivenRow & { state: 'given' | 'undone' | 'kept'; gaveBadge: boolean };
type Holder = { xp: number; coins: number; badge: Given | null };

const sameAs = (one: GivenRow) => (other: GivenRow) =>
  one.person === other.person &&
  one.xp === other.xp &&
  one.coins === other.coins &&
  one.hasBadge === other.hasBadge;

/** What people have, worked out in another way: row by row, with all gifts in memory. */
class Model {
  readonly people: Holder[] = Array.from({ length: PEOPLE }, () => ({
    ...{ xp: 0, coins: 0, badge: null },
  }));
  readonly gifts: { rows: Given[]; isUndone: boolean }[] = [];

  /** @returns whether anything is given */
  give(rows: readonly GivenRow[], again: boolean): boolean {
    const before = this.gifts
      .flatMap((gift) => gift.rows)
      .filter(({ state }) => state !== 'undone');
    const given: Given[] = [];
    rows.forEach((row, i) => {
      const holder = this.people[row.person] as Holder;
      const isRepeated = rows.slice(0, i).some(sameAs(row));
      const gaveBadge = row.hasBadge && holder.badge === null;
      if (isRepeated || (row.xp === 0 && row.coins === 0 && !row.hasBadge)) return;
      if (!again && before.some(sameAs(row))) return;
      if (row.xp === 0 && row.coins === 0 && !gaveBadge) return;
      if (row.coins < 0 && holder.coins + row.coins < 0) return;
      holder.xp += row.xp;
      holder.coins += row.coins;
      const one: Given = { ...row, state: 'given', gaveBadge };
      if (gaveBadge) holder.badge = one;
      given.push(one);
    });
    if (given.length > 0) this.gifts.push({ rows: given, isUndone: false });
    return given.length > 0;
  }

  undo(at: number): { undone: number; refused: number } {
    const gift = this.gifts[at] as Model['gifts'][number];
    const byPerson = [...Map.groupBy(gift.rows, (row) => row.person)];
    for (const [number, rows] of gift.isUndone ? [] : byPerson) {
      const holder = this.people[number] as Holder;
      const coins = rows.reduce((sum, row) => sum + row.coins, 0);
      const isKept = coins > 0 && holder.coins < coins;
      for (const row of rows) {
        row.state = isKept ? 'kept' : 'undone';
        if (isKept) continue;
        holder.xp -= row.xp;
        holder.coins -= row.coins;
        if (holder.badge === row) holder.badge = null;
      }
    }
    gift.isUndone = true;
    const refused = byPerson.filter(([, rows]) => rows[0]?.state === 'kept').length;
    return { undone: byPerson.length - refused, refused };
  }
}

test('gifts, undone gifts and redemptions in any order leave what a model says', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  let people: string[] = [];
  let runs = 0;
  const item = write((w) => {
    defineBadge(w, { code: 'aid', name: 'Aid', category: 'social', rarity: 'rare' });
    return addShopItem(w, {
      ...{ name: 'Pen', description: 'Blue', category: 'merch' },
      ...{ image_url: 'https://x.co/pen.png', coin_price: PRICE, stock_remaining: null },
    }).id;
  });
  const state = () =>
    queryRows(
      db,
      companyId,
      `select e.id, e.xp, e.coins, exists (
         select 1 from badge_awards a where a.company_id = e.company_id and a.employee_number = e.number
           and a.revoked_at is null
       ) as badge
       from employees e where e.company_id = :companyId order by e.number`,
      { id: 'text', xp: 'integer', coins: 'integer', badge: 'flag' },
    )
      .filter(({ id }) => people.includes(id))
      .map(({ xp, coins, badge }) => [xp, coins, Boolean(badge)]);
  fc.assert(
    fc.property(actions, (all) => {
      runs++;
      people = write((w) =>
        Array.from({ length: PEOPLE }, (_, i) => {
          return addEmployee(w, { email: `p${runs}-${i}@x.co` }).employee_id;
        }),
      );
      const model = new Model();
      const gifts: string[] = [];
      for (const action of all) {
        if (action.kind === 'give') {
          const rows = action.rows.map((row) => ({
            ...{ employee: people[row.person] ?? '', amount: String(row.xp) },
            ...{ coins: String(row.coins), badge: row.hasBadge ? 'aid' : '' },
          }));
          const plan = listOf(company, rows, { again: action.again });
          const { gift_id, people: count } = give(company, plan, action.linesPerStep);
          const gives = model.give(action.rows, action.again);
          assert.equal(count > 0, gives);
          if (gives) gifts.push(gift_id ?? '');
        } else if (action.kind === 'undo' && gifts.length > 0) {
          const at = action.gift % gifts.length;
          const { undone, refused } = undo(company, gifts[at] ?? '', action.linesPerStep);
          assert.deepEqual({ undone, refused: refused.length }, model.undo(at));
        } else if (action.kind === 'redeem') {
          const holder = model.people[action.person] as Holder;
          if (holder.coins < PRICE) continue;
          write((w) => redeemShopItem(w, people[action.person] ?? '', item));
          holder.coins -= PRICE;
        }
        assert.deepEqual(
          state(),
          model.people.map(({ xp, coins, badge }) => [xp, coins, badge !== null]),
        );
      }
    }),
    rounds(60),
  );
  assert.deepEqual(checkLedgers(db), []);
});
