import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleCompany } from '../../../src/domain/sample-company.ts';
import { fillSandbox, resetSandbox } from '../../../src/service/company/sandbox.ts';
import { createDepartment, listDepartments } from '../../../src/service/departments/departments.ts';
import { listEmployees } from '../../../src/service/people/employee-records.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import { listShopItems } from '../../../src/service/shop/shop.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import * as companies from '../../../src/store/company/companies.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

const months = { name: 'text', month: 'integer', xp: 'integer' } as const;
const monthsOfAll = `select coalesce(given_name, '') as name, month, xm.xp
  from xp_months xm join employees e on e.company_id = xm.company_id and e.number = employee_number
  where xm.company_id = :companyId order by e.number, month`;

test('a new sandbox contains every state that the API can return', (t) => {
  const { db, sandboxId } = createTestCompany(t);
  const people = listEmployees(db, sandboxId);
  assert.equal(people.length, 25);
  assert.equal(people.filter((person) => person.state === 'deactivated').length, 1);
  assert.ok(people.some((person) => person.department === null));
  assert.ok(people.some((person) => person.external_id === null));
  assert.ok(people.some((person) => person.name === null));
  assert.ok(people.some((person) => person.is_admin));
  assert.ok(people.some((person) => person.portal_role !== null));
  assert.ok(people.some((person) => person.account_name !== null));
  assert.ok(people.every((person) => person.email.endsWith('@sandbox.invalid')));
  const tree = listDepartments(db, sandboxId);
  assert.ok(tree.some((department) => department.depth === 2));
  assert.ok(tree.some(({ archived_at, members }) => archived_at !== null && members > 0));
  const shop = listShopItems(db, sandboxId, NOW);
  assert.deepEqual([...new Set(shop.map((item) => item.category))].sort(), [
    'donation',
    'experience',
    'gift_card',
    'merch',
    'perk',
  ]);
  for (const stock of [null, 0]) assert.ok(shop.some((item) => item.stock_remaining === stock));
  assert.ok(shop.some((item) => item.is_new) && shop.some((item) => !item.is_new));
  assert.ok(shop.some((item) => item.retired_at !== null));
});

test('sample XP covers fourteen months, ties two employees, and leaves one below zero this month', (t) => {
  const { db, sandboxId } = createTestCompany(t);
  const rows = queryRows(db, sandboxId, monthsOfAll, months);
  const thisMonth = 2026 * 12 + 10;
  assert.deepEqual(
    [...new Set(rows.map((row) => row.month))].sort((a, b) => a - b),
    Array.from({ length: 14 }, (_, index) => thisMonth - 13 + index),
  );
  assert.ok(rows.some((row) => row.month === thisMonth && row.xp < 0));
  const totals = queryRows(
    db,
    sandboxId,
    `select xp, count(*) as people from employees
     where company_id = :companyId and xp > 0 group by xp having count(*) > 1`,
    { xp: 'integer', people: 'integer' },
  );
  assert.ok(totals.length > 0);
});

test('no sample time is in the future, on any day', () => {
  const days = [NOW, Date.UTC(2026, 0, 1), Date.UTC(2028, 1, 29, 23, 59, 59, 999)];
  for (const now of days) {
    for (const person of sampleCompany(now).people) {
      const times = [...person.xp, ...person.badges].map(({ at }) => at);
      for (const at of [person.joinedAt, ...times]) assert.ok(at <= now);
    }
  }
});

test('a reset restores the same sample and removes everything added since', (t) => {
  const { db, sandboxId, writeSandbox } = createTestCompany(t);
  const state = () => ({
    people: listEmployees(db, sandboxId).map(({ employee_id, department, ...rest }) => rest),
    departments: listDepartments(db, sandboxId).map(({ name, depth, members }) => ({
      name,
      depth,
      members,
    })),
    months: queryRows(db, sandboxId, monthsOfAll, months),
  });
  const fresh = state();
  const before = db.one(companies.find, { companyId: sandboxId });
  assert.ok(before);
  writeSandbox((w) => {
    createDepartment(w, { name: 'Passing' });
    const { employee_id: id } = addEmployee(w, { email: 'x@example.com', department: 'Passing' });
    awardXp(w, id, { amount: 5 });
    const free = listShopItems(db, sandboxId, NOW).find((item) => item.stock_remaining === null);
    const target = listEmployees(db, sandboxId)[4];
    assert.ok(free && target);
    redeemShopItem(w, target.employee_id, free.id);
  });
  assert.notDeepEqual(state(), fresh);
  const content = writeSandbox(resetSandbox);
  assert.deepEqual(content, { departments: 7, employees: 25, badges: 5, shop_items: 7 });
  assert.deepEqual(state(), fresh);
  const after = db.one(companies.find, { companyId: sandboxId });
  assert.equal(after?.generation, before.generation + 1);
  assert.ok((after?.revision ?? 0) > before.revision);
  assert.deepEqual(
    queryRows(
      db,
      sandboxId,
      `select min(number) as least, max(number) as most from employees where company_id = :companyId`,
      { least: 'integer', most: 'integer' },
    ),
    [{ least: 1, most: 25 }],
  );
});

test('a live company is never emptied', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => addEmployee(w, { email: 'a@example.com' }));
  assert.throws(() => write(resetSandbox), {
    name: 'EngagedError',
    code: 'conflict',
    message: 'Only a sandbox can be reset',
  });
  assert.equal(listEmployees(db, companyId).length, 1);
});

test('filling a sandbox twice is rejected and changes nothing', (t) => {
  const { db, sandboxId, writeSandbox } = createTestCompany(t);
  assert.throws(() => writeSandbox(fillSandbox));
  assert.equal(listEmployees(db, sandboxId).length, 25);
});
