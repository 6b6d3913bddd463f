import assert from 'node:assert/strict';
import { test } from 'node:test';
import { participation } from '../../src/service/reports/participation.ts';
import { wrongPeriods } from '../../src/service/reports/recount.ts';
import { readRange } from '../../src/service/reports/report-range.ts';
import { type Older, olderFile, olderPostgres } from './older-data.ts';

const OLD_SCHEMA = 44;

const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-${String(n).padStart(12, '0')}`;

const day = (text: string) => Date.parse(text);

/** Seven people who joined in September, of whom one left in October; what they did then and since. */
function fill({ db }: Older): void {
  db.execute(`
    insert into companies (company_id, id, name, name_key, mode, created_at) values (1, '${idOf(1)}', 'A', 'a', 'live', 0);
    insert into award_actors (company_id, number, actor) values (1, 1, 'test');
    insert into badges (company_id, code, name, category, rarity, created_at)
      values (1, 'aid', 'Aid', 'social', 'rare', 0);
    insert into shop_items (company_id, entry, id, name, description, category, image_url, coin_price, created_at)
      values (1, 1, '${idOf(2)}', 'Pen', '', 'merch', '', 3, 0)`);
  for (let number = 1; number <= 7; number++)
    db.execute(`
      insert into employees (
        company_id, number, id, email, email_key, created_at, revision, first_day, deactivated_at, deactivated_by)
      values (1, ${number}, '${idOf(10 + number)}', 'p${number}', 'p${number}', ${day('2026-09-10')}, 1,
        ${number === 1 ? "'2026-07-01'" : 'null'}, ${number === 7 ? `${day('2026-10-20')}, 'portal'` : 'null, null'})`);
  const xp = [
    [2, 5, '2026-08-30'],
    [2, 5, '2026-10-01'],
    [2, -9, '2026-10-02'],
    [3, 4, '2026-10-31'],
    [4, -4, '2026-10-31'],
    [7, 1, '2026-11-02'],
  ] as const;
  for (const [i, [number, amount, at]] of xp.entries())
    db.execute(`
      insert into xp_ledger (company_id, employee_number, entry, amount, source, counts_at, recorded_at)
      values (1, ${number}, ${100 + i}, ${amount}, 'import', ${day(at)}, ${day('2026-11-03')})`);
  db.execute(`
    insert into coin_ledger (company_id, employee_number, entry, amount, source, recorded_at) values
      (1, 2, 200, 10, 'operator', ${day('2026-10-03')}), (1, 2, 201, -3, 'shop', ${day('2026-11-03')}),
      (1, 7, 202, 6, 'operator', ${day('2026-10-03')});
    insert into redemptions (
      company_id, entry, id, employee_number, item_entry, coin_price, stock_taken, payment_entry, status, created_at, updated_at)
    values (1, 300, '${idOf(3)}', 2, 1, 3, 0, 201, 'pending', ${day('2026-11-03')}, ${day('2026-11-03')});
    insert into badge_awards (company_id, employee_number, entry, badge_code, awarded_at, revoked_at) values
      (1, 3, 400, 'aid', ${day('2026-10-05')}, null), (1, 4, 401, 'aid', ${day('2026-10-05')}, ${day('2026-10-06')})`);
}

function checkUpgrade(older: Older): void {
  const { db } = older;
  fill(older);
  older.upgrade();
  const range = readRange({ unit: 'month', from: '2026-09', to: '2026-11' }, day('2026-11-21'));
  const request = { companyId: 1, unit: 'month', ...range, departmentNumber: null } as const;
  const unknown = { signed_in: null };
  const nothing = { redeemed: 0, coins_earned: 0, coins_spent: 0, badges: 0, left: 0, ...unknown };
  assert.deepEqual(db.do(participation(request)), [
    {
      ...{ period: '2026-09', active_people: 7, participants: 0, participation: 0, ...nothing },
      ...{ xp: 0, coins_outstanding: 0, joined: 5 },
    },
    {
      ...{
        period: '2026-10',
        active_people: 7,
        participants: 2,
        participation: 0.2857,
        ...nothing,
      },
      ...{ xp: -4, coins_earned: 16, coins_outstanding: 10, badges: 1, joined: 0, left: 1 },
    },
    {
      ...{ period: '2026-11', active_people: 6, participants: 0, participation: 0, ...nothing },
      ...{ xp: 1, redeemed: 1, coins_spent: 3, coins_outstanding: 7, joined: 0 },
    },
  ]);
  assert.deepEqual(wrongPeriods(db, 1), []);
}

test('reports of an older data file are counted from what is on record; who signed in is not known', (t) =>
  checkUpgrade(olderFile(t, OLD_SCHEMA)));

test('reports of an older PostgreSQL database are counted from what is on record; who signed in is not known', async (t) => {
  const older = await olderPostgres(t, OLD_SCHEMA);
  if (older) checkUpgrade(older);
});
