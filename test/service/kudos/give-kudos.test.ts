import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { monthOf } from '../../../src/domain/period.ts';
import { withdrawKudos } from '../../../src/service/kudos/change-kudos.ts';
import { kudosAllowance } from '../../../src/service/kudos/evaluate-kudos.ts';
import {
  setDepartmentAllowance,
  setKudosPart,
  setKudosSettings,
} from '../../../src/service/kudos/kudos-settings.ts';
import {
  kudosBudget,
  kudosByValue,
  listKudosGivers,
  listKudosPairs,
} from '../../../src/service/kudos/kudos-totals.ts';
import { saveKudosValue } from '../../../src/service/kudos/kudos-values.ts';
import { deactivateEmployee, updateEmployee } from '../../../src/service/people/employees.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { queryRows, whatHappened } from '../test-company.ts';
import { createKudosCompany, MESSAGE, NOW } from './kudos-company.ts';

test('thanks cost the giver points, and bring the receivers coins and the giver XP', (t) => {
  const { db, companyId, write, give, person, feed } = createKudosCompany(t);
  const { kudos, allowance } = write((w) => give(w, { to: ['Ben', 'Cid'], points: 20 }));
  assert.deepEqual(allowance, { allowance: 100, spent: 40, left: 60 });
  const shown = (name: string) => ({
    ...{ employee_id: person(name).id, external_id: null, name, name_in_api: name },
  });
  assert.deepEqual(feed(), [
    {
      ...{ id: kudos.id, entry: kudos.entry, points: 20, message: MESSAGE },
      from: shown('Ann'),
      to: [shown('Ben'), shown('Cid')],
      value: { code: 'safety', name: 'Safety before speed' },
      ...{ visibility: 'company', state: 'shown', given_at: NOW, edited_at: null },
      ...{ reactions: {}, reacted: [] },
    },
  ]);
  assert.deepEqual(
    ['Ann', 'Ben', 'Cid', 'Dot'].map((name) => [person(name).coins, person(name).xp]),
    [
      [0, 5],
      [20, 0],
      [20, 0],
      [0, 0],
    ],
  );
  assert.deepEqual(
    queryRows(
      db,
      companyId,
      `select source, amount, reason from coin_ledger where company_id = :companyId
       union all select source, amount, reason from xp_ledger where company_id = :companyId`,
      { source: 'text', amount: 'integer', reason: 'text?' },
    ),
    [20, 20, 5].map((amount) => ({ source: 'kudos', amount, reason: 'Safety before speed' })),
  );
  const { id: kudos_id } = kudos;
  const { id: employee_id } = person('Ann');
  assert.deepEqual(whatHappened(db, companyId).slice(-2), [
    [
      'kudos.given',
      {
        ...{ employee_id, external_id: null, kudos_id, points: 20, receivers: 2 },
        ...{ value: 'safety', visibility: 'company' },
      },
    ],
    ['xp.awarded', { employee_id, external_id: null, amount: 5, xp: 5, level: 1 }],
  ]);
  assert.deepEqual(kudosBudget(db, companyId, NOW), [
    { month: '2026-11', posts: 1, givers: 1, points: 40, budget: null, left: null },
  ]);
  assert.deepEqual(checkLedgers(db), []);
});

test('the same once gives the same thanks, and is refused for others', (t) => {
  const { write, give, feed } = createKudosCompany(t);
  const first = write((w) => give(w, { once: 'a' }));
  const again = write((w) => give(w, { once: 'a', message: `${MESSAGE} Again.` }));
  assert.deepEqual(again, first);
  assert.equal(feed().length, 1);
  for (const other of [
    { points: 9 },
    { to: ['Cid'] },
    { to: ['Ben', 'Cid'] },
    { value: 'learn' },
  ]) {
    assert.throws(() => write((w) => give(w, { once: 'a', ...other })), { code: 'conflict' });
  }
});

test('what breaks a rule is refused, and changes nothing', (t) => {
  const { db, companyId, write, give, feed } = createKudosCompany(t);
  write((w) => {
    setKudosPart(w, 'cid@example.com', 'observer');
    setKudosPart(w, 'dot@example.com', 'receiver');
    saveKudosValue(w, { code: 'learn', active: false });
  });
  const refused = (order: object, code: string) =>
    assert.throws(() => write((w) => give(w, order)), { code }, JSON.stringify(order));
  refused({ to: ['Ann'] }, 'validation_failed');
  refused({ to: ['Ben', 'Ben'] }, 'validation_failed');
  refused({ to: [] }, 'validation_failed');
  refused({ value: 'learn' }, 'validation_failed');
  refused({ value: 'nothing' }, 'validation_failed');
  refused({ message: 'Thanks.' }, 'validation_failed');
  refused({ message: `Thanks${'\u200b'.repeat(30)}.` }, 'validation_failed');
  refused({ message: '\u2060'.repeat(30) }, 'validation_failed');
  refused({ message: `Th${' '.repeat(30)}anks.` }, 'validation_failed');
  refused({ message: 'x'.repeat(1_001) }, 'validation_failed');
  refused({ points: -1 }, 'validation_failed');
  refused({ visibility: 'world' }, 'validation_failed');
  refused({ to: ['Cid'] }, 'conflict');
  refused({ from: 'Dot' }, 'conflict');
  refused({ points: 101 }, 'allowance_exceeded');
  refused({ points: 61 }, 'fair_play_limit');
  write((w) => setKudosSettings(w, { budget: 30 }));
  refused({ points: 31 }, 'allowance_exceeded');
  write((w) => setKudosSettings(w, { on: false }));
  refused({}, 'conflict');
  assert.deepEqual(feed(), []);
  assert.deepEqual(checkLedgers(db), []);
  assert.deepEqual(kudosBudget(db, companyId, NOW)[0]?.points, 0);
});

test('thanks without points cost nothing, whatever is left', (t) => {
  const { write, give, person } = createKudosCompany(t, { allowance: 0, budget: 0 });
  const { allowance } = write((w) => give(w, { points: 0 }));
  assert.deepEqual(allowance, { allowance: 0, spent: 0, left: 0 });
  assert.equal(person('Ben').coins, 0);
});

test('60 % of an allowance goes to one person in a month, and more in the next', (t) => {
  const { write, give } = createKudosCompany(t);
  write((w) => give(w, { points: 60 }));
  assert.throws(() => write((w) => give(w, { points: 1 })), { code: 'fair_play_limit' });
  write((w) => give(w, { to: ['Cid'], points: 40 }));
  assert.throws(() => write((w) => give(w, { to: ['Dot'], points: 1 })), {
    code: 'allowance_exceeded',
  });
  write((w) => give(w, { points: 60 }), Date.UTC(2026, 11, 1));
});

test('an allowance is that of the department, and begins with the first day', (t) => {
  const { db, companyId, write, person } = createKudosCompany(t);
  write((w) => {
    setDepartmentAllowance(w, 'Sales', 200);
    updateEmployee(w, 'ben@example.com', { first_day: '2026-11-16' });
    updateEmployee(w, 'cid@example.com', { first_day: '2026-10-16' });
  });
  const allowanceOf = (name: string, now = NOW) =>
    kudosAllowance({ db, companyId, now }, person(name).number).allowance;
  assert.deepEqual(
    ['Ann', 'Ben', 'Cid', 'Dot'].map((name) => allowanceOf(name)),
    [200, 100, 100, 100],
  );
  assert.equal(allowanceOf('Ben', NOW + 30 * DAY_MS), 200);
  write((w) => setDepartmentAllowance(w, 'Sales', null));
  assert.equal(allowanceOf('Ann'), 100);
});

test('a giver gets XP for three thanks a week', (t) => {
  const { write, give, person } = createKudosCompany(t);
  const giveAt = (now: number) => write((w) => give(w, { points: 1 }), now);
  for (let i = 0; i < 4; i++) giveAt(NOW);
  assert.equal(person('Ann').xp, 15);
  // A Sunday, and the Monday after it.
  giveAt(Date.UTC(2026, 10, 22, 23, 59));
  assert.equal(person('Ann').xp, 15);
  giveAt(Date.UTC(2026, 10, 23));
  assert.equal(person('Ann').xp, 20);
});

test('who thanks each other over and over gets XP for it once a month', (t) => {
  const { db, write, give, person } = createKudosCompany(t, { receiver_xp: 50, giver_xp: 0 });
  const xpOf = () => ['Ann', 'Ben', 'Cid'].map((name) => person(name).xp);
  const ids = write((w) =>
    Array.from({ length: 20 }, () => {
      give(w, { from: 'Ben', to: ['Ann'], points: 0 });
      return give(w, { points: 0 }).kudos.id;
    }),
  );
  assert.deepEqual(xpOf(), [50, 50, 0]);
  write((w) => give(w, { to: ['Ben', 'Cid'], points: 1 }));
  assert.deepEqual(xpOf(), [50, 50, 50]);
  const { number } = person('Ann');
  write((w) => {
    for (const id of ids) withdrawKudos(w, number, id);
  });
  assert.deepEqual(xpOf(), [50, 0, 50]);
  write((w) => give(w, { points: 0 }), Date.UTC(2026, 11, 1));
  assert.deepEqual(xpOf(), [50, 50, 50]);
  assert.deepEqual(checkLedgers(db), []);
});

test('somebody gives 100 thanks within a day, also where they take them back', (t) => {
  const { write, give, person } = createKudosCompany(t);
  const giveAt = (now: number) => write((w) => give(w, { points: 0 }), now).kudos.id;
  const first = giveAt(NOW);
  write((w) => withdrawKudos(w, person('Ann').number, first));
  for (let i = 1; i < 100; i++) giveAt(NOW + 1);
  assert.throws(() => giveAt(NOW + DAY_MS - 1), { code: 'fair_play_limit' });
  write((w) => give(w, { from: 'Ben', to: ['Ann'], points: 0 }), NOW + 1);
  giveAt(NOW + DAY_MS);
  assert.throws(() => giveAt(NOW + DAY_MS), { code: 'fair_play_limit' });
});

test('sums of a month say who gave, for what, and which pairs mostly thank each other', (t) => {
  const { db, companyId, write, give, person } = createKudosCompany(t);
  write((w) => {
    for (let i = 0; i < 3; i++) {
      give(w, { points: 10 });
      give(w, { from: 'Ben', to: ['Ann'], points: 5, value: 'learn' });
    }
    give(w, { to: ['Cid'], points: 20 });
    give(w, { from: 'Cid', to: ['Dot'], points: 1 });
  });
  const month = monthOf(NOW);
  assert.deepEqual(kudosByValue(db, companyId, month), [
    { code: 'safety', name: 'Safety before speed', posts: 5 },
    { code: 'learn', name: 'Keep learning', posts: 3 },
  ]);
  assert.deepEqual(
    listKudosGivers(db, companyId, month).map(({ name, department, points, posts }) => [
      ...[name, department, points, posts],
    ]),
    [
      ['Ann', 'Sales', 50, 4],
      ['Ben', 'Sales', 15, 3],
      ['Cid', 'Plant', 1, 1],
    ],
  );
  assert.deepEqual(listKudosPairs(db, companyId, month), [
    {
      first: {
        employee_id: person('Ann').id,
        name: 'Ann',
        points: 30,
        posts: 3,
        points_in_all: 50,
      },
      second: {
        employee_id: person('Ben').id,
        name: 'Ben',
        points: 15,
        posts: 3,
        points_in_all: 15,
      },
    },
  ]);
});

test('whoever is deactivated gets nothing of the ranking of givers', (t) => {
  const { db, companyId, write, give } = createKudosCompany(t);
  write((w) => {
    give(w);
    deactivateEmployee(w, 'ann@example.com', 'Left');
  });
  assert.deepEqual(listKudosGivers(db, companyId, monthOf(NOW)), []);
});
