import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import {
  isReversed,
  nextStatuses,
  REDEMPTION_STATUSES,
  type RedemptionStatus,
} from '../../../src/domain/redemption.ts';
import { showEmployee } from '../../../src/service/people/employee-records.ts';
import { addEmployee, deactivateEmployee } from '../../../src/service/people/employees.ts';
import {
  changeRedemptionStatus,
  listRedemptions,
  redeemShopItem,
} from '../../../src/service/shop/redemptions.ts';
import {
  addShopItem,
  listShopItems,
  retireShopItem,
  updateShopItem,
} from '../../../src/service/shop/shop.ts';
import { grantCoins } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { rounds } from '../../faults/run-scale.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

const refused = (code: string, message: RegExp) => ({ name: 'EngagedError', code, message });

const mug = {
  name: 'Mug',
  description: 'For coffee.',
  category: 'merch',
  image_url: 'https://example.com/mug.png',
  coin_price: 80,
  stock_remaining: 3 as number | null,
};

/** An employee with coins, an item, and a redemption of it. */
function createRedemption(t: TestContext, itemFields: Partial<typeof mug> = {}) {
  const company = createTestCompany(t);
  const { item, redemption } = company.write((w) => {
    addEmployee(w, { email: 'a@example.com' });
    grantCoins(w, 'a@example.com', { amount: 200 });
    const item = addShopItem(w, { ...mug, ...itemFields });
    return { item: item.id, redemption: redeemShopItem(w, 'a@example.com', item.id) };
  });
  const state = () => [
    showEmployee(company.db, company.companyId, 'a@example.com').coins,
    listShopItems(company.db, company.companyId, NOW)[0]?.stock_remaining,
  ];
  return { ...company, item, redemption, state };
}

type Step = Exclude<RedemptionStatus, 'pending'>;
const STEPS = REDEMPTION_STATUSES.filter((status): status is Step => status !== 'pending');

/** The steps that lead to each status. */
const WAYS: Record<RedemptionStatus, readonly Step[]> = {
  pending: [],
  approved: ['approved'],
  fulfilled: ['approved', 'fulfilled'],
  declined: ['declined'],
  refunded: ['approved', 'refunded'],
};

for (const from of REDEMPTION_STATUSES) {
  const allowed = nextStatuses(from);
  test(`a redemption that is ${from} can become ${allowed.join(' or ') || 'nothing else'}`, (t) => {
    for (const to of STEPS) {
      const { write, redemption, state } = createRedemption(t);
      for (const step of WAYS[from]) write((w) => changeRedemptionStatus(w, redemption.id, step));
      const before = state();
      const move = () => write((w) => changeRedemptionStatus(w, redemption.id, to), NOW + 5);
      if (allowed.includes(to)) {
        const moved = move();
        assert.deepEqual(moved, {
          ...redemption,
          status: to,
          updated_at: new Date(NOW + 5).toISOString(),
          ...(isReversed(to) ? { coins: 200, stock_remaining: 3 } : {}),
        });
        assert.deepEqual(state(), [moved.coins, moved.stock_remaining]);
      } else {
        assert.throws(move, refused('conflict', new RegExp(`\\b${from}\\b`)));
        assert.deepEqual(state(), before);
      }
    }
  });
}

test('a rejected step names the current status and the allowed ones', (t) => {
  const { write, redemption } = createRedemption(t);
  const move = (to: Step) => () => write((w) => changeRedemptionStatus(w, redemption.id, to));
  assert.throws(move('refunded'), {
    message:
      'The redemption cannot become refunded: it is pending, and can only become approved or declined',
  });
  move('declined')();
  assert.throws(move('declined'), { message: 'The redemption is declined already' });
  assert.throws(move('approved'), {
    message: 'The redemption cannot become approved: it is declined, and stays so',
  });
  assert.throws(
    () => write((w) => changeRedemptionStatus(w, 'nobody', 'approved')),
    refused('not_found', /^Redemption not found$/),
  );
});

test('declining a redemption from unlimited stock does not increase stock that was limited since', (t) => {
  const { write, item, redemption, state } = createRedemption(t, { stock_remaining: null });
  write((w) => updateShopItem(w, item, { stock_remaining: 10 }));
  write((w) => changeRedemptionStatus(w, redemption.id, 'declined'));
  assert.deepEqual(state(), [200, 10]);
});

test('declining a redemption from limited stock keeps stock that is unlimited by now', (t) => {
  const { write, item, redemption, state } = createRedemption(t);
  write((w) => updateShopItem(w, item, { stock_remaining: null }));
  write((w) => changeRedemptionStatus(w, redemption.id, 'declined'));
  assert.deepEqual(state(), [200, null]);
});

test('the price paid is returned, also to deactivated employees and for retired items', (t) => {
  const { db, companyId, write, item, redemption, state } = createRedemption(t);
  write((w) => {
    updateShopItem(w, item, { coin_price: 1 });
    retireShopItem(w, item);
    deactivateEmployee(w, 'a@example.com', 'Left');
    changeRedemptionStatus(w, redemption.id, 'declined');
  });
  assert.deepEqual(state(), [200, 3]);
  assert.deepEqual(
    queryRows(
      db,
      companyId,
      `select amount, reason from coin_ledger
       where company_id = :companyId and source = 'shop' order by entry`,
      { amount: 'integer', reason: 'text' },
    ),
    [
      { amount: -80, reason: 'Mug' },
      { amount: 80, reason: 'Returned: Mug' },
    ],
  );
});

test('declining a free redemption makes no ledger entry', (t) => {
  const { db, write, redemption, state } = createRedemption(t, { coin_price: 0 });
  write((w) => changeRedemptionStatus(w, redemption.id, 'declined'));
  assert.deepEqual(state(), [200, 3]);
  assert.deepEqual(checkLedgers(db), []);
});

test('redemptions are listed in order of creation, or by status', (t) => {
  const { db, companyId, write, item, redemption } = createRedemption(t);
  const { coins: _, stock_remaining: __, ...first } = redemption;
  const second = write((w) => redeemShopItem(w, 'a@example.com', item), NOW + 1).id;
  write((w) => changeRedemptionStatus(w, second, 'approved'), NOW + 2);
  const ids = (status: RedemptionStatus | null) =>
    listRedemptions(db, companyId, status).map(({ id }) => id);
  assert.deepEqual(ids(null), [first.id, second]);
  assert.deepEqual(listRedemptions(db, companyId, 'pending'), [first]);
  assert.deepEqual([ids('approved'), ids('refunded')], [[second], []]);
});

test('every step is in the audit log with what it changed', (t) => {
  const { db, companyId, write, redemption } = createRedemption(t);
  write((w) => changeRedemptionStatus(w, redemption.id, 'approved'));
  write((w) => changeRedemptionStatus(w, redemption.id, 'refunded'));
  assert.deepEqual(
    queryRows(
      db,
      companyId,
      `select action, before ->> 'status' as was, after ->> 'status' as became,
         before ->> 'coins' as had, after ->> 'coins' as has
       from audit_log where company_id = :companyId and target_kind = 'redemption' order by entry`,
      { action: 'text', was: 'text', became: 'text', had: 'integer', has: 'integer' },
    ),
    [
      { action: 'shop.approve', was: 'pending', became: 'approved', had: 120, has: 120 },
      { action: 'shop.refund', was: 'approved', became: 'refunded', had: 120, has: 200 },
    ],
  );
});

test('after any sequence of steps, coins and stock match the redemptions', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const people = ['a@example.com', 'b@example.com'];
  for (const email of people) write((w) => addEmployee(w, { email }));
  const attempt = fc.oneof(
    fc.record({ do: fc.constant('redeem' as const), who: fc.nat(1), what: fc.nat(1) }),
    fc.record({ do: fc.constantFrom(...STEPS), which: fc.nat(7) }),
    fc.record({ do: fc.constant('price' as const), what: fc.nat(1), price: fc.nat(3) }),
  );
  fc.assert(
    fc.property(fc.array(attempt, { minLength: 5, maxLength: 40 }), (attempts) => {
      const before = people.map((email) => showEmployee(db, companyId, email).coins);
      const items = [2, 0].map((coin_price) =>
        write((w) => addShopItem(w, { ...mug, coin_price, stock_remaining: 3 })),
      );
      for (const email of people) write((w) => grantCoins(w, email, { amount: 7 }));
      const ids: string[] = [];
      for (const attempted of attempts) {
        try {
          write((w) => {
            if (attempted.do === 'redeem') {
              const item = items[attempted.what]?.id ?? '';
              ids.push(redeemShopItem(w, people[attempted.who] ?? '', item).id);
            } else if (attempted.do === 'price') {
              updateShopItem(w, items[attempted.what]?.id ?? '', { coin_price: attempted.price });
            } else {
              changeRedemptionStatus(w, ids[attempted.which] ?? '', attempted.do);
            }
          });
        } catch (error) {
          assert.equal(error instanceof Error && error.name, 'EngagedError', String(error));
        }
      }
      const active = listRedemptions(db, companyId, null).filter(
        (row) => ids.includes(row.id) && !isReversed(row.status),
      );
      people.forEach((email, i) => {
        const { coins, employee_id } = showEmployee(db, companyId, email);
        const spent = active
          .filter((row) => row.employee_id === employee_id)
          .reduce((sum, row) => sum + row.coin_price, 0);
        assert.equal(coins, (before[i] ?? 0) + 7 - spent);
      });
      const stock = new Map(
        listShopItems(db, companyId, NOW).map((item) => [item.id, item.stock_remaining]),
      );
      for (const { id } of items) {
        assert.equal(stock.get(id), 3 - active.filter((row) => row.item_id === id).length);
      }
      assert.deepEqual(checkLedgers(db), []);
    }),
    rounds(25),
  );
});

test('a refund that would exceed the range of a balance is rejected, and the redemption stays pending', (t) => {
  const { db, companyId, write, redemption, state } = createRedemption(t);
  db.execute(`update employees set coins = ${Number.MAX_SAFE_INTEGER - 79}`);
  const before = state();
  assert.throws(
    () => write((w) => changeRedemptionStatus(w, redemption.id, 'declined')),
    refused('validation_failed', /^The price would take the total beyond 9007199254740991$/),
  );
  assert.deepEqual(state(), before);
  assert.equal(listRedemptions(db, companyId, 'pending').length, 1);
  write((w) => grantCoins(w, 'a@example.com', { amount: -1 }));
  assert.equal(
    write((w) => changeRedemptionStatus(w, redemption.id, 'declined')).status,
    'declined',
  );
});
