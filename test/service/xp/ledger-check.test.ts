import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { changeRedemptionStatus, redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../../src/service/shop/shop.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import * as companies from '../../../src/store/company/companies.ts';
import { createTestCompany, type TestCompany } from '../test-company.ts';

/** A company with every kind of ledger entry. */
function createCompanyWithHistory(t: Parameters<typeof createTestCompany>[0]) {
  const company = createTestCompany(t);
  const ids = company.write((w) => {
    const a = addEmployee(w, { email: 'a@example.com' }).employee_id;
    const b = addEmployee(w, { email: 'b@example.com' }).employee_id;
    // On both sides of a change of month and of year, in UTC.
    for (const at of [
      Date.UTC(2025, 11, 31, 23, 59, 59, 999),
      Date.UTC(2026, 0, 1),
      Date.UTC(2024, 1, 29, 23, 59, 59, 999),
      Date.UTC(2026, 10, 1),
      0,
    ]) {
      awardXp(w, a, { amount: 70, at });
    }
    awardXp(w, b, { amount: 5 });
    awardXp(w, b, { amount: -5 });
    grantCoins(w, a, { amount: 500 });
    const mug = {
      ...{ name: 'Mug', description: 'For coffee.', category: 'merch', coin_price: 80 },
      image_url: 'https://example.com/mug.png',
    };
    const { id } = addShopItem(w, { ...mug, stock_remaining: 5 });
    const free = addShopItem(w, { ...mug, coin_price: 0, stock_remaining: null });
    const kept = redeemShopItem(w, a, id).id;
    const returned = changeRedemptionStatus(w, redeemShopItem(w, a, id).id, 'declined').id;
    changeRedemptionStatus(w, redeemShopItem(w, a, free.id).id, 'declined');
    return { a, b, kept, returned };
  });
  const company_id = company.db.one(companies.find, { companyId: company.companyId })?.id ?? '';
  return { ...company, ...ids, company_id };
}

const corrupt = ({ db }: TestCompany, sql: string): void =>
  db.write(() => {
    db.execute(sql);
  });

const noDetails = { month: null, redemption_id: null };

test('the ledgers of a company and its sandbox are consistent after normal use', (t) => {
  assert.deepEqual(checkLedgers(createCompanyWithHistory(t).db), []);
});

test('a total, a month and a balance that were changed by hand are reported', (t) => {
  const company = createCompanyWithHistory(t);
  const { db, a, b, company_id } = company;
  corrupt(company, `update employees set xp = xp + 1 where id = '${a}'`);
  corrupt(company, `update employees set coins = coins + 7 where id = '${b}'`);
  corrupt(
    company,
    `update xp_months set xp = 71 where month = ${2026 * 12}
    and company_id = ${company.companyId}`,
  );
  assert.deepEqual(checkLedgers(db), [
    { kind: 'xp_total', company_id, employee_id: a, ...noDetails, stored: 351, actual: 350 },
    {
      ...{ kind: 'xp_month', company_id, employee_id: a, redemption_id: null },
      ...{ month: '2026-01', stored: 71, actual: 70 },
    },
    { kind: 'coin_balance', company_id, employee_id: b, ...noDetails, stored: 7, actual: 0 },
  ]);
});

test('a missing month, and a month without entries, are reported', (t) => {
  const company = createCompanyWithHistory(t);
  const { db, a, companyId } = company;
  corrupt(
    company,
    `delete from xp_months where month = ${1970 * 12} and company_id = ${companyId}`,
  );
  corrupt(company, `insert into xp_months values (${companyId}, 1, ${1999 * 12}, 3)`);
  assert.deepEqual(
    checkLedgers(db)
      .map(({ employee_id, month, stored, actual }) => ({ employee_id, month, stored, actual }))
      .toSorted((x, y) => String(x.month).localeCompare(String(y.month))),
    [
      { employee_id: a, month: '1970-01', stored: 0, actual: 70 },
      { employee_id: a, month: '1999-01', stored: 3, actual: 0 },
    ],
  );
});

test('a redemption that differs from the coin ledger, and an entry without a redemption, are reported', (t) => {
  const company = createCompanyWithHistory(t);
  const { db, a, kept, returned, company_id, companyId } = company;
  corrupt(company, `update redemptions set coin_price = 90 where id = '${kept}'`);
  assert.deepEqual(checkLedgers(db), [
    {
      ...{ kind: 'redemption', company_id, employee_id: a, month: null },
      ...{ redemption_id: kept, stored: -90, actual: -80 },
    },
  ]);
  corrupt(company, `update redemptions set coin_price = 80 where id = '${kept}'`);
  corrupt(
    company,
    `update redemptions set status = 'pending', refund_entry = null
     where id = '${returned}' and company_id = ${companyId}`,
  );
  assert.deepEqual(checkLedgers(db), [
    { kind: 'shop_entry', company_id, employee_id: a, ...noDetails, stored: 0, actual: 80 },
  ]);
});

test('the number of reported faults of each kind is limited', (t) => {
  const company = createCompanyWithHistory(t);
  corrupt(company, 'update employees set xp = xp + 1');
  assert.equal(checkLedgers(company.db, 2).length, 2);
});
