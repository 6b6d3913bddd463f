import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../src/domain/id.ts';
import { nextEntry, writeCompany } from '../../../src/service/company/company-write.ts';
import { showEmployee } from '../../../src/service/people/employee-records.ts';
import { addEmployee, deactivateEmployee } from '../../../src/service/people/employees.ts';
import { redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import {
  addShopItem,
  listShopItems,
  retireShopItem,
  updateShopItem,
} from '../../../src/service/shop/shop.ts';
import { grantCoins } from '../../../src/service/xp/ledger.ts';
import { openData } from '../../../src/store/data.ts';
import * as shopItems from '../../../src/store/shop/shop-items.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

const refused = (code: string, message: RegExp) => ({ name: 'EngagedError', code, message });

const mug = {
  name: 'Mug',
  description: 'For coffee.',
  category: 'merch',
  image_url: 'https://example.com/mug.png',
  coin_price: 80,
  stock_remaining: 1,
};

const DAY = 86_400_000;

test('an item is listed with its stock, and is new for less than thirty days', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const added = write((w) => addShopItem(w, { ...mug, stock_remaining: null }));
  assert.deepEqual(added, {
    id: added.id,
    ...mug,
    stock_remaining: null,
    is_new: true,
    retired_at: null,
  });
  assert.deepEqual(listShopItems(db, companyId, NOW), [added]);
  const isNew = (now: number) => listShopItems(db, companyId, now)[0]?.is_new;
  assert.equal(isNew(NOW + 30 * DAY - 1), true);
  assert.equal(isNew(NOW + 30 * DAY), false);
});

test('two connections that redeem the last item get one redemption and one rejection', (t) => {
  const { db, companyId, file, write } = createTestCompany(t);
  const { id } = write((w) => addShopItem(w, mug));
  const other = openData(file, { write: true });
  t.after(() => other.close());
  write((w) => {
    for (const email of ['a@example.com', 'b@example.com']) {
      addEmployee(w, { email });
      grantCoins(w, email, { amount: 100 });
    }
  });
  // The second connection has seen the item in stock before the first one took it.
  assert.equal(listShopItems(other, companyId, NOW)[0]?.stock_remaining, 1);
  const receipt = write((w) => redeemShopItem(w, 'a@example.com', id));
  assert.deepEqual([receipt.coins, receipt.stock_remaining, receipt.status], [20, 0, 'pending']);
  assert.throws(
    () =>
      writeCompany(other, { companyId, now: NOW, actor: 'test' }, (w) =>
        redeemShopItem(w, 'b@example.com', id),
      ),
    refused('sold_out', /sold out/),
  );
  assert.equal(showEmployee(db, companyId, 'b@example.com').coins, 100);
  assert.equal(listShopItems(db, companyId, NOW)[0]?.stock_remaining, 0);
});

test('a balance can be spent to zero and no further, and a rejected redemption changes nothing', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const { id } = write((w) => addShopItem(w, { ...mug, stock_remaining: 5 }));
  write((w) => {
    addEmployee(w, { email: 'a@example.com' });
    grantCoins(w, 'a@example.com', { amount: 160 });
  });
  write((w) => redeemShopItem(w, 'a@example.com', id));
  assert.equal(write((w) => redeemShopItem(w, 'a@example.com', id)).coins, 0);
  assert.throws(
    () => write((w) => redeemShopItem(w, 'a@example.com', id)),
    refused('insufficient_coins', /^The employee has 0 coins/),
  );
  assert.equal(listShopItems(db, companyId, NOW)[0]?.stock_remaining, 3);
  const spent = queryRows(
    db,
    companyId,
    `select amount, source from coin_ledger where company_id = :companyId order by entry`,
    { amount: 'integer', source: 'text' },
  );
  assert.deepEqual(spent, [
    { amount: 160, source: 'operator' },
    { amount: -80, source: 'shop' },
    { amount: -80, source: 'shop' },
  ]);
  const receipts = queryRows(
    db,
    companyId,
    'select coin_price as coinPrice, status from redemptions where company_id = :companyId',
    { coinPrice: 'integer', status: 'text' },
  );
  assert.deepEqual(receipts, Array(2).fill({ coinPrice: 80, status: 'pending' }));
});

test('a redemption keeps the price paid when the item changes', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => {
    const { id } = addShopItem(w, { ...mug, stock_remaining: null });
    addEmployee(w, { email: 'a@example.com' });
    grantCoins(w, 'a@example.com', { amount: 80 });
    redeemShopItem(w, 'a@example.com', id);
    assert.deepEqual(
      updateShopItem(w, id, { coin_price: 0, stock_remaining: 2 }).stock_remaining,
      2,
    );
    // A free item is recorded as a redemption, too.
    assert.equal(redeemShopItem(w, 'a@example.com', id).coins, 0);
  });
  const paid = queryRows(
    db,
    companyId,
    'select coin_price as coinPrice from redemptions where company_id = :companyId order by entry',
    { coinPrice: 'integer' },
  );
  assert.deepEqual(paid, [{ coinPrice: 80 }, { coinPrice: 0 }]);
});

test('retired items are not sold, and deactivated employees cannot redeem', (t) => {
  const { write } = createTestCompany(t);
  const { id } = write((w) => addShopItem(w, mug));
  write((w) => {
    addEmployee(w, { email: 'a@example.com' });
    grantCoins(w, 'a@example.com', { amount: 80 });
    deactivateEmployee(w, 'a@example.com', 'left');
    addEmployee(w, { email: 'b@example.com' });
    grantCoins(w, 'b@example.com', { amount: 80 });
  });
  assert.throws(
    () => write((w) => redeemShopItem(w, 'a@example.com', id)),
    refused('conflict', /deactivated/),
  );
  const retired = write((w) => retireShopItem(w, id.toUpperCase()));
  assert.equal(retired.retired_at, new Date(NOW).toISOString());
  assert.throws(
    () => write((w) => redeemShopItem(w, 'b@example.com', id)),
    refused('conflict', /retired/),
  );
  assert.throws(() => write((w) => retireShopItem(w, id)), refused('conflict', /retired/));
  assert.throws(() => write((w) => updateShopItem(w, id, {})), refused('conflict', /retired/));
});

test('an item with an invalid field is rejected with the name of the field', (t) => {
  const { write } = createTestCompany(t);
  const attempts: [Partial<typeof mug>, RegExp][] = [
    [{ name: '🦊'.repeat(151) }, /^name/],
    [{ description: '' }, /^description/],
    [{ category: 'toy' }, /^category/],
    [{ image_url: 'data:text/html,x' }, /^image_url/],
    [{ coin_price: -1 }, /^coin_price/],
    [{ coin_price: 1.5 }, /^coin_price/],
    [{ stock_remaining: -1 }, /^stock_remaining/],
  ];
  for (const [wrong, message] of attempts) {
    assert.throws(
      () => write((w) => addShopItem(w, { ...mug, ...wrong })),
      refused('validation_failed', message),
    );
  }
});

test('a company has at most 5,000 items, and retired ones count', (t) => {
  const { companyId, write } = createTestCompany(t);
  const { image_url: imageUrl, coin_price: coinPrice, stock_remaining, ...rest } = mug;
  const row = { ...rest, imageUrl, coinPrice, stockRemaining: stock_remaining, now: NOW };
  write((w) => {
    const { id } = addShopItem(w, mug);
    retireShopItem(w, id);
    for (let at = 1; at < 5_000; at++)
      w.db.run(shopItems.create, { ...row, companyId, entry: nextEntry(w), id: newId(NOW) });
  });
  assert.throws(
    () => write((w) => addShopItem(w, mug)),
    refused('conflict', /^A company has at most 5000 items in its shop, retired ones included$/),
  );
});
