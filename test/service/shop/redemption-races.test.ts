import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { showEmployee } from '../../../src/service/people/employee-records.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { listRedemptions } from '../../../src/service/shop/redemptions.ts';
import { addShopItem, listShopItems } from '../../../src/service/shop/shop.ts';
import { grantCoins } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { createTestCompany, NOW } from '../test-company.ts';
import type { RaceOptions } from './redemption-process.ts';

const STOCK = 60;
const RACERS = 2;

const mug = {
  name: 'Mug',
  description: 'For coffee.',
  category: 'merch',
  image_url: 'https://example.com/mug.png',
  coin_price: 2,
  stock_remaining: STOCK,
};

/** Does the same on several connections at once, each in its own thread; returns how often each succeeded. */
async function race(order: RaceOptions): Promise<number[]> {
  const racers = Array.from(
    { length: RACERS },
    () => new Worker(new URL('./redemption-process.ts', import.meta.url), { workerData: order }),
  );
  return Promise.all(racers.map(async (racer) => Number((await once(racer, 'message'))[0])));
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count);

test('concurrent connections sell no more than the stock, and return each sale once', async (t) => {
  const { db, file, companyId, write } = createTestCompany(t);
  const item = write((w) => {
    addEmployee(w, { email: 'a@example.com' });
    grantCoins(w, 'a@example.com', { amount: 10_000 });
    return addShopItem(w, mug).id;
  });
  const state = () => [
    showEmployee(db, companyId, 'a@example.com').coins,
    listShopItems(db, companyId, NOW)[0]?.stock_remaining,
  ];
  const order = { file, companyId, now: NOW, item, employee: 'a@example.com' };

  const sold = await race({ ...order, redeem: STOCK, decline: [] });
  assert.equal(sum(sold), STOCK);
  assert.deepEqual(state(), [10_000 - 2 * STOCK, 0]);

  const ids = listRedemptions(db, companyId, 'pending').map(({ id }) => id);
  const declined = await race({ ...order, redeem: 0, decline: ids });
  assert.equal(sum(declined), STOCK);
  assert.deepEqual(state(), [10_000, STOCK]);
  assert.deepEqual(checkLedgers(db), []);
});
