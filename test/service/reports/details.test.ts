import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { monthOf, monthStart } from '../../../src/domain/period.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../../src/service/badges/badges.ts';
import {
  type CompanyWrite,
  LazyCompanyWrite,
  writeCompany,
} from '../../../src/service/company/company-write.ts';
import {
  createDepartment,
  requireDepartment,
} from '../../../src/service/departments/departments.ts';
import { deactivateEmployee } from '../../../src/service/people/employees.ts';
import {
  type GivenRequest,
  listGiven,
  listGivenByPeriod,
} from '../../../src/service/reports/given.ts';
import { medianXp } from '../../../src/service/reports/medians.ts';
import { listWithout } from '../../../src/service/reports/without.ts';
import { redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../../src/service/shop/shop.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import { addPerson } from '../../http/requests.ts';
import { createTestCompany, NOW } from '../test-company.ts';

const JOINED = NOW - 200 * DAY_MS;

/** Twelve people who joined long ago: six of Sales, four of Support below it, two of nowhere. */
function createPeople(t: TestContext) {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const as =
    (actor: string) =>
    <T>(change: (write: CompanyWrite) => T, now = NOW): T =>
      writeCompany(db, { companyId, now, actor }, change);
  const people = as('test')((write) => {
    createDepartment(write, { name: 'Sales' });
    createDepartment(write, { name: 'Support', parent: 'Sales' });
    const departmentOf = (i: number) => (i < 6 ? 'Sales' : i < 10 ? 'Support' : null);
    return Array.from({ length: 12 }, (_, i) =>
      addPerson(write, `p${i}`, { department: departmentOf(i) }),
    );
  }, JOINED);
  const given = (by: GivenRequest['by']) =>
    listGiven(db, { companyId, from: NOW - 10 * DAY_MS, until: NOW + 1, by });
  return { ...company, as, people, given };
}

test('XP is reported by reason, and what few people got is among the others', (t) => {
  const { as, people, given } = createPeople(t);
  as('test')((write) => {
    for (const [i, person] of people.entries()) {
      if (i < 7) awardXp(write, person, { amount: 10, reason: 'Helped' });
      if (i < 5) awardXp(write, person, { amount: 3, reason: 'Taught' });
      if (i < 4) awardXp(write, person, { amount: 100, reason: 'Won' });
      if (i > 3 && i < 7) awardXp(write, person, { amount: -1 });
      awardXp(write, person, { amount: 9, reason: 'Helped', at: NOW - 20 * DAY_MS });
    }
  });
  assert.deepEqual(given('reason'), [
    { name: 'Helped', xp: 70, coins: 0, people: 7 },
    { name: 'Taught', xp: 15, coins: 0, people: 5 },
    { name: null, xp: 397, coins: 0, people: 7 },
  ]);
});

test('a reason is not named where that would tell what a few others got', (t) => {
  const { as, people, given } = createPeople(t);
  as('test')((write) => {
    for (const [i, person] of people.entries()) {
      if (i < 7) awardXp(write, person, { amount: 10, reason: 'Helped' });
      if (i < 5) awardXp(write, person, { amount: 3, reason: 'Taught' });
      if (i === 11) awardXp(write, person, { amount: 100, reason: 'Won' });
    }
  });
  assert.deepEqual(given('reason'), [
    { name: 'Helped', xp: 70, coins: 0, people: 7 },
    { name: null, xp: 115, coins: 0, people: 6 },
  ]);
});

test('XP and coins are reported by who gave them, without what the shop takes', (t) => {
  const { as, people, given } = createPeople(t);
  for (const [i, person] of people.entries()) {
    if (i < 6) as('key a')((write) => awardXp(write, person, { amount: 10 }));
    if (i < 8) as('key b')((write) => grantCoins(write, person, { amount: 5 }));
  }
  as('key c')((write) => {
    const { id } = addShopItem(write, {
      ...{ name: 'Pen', description: 'Blue', category: 'merch' },
      ...{ image_url: 'https://x.co/pen.png', coin_price: 2, stock_remaining: null },
    });
    for (const person of people.slice(0, 8)) redeemShopItem(write, person, id);
  });
  assert.deepEqual(given('giver'), [
    { name: 'key a', xp: 60, coins: 0, people: 6 },
    { name: 'key b', xp: 0, coins: 40, people: 8 },
  ]);
});

test('the median XP is that of the active people of a department and those below it', (t) => {
  const { as, db, companyId, people } = createPeople(t);
  as('test')((write) => {
    for (const [i, person] of people.entries())
      if (i % 2 === 0) awardXp(write, person, { amount: 10 * i + 10 });
    deactivateEmployee(write, people[0] ?? '', 'gone');
  });
  const month = monthOf(NOW);
  const { number: sales } = requireDepartment(db, companyId, 'Sales');
  const { number: support } = requireDepartment(db, companyId, 'Support');
  // XP of 1 to 9: 0, 30, 0, 50, 0, 70, 0, 90, 0; of 10 and 11: 110, 0.
  assert.deepEqual(medianXp(db, { companyId, first: month, last: month }), [
    { departmentNumber: null, people: 11, xp: 0 },
    // The two of nowhere could be told from everybody and Sales.
    { departmentNumber: sales, people: 9, xp: null },
    { departmentNumber: support, people: 4, xp: null },
  ]);
  as('test')((write) => {
    for (const name of ['q', 'r', 's']) addPerson(write, name);
  });
  assert.deepEqual(
    medianXp(db, { companyId, first: month, last: month }).map(({ people: count, xp }) => [
      count,
      xp,
    ]),
    [
      [14, 0],
      [9, 0],
      [4, null],
    ],
  );
});

test('people who received nothing in 90 days are listed in pages, those who were not there for all of them left out', (t) => {
  const { as, db, companyId, people } = createPeople(t);
  const recent = NOW - 80 * DAY_MS;
  as('test')((write) => {
    defineBadge(write, { code: 'aid', name: 'Aid', category: 'social', rarity: 'rare' });
    const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = people;
    awardXp(write, a, { amount: 1, at: recent });
    awardXp(write, b, { amount: 1, at: NOW - 91 * DAY_MS });
    awardXp(write, c, { amount: -1 });
    grantCoins(write, d, { amount: 1 });
    awardBadge(write, e, 'aid', recent);
    awardBadge(write, f, 'aid', recent);
    revokeBadge(write, f, 'aid');
    deactivateEmployee(write, g, 'gone');
    addPerson(write, 'new', { department: 'Sales' });
  });
  const list = (department: string | null, after = 0, count = 100) => {
    const departmentNumber =
      department === null ? null : requireDepartment(db, companyId, department).number;
    const page = listWithout(db, { companyId, now: NOW, departmentNumber, after, count });
    return [page.total, page.people.map(({ id }) => people.indexOf(id))];
  };
  assert.deepEqual(list(null), [8, [1, 2, 5, 7, 8, 9, 10, 11]]);
  assert.deepEqual(list('Support'), [3, [7, 8, 9]]);
  assert.deepEqual(list(null, 3, 2), [8, [5, 7]]);
});

test('XP is reported by reason in each month, and not where that is too much to read at once', (t) => {
  const { as, people, db, companyId } = createPeople(t);
  const month = monthOf(NOW);
  const months = { companyId, unit: 'month', first: month - 1, last: month } as const;
  as('test')((write) => {
    for (const [i, person] of people.entries()) {
      if (i < 7) awardXp(write, person, { amount: 10, reason: 'Helped' });
      // What four got in the month before is not told.
      if (i < 4) awardXp(write, person, { amount: 5, reason: 'Helped', at: monthStart(month) - 1 });
    }
  });
  assert.deepEqual(listGivenByPeriod(db, months), [
    [],
    [{ name: 'Helped', xp: 70, coins: 0, people: 7 }],
  ]);
  const rows = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ employee: { external_id: 'X-p0' }, amount: 1, once: `${at}` },
  }));
  const pending = new LazyCompanyWrite(db, { companyId, now: NOW, actor: 'test' });
  db.write(() => applyAwards(pending, [{ rows, actor: 'test', now: NOW }]));
  assert.deepEqual(listGivenByPeriod(db, months), []);
});
