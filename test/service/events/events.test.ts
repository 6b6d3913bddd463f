import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES, MAX_EVENTS_PER_CHANGE } from '../../../src/domain/event.ts';
import { isUuid } from '../../../src/domain/id.ts';
import { awardBadgeToMany } from '../../../src/service/badges/award-badge-to-many.ts';
import { setBadgeRule } from '../../../src/service/badges/badge-rules.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../../src/service/badges/badges.ts';
import { LazyCompanyWrite, writeCompany } from '../../../src/service/company/company-write.ts';
import { resetSandbox } from '../../../src/service/company/sandbox.ts';
import { createDepartment } from '../../../src/service/departments/departments.ts';
import { mergeDepartments } from '../../../src/service/departments/merge-departments.ts';
import { recordEvents } from '../../../src/service/events/events.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  setEmployeeRole,
  signInEmployee,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { changeRedemptionStatus, redeemShopItem } from '../../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../../src/service/shop/shop.ts';
import { importXp } from '../../../src/service/xp/import-xp.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import { findBounds } from '../../../src/store/events/events.ts';
import { createTestCompany, eventsOf, NOW, queryRows, whatHappened } from '../test-company.ts';

type TestCompany = ReturnType<typeof createTestCompany>;

const addPerson = ({ write }: TestCompany, externalId: string): string =>
  write((w) => addEmployee(w, { email: `${externalId}@example.com`, external_id: externalId }))
    .employee_id;

const MENTOR = { code: 'mentor', name: 'Mentor', category: 'social', rarity: 'rare' };

/** What happened, without what adding people has written. */
const happened = ({ db, companyId }: TestCompany) =>
  whatHappened(db, companyId).filter(([type]) => !type.startsWith('employee.'));

test('an award writes an event with its company, the time and a sequence without gaps', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, sandboxId, write } = company;
  const id = addPerson(company, 'E1');
  write((w) => awardXp(w, id, { amount: 20 }), NOW + 1);
  write((w) => awardXp(w, id, { amount: -5 }), NOW + 2);
  const awards = eventsOf(db, companyId).filter(({ type }) => type === 'xp.awarded');
  assert.deepEqual(
    awards.map(({ id: _, sequence: __, ...event }) => event),
    [
      {
        type: 'xp.awarded',
        timestamp: new Date(NOW + 1).toISOString(),
        mode: 'live',
        data: { employee_id: id, external_id: 'E1', amount: 20, xp: 20, level: 1 },
      },
      {
        type: 'xp.awarded',
        timestamp: new Date(NOW + 2).toISOString(),
        mode: 'live',
        data: { employee_id: id, external_id: 'E1', amount: -5, xp: 15, level: 1 },
      },
    ],
  );
  const all = eventsOf(db, companyId);
  assert.deepEqual(
    all.map(({ sequence }) => sequence),
    all.map((_, index) => index + 1),
  );
  assert.ok(all.every((event) => isUuid(event.id) && event.type in EVENT_TYPES));
  assert.deepEqual(eventsOf(db, sandboxId), []);
});

test('a level is reached by an award or an upward correction, and not by losing XP', (t) => {
  const company = createTestCompany(t);
  const id = addPerson(company, 'E1');
  for (const amount of [99, 1, -1, 501]) company.write((w) => awardXp(w, id, { amount }));
  const about = { employee_id: id, external_id: 'E1' };
  assert.deepEqual(happened(company), [
    ['xp.awarded', { ...about, amount: 99, xp: 99, level: 1 }],
    ['xp.awarded', { ...about, amount: 1, xp: 100, level: 2 }],
    ['level.reached', { ...about, level: 2, level_before: 1, xp: 100 }],
    ['xp.awarded', { ...about, amount: -1, xp: 99, level: 1 }],
    ['xp.awarded', { ...about, amount: 501, xp: 600, level: 4 }],
    ['level.reached', { ...about, level: 4, level_before: 1, xp: 600 }],
  ]);
});

test('awards of a request write their events in the order of the rows, and repeated or failed rows write none', (t) => {
  const company = createTestCompany(t);
  const first = addPerson(company, 'E1');
  const second = addPerson(company, 'E2');
  company.write((w) => {
    defineBadge(w, MENTOR);
    setBadgeRule(w, 'mentor', 100);
  });
  const row = (external_id: string, amount: number, once: string) => ({
    ...{ employee: { external_id }, amount, once },
  });
  const rows = [row('E1', 60, 'a'), row('E2', 10, 'b'), row('E9', 10, 'c'), row('E1', 60, 'd')];
  const sender = { now: NOW, actor: 'test' };
  company.db.write(() =>
    applyAwards(new LazyCompanyWrite(company.db, { companyId: company.companyId, ...sender }), [
      { rows: [...rows, row('E1', 60, 'a'), row('E2', 0, 'e')], ...sender },
    ]),
  );
  const [one, two] = [
    { employee_id: first, external_id: 'E1' },
    { employee_id: second, external_id: 'E2' },
  ];
  assert.deepEqual(happened(company), [
    ['xp.awarded', { ...one, amount: 60, xp: 60, level: 1 }],
    ['xp.awarded', { ...two, amount: 10, xp: 10, level: 1 }],
    ['xp.awarded', { ...one, amount: 60, xp: 120, level: 2 }],
    ['level.reached', { ...one, level: 2, level_before: 1, xp: 120 }],
    ['badge.awarded', { ...one, badge_code: 'mentor' }],
  ]);
});

test('an XP import writes an event per row, and rules that it fulfils write theirs', (t) => {
  const company = createTestCompany(t);
  const id = addPerson(company, 'E1');
  company.write((w) => {
    defineBadge(w, MENTOR);
    setBadgeRule(w, 'mentor', 100);
  });
  const rows = [{ employee: 'E1', amount: '60' }, { employee: 'E1', amount: '50' }, {}];
  company.write((w) => importXp(w, { rows, batch: null, fileHash: '' }));
  const about = { employee_id: id, external_id: 'E1' };
  assert.deepEqual(happened(company), [
    ['xp.awarded', { ...about, amount: 60, xp: 60, level: 1 }],
    ['xp.awarded', { ...about, amount: 50, xp: 110, level: 2 }],
    ['level.reached', { ...about, level: 2, level_before: 1, xp: 110 }],
    ['badge.awarded', { ...about, badge_code: 'mentor' }],
  ]);
});

test('a change that would write more than 10,000 events writes one that says so', (t) => {
  const company = createTestCompany(t);
  addPerson(company, 'E1');
  const rows = Array.from({ length: MAX_EVENTS_PER_CHANGE + 1 }, () => ({
    ...{ employee: 'E1', amount: '1' },
  }));
  company.write((w) => importXp(w, { rows, batch: 'long', fileHash: '' }));
  assert.deepEqual(happened(company), [['events.omitted', {}]]);
});

test('badges write events when they are awarded one by one, to many, by a new rule, and revoked', (t) => {
  const company = createTestCompany(t);
  const [first, second, third] = ['E1', 'E2', 'E3'].map((name) => addPerson(company, name));
  company.write((w) => awardXp(w, 'E3', { amount: 50 }));
  company.write((w) => {
    defineBadge(w, MENTOR);
    awardBadge(w, 'E1', 'mentor');
    awardBadgeToMany(w, 'mentor', [{ employee: 'E1' }, { employee: 'E2' }]);
    setBadgeRule(w, 'mentor', 50);
    revokeBadge(w, 'E1', 'mentor');
  });
  const badge_code = 'mentor';
  assert.deepEqual(happened(company).slice(1), [
    ['badge.awarded', { employee_id: first, external_id: 'E1', badge_code }],
    ['badge.awarded', { employee_id: second, external_id: 'E2', badge_code }],
    ['badge.awarded', { employee_id: third, external_id: 'E3', badge_code }],
    ['badge.revoked', { employee_id: first, external_id: 'E1', badge_code }],
  ]);
});

test('events of a change that is rolled back do not exist, and their numbers are used by the next', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const id = addPerson(company, 'E1');
  const { last } = db.one(findBounds, { companyId }) ?? { last: 0 };
  const change = () =>
    write((w) => {
      awardXp(w, id, { amount: 5 });
      throw new Error('no');
    });
  assert.throws(change, /^Error: no$/);
  write((w) => awardXp(w, id, { amount: 7 }));
  const [event] = eventsOf(db, companyId).slice(-1);
  assert.deepEqual([event?.sequence, event?.data.amount], [last + 1, 7]);
});

test('an event shows the external id of today, and none of an employee who was erased', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const id = addPerson(company, 'E1');
  write((w) => awardXp(w, id, { amount: 5 }));
  write((w) => updateEmployee(w, id, { external_id: 'E2' }));
  const externalIds = () => eventsOf(db, companyId).map(({ data }) => data.external_id);
  assert.deepEqual(new Set(externalIds()), new Set(['E2']));
  write((w) => deactivateEmployee(w, id, 'left'));
  write((w) => eraseEmployee(w, id, 'asked'));
  assert.deepEqual(new Set(externalIds()), new Set([null]));
  assert.ok(eventsOf(db, companyId).every(({ data }) => data.employee_id === id));
});

test('a sandbox has events of its own, which a reset removes without using their numbers again', (t) => {
  const { db, companyId, sandboxId, writeSandbox } = createTestCompany(t);
  const [person] = queryRows(
    db,
    sandboxId,
    'select id from employees where company_id = :companyId limit 1',
    { id: 'text' },
  );
  const award = () => writeSandbox((w) => awardXp(w, person?.id ?? '', { amount: 5 }));
  award();
  const before = eventsOf(db, sandboxId);
  assert.deepEqual(new Set(before.map(({ mode }) => mode)), new Set(['test']));
  assert.deepEqual(eventsOf(db, companyId), []);
  writeSandbox((w) => resetSandbox(w));
  const last = before.length;
  assert.deepEqual(db.one(findBounds, { companyId: sandboxId }), { first: last + 1, last });
});

test('an event is never changed', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => recordEvents(w, [{ type: 'events.omitted', data: {} }]));
  assert.throws(
    () =>
      writeCompany(db, { companyId, now: NOW, actor: 'test' }, () =>
        db.execute(`update events set type = 'x'`),
      ),
    /events are never changed/,
  );
});

test('adding, changing, deactivating and reactivating an employee by hand write events, and a role does not', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const id = addPerson(company, 'E1');
  write((w) => updateEmployee(w, id, { job_title: 'Cook' }));
  write((w) => setEmployeeRole(w, id, 'admin'));
  write((w) => setEmployeeRole(w, id, 'none'));
  write((w) => deactivateEmployee(w, id, 'left'));
  write((w) => reactivateEmployee(w, id));
  write((w) => signInEmployee(w, id, 'Ann'));
  write((w) => eraseEmployee(w, id, 'asked'));
  assert.deepEqual(
    whatHappened(db, companyId),
    ['created', 'updated', 'deactivated', 'reactivated', 'updated', 'deactivated'].map((what) => [
      ...[`employee.${what}`, { employee_id: id, external_id: null }],
    ]),
  );
});

test('a merge of departments writes an event for everybody it moves', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const people = write((w) => {
    for (const name of ['Old', 'New']) createDepartment(w, { name });
    return ['E1', 'E2'].map((external_id) =>
      addEmployee(w, { email: `${external_id}@a.example`, external_id, department: 'Old' }),
    );
  });
  addPerson(company, 'E3');
  const before = eventsOf(db, companyId).length;
  write((w) => mergeDepartments(w, 'Old', 'New'));
  assert.deepEqual(
    whatHappened(db, companyId).slice(before),
    people.map(({ employee_id, external_id }) => [
      ...['employee.updated', { employee_id, external_id }],
    ]),
  );
});

test('a redemption writes an event when it is requested and with every step, and a repeated request writes none', (t) => {
  const company = createTestCompany(t);
  const employee_id = addPerson(company, 'E1');
  const { item_id, ids } = company.write((w) => {
    grantCoins(w, 'E1', { amount: 200 });
    const item = addShopItem(w, {
      ...{ name: 'Mug', description: 'For coffee.', category: 'merch', coin_price: 80 },
      ...{ image_url: 'https://example.com/mug.png', stock_remaining: null },
    });
    const redeem = (once: string) => redeemShopItem(w, 'E1', item.id, once).id;
    const ids = [redeem('a'), redeem('b')];
    redeem('b');
    return { item_id: item.id, ids };
  });
  const [first = '', second = ''] = ids;
  company.write((w) => {
    changeRedemptionStatus(w, first, 'approved');
    changeRedemptionStatus(w, first, 'fulfilled');
    changeRedemptionStatus(w, first, 'refunded');
    changeRedemptionStatus(w, second, 'declined');
  });
  const data = (redemption_id: string) => ({
    ...{ employee_id, external_id: 'E1', redemption_id, item_id, coin_price: 80 },
  });
  assert.deepEqual(happened(company), [
    ['redemption.requested', data(first)],
    ['redemption.requested', data(second)],
    ['redemption.approved', data(first)],
    ['redemption.fulfilled', data(first)],
    ['redemption.refunded', data(first)],
    ['redemption.declined', data(second)],
  ]);
});
