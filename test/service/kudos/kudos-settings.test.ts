import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  departmentAllowances,
  KUDOS_BOUNDS,
  kudosPart,
  kudosSettings,
  setDepartmentAllowance,
  setKudosPart,
  setKudosSettings,
} from '../../../src/service/kudos/kudos-settings.ts';
import { kudosOfMonth } from '../../../src/service/kudos/kudos-totals.ts';
import {
  listKudosValues,
  MAX_VALUE_NAME,
  moveKudosValueUp,
  saveKudosValue,
} from '../../../src/service/kudos/kudos-values.ts';
import { createTestCompany, NOW } from '../test-company.ts';
import { createKudosCompany } from './kudos-company.ts';

test('a company has thanks off, and its sandbox on, with values and thanks to look at', (t) => {
  const { db, companyId, sandboxId } = createTestCompany(t);
  const settings = {
    ...{ allowance: 100, coins_per_point: 1, receiver_xp: 0, giver_xp: 5, giver_xp_a_week: 3 },
    ...{ message_min: 20, message_max: 1_000, budget: null, visibility: 'company' },
  };
  assert.deepEqual(kudosSettings(db, companyId), { on: false, ...settings });
  assert.deepEqual(kudosSettings(db, sandboxId), { on: true, ...settings });
  assert.deepEqual(listKudosValues(db, companyId), []);
  assert.equal(listKudosValues(db, sandboxId).length, 3);
  const month = { month: '2026-11', posts: 3, givers: 3, points: 45 };
  assert.deepEqual(kudosOfMonth(db, sandboxId, NOW), month);
});

test('settings change one by one, within their bounds', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => setKudosSettings(w, { on: true, budget: 500 }));
  write((w) => setKudosSettings(w, { allowance: 50 }));
  const { on, budget, allowance } = kudosSettings(db, companyId);
  assert.deepEqual([on, budget, allowance], [true, 500, 50]);
  write((w) => setKudosSettings(w, { budget: null }));
  assert.equal(kudosSettings(db, companyId).budget, null);
  for (const [field, [min, max]] of Object.entries(KUDOS_BOUNDS)) {
    for (const value of [min - 1, max + 1]) {
      assert.throws(() => write((w) => setKudosSettings(w, { [field]: value })), {
        code: 'validation_failed',
      });
    }
  }
  assert.throws(() => write((w) => setKudosSettings(w, { message_min: 600, message_max: 500 })), {
    code: 'validation_failed',
  });
});

test('departments, values and people have what was set for them', (t) => {
  const { db, companyId, write, person } = createKudosCompany(t);
  write((w) => {
    setDepartmentAllowance(w, 'Sales', 40);
    setKudosPart(w, 'ann@example.com', 'observer');
    saveKudosValue(w, { code: 'learn', name: 'Learn every day' });
    saveKudosValue(w, { code: 'safety', active: false });
  });
  assert.deepEqual(
    departmentAllowances(db, companyId).map(({ name, allowance }) => [name, allowance]),
    [['Sales', 40]],
  );
  assert.equal(kudosPart(db, companyId, person('Ann').id), 'observer');
  assert.equal(kudosPart(db, companyId, person('Ben').id), 'giver');
  assert.deepEqual(listKudosValues(db, companyId), [
    { code: 'safety', name: 'Safety before speed', active: false },
    { code: 'learn', name: 'Learn every day', active: true },
  ]);
  write((w) => setKudosPart(w, 'ann@example.com', 'giver'));
  assert.equal(kudosPart(db, companyId, person('Ann').id), 'giver');
  for (const input of [
    { code: 'a b', name: 'Spaced' },
    { code: 'new' },
    { code: 'new', name: 'x'.repeat(MAX_VALUE_NAME + 1) },
  ]) {
    assert.throws(() => write((w) => saveKudosValue(w, input)), { code: 'validation_failed' });
  }
  assert.throws(() => write((w) => setKudosPart(w, 'ann@example.com', 'boss')), {
    code: 'validation_failed',
  });
});

test('what two people change at once is refused to the second, who saw what it was before', (t) => {
  const { db, companyId, write } = createKudosCompany(t);
  const conflict = { code: 'conflict' };
  write((w) => setKudosSettings(w, { budget: 500 }, { budget: null }));
  assert.throws(() => write((w) => setKudosSettings(w, { budget: 9 }, { budget: null })), conflict);
  write((w) => setKudosSettings(w, { allowance: 50 }, { allowance: 100 }));
  assert.equal(kudosSettings(db, companyId).budget, 500);

  write((w) => setDepartmentAllowance(w, 'Sales', 40, null));
  assert.throws(() => write((w) => setDepartmentAllowance(w, 'Sales', 60, null)), conflict);
  assert.throws(() => write((w) => setDepartmentAllowance(w, 'Sales', null, 60)), conflict);
  assert.deepEqual(
    departmentAllowances(db, companyId).map(({ allowance }) => allowance),
    [40],
  );

  const learn = { code: 'learn', name: 'Keep learning' };
  write((w) => saveKudosValue(w, { ...learn, name: 'Learn every day' }, learn));
  assert.throws(
    () => write((w) => saveKudosValue(w, { ...learn, name: 'Learn' }, learn)),
    conflict,
  );
  assert.throws(() => write((w) => saveKudosValue(w, { ...learn, name: 'Learn' }, {})), conflict);
});

test('an active value moves before the active one that was seen before it, past those that are retired', (t) => {
  const { db, companyId, write } = createKudosCompany(t);
  const codes = () => listKudosValues(db, companyId).map(({ code }) => code);
  write((w) => saveKudosValue(w, { code: 'old', name: 'Old', active: false }));
  write((w) => saveKudosValue(w, { code: 'help', name: 'Help others' }));
  write((w) => moveKudosValueUp(w, 'help', 'learn'));
  assert.deepEqual(codes(), ['safety', 'help', 'old', 'learn']);
  write((w) => moveKudosValueUp(w, 'help', 'safety'));
  assert.deepEqual(codes(), ['help', 'safety', 'old', 'learn']);
  for (const [code, previous] of [
    ['help', 'safety'],
    ['old', 'safety'],
    ['learn', 'old'],
    ['none', 'safety'],
  ] as const) {
    assert.throws(() => write((w) => moveKudosValueUp(w, code, previous)), { code: 'conflict' });
  }
});
