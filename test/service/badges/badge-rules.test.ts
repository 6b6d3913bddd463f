import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { awardBadgeToMany } from '../../../src/service/badges/award-badge-to-many.ts';
import { applyBadgeRules, setBadgeRule } from '../../../src/service/badges/badge-rules.ts';
import {
  awardBadge,
  defineBadge,
  listBadges,
  revokeBadge,
} from '../../../src/service/badges/badges.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
} from '../../../src/service/people/employees.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

const refused = (code: string, message: RegExp) => ({ name: 'EngagedError', code, message });

const veteran = { code: 'veteran', name: 'Veteran', category: 'milestone', rarity: 'rare' };

/** A company with a badge, and employees a, b and c with 100, 50 and 0 XP. */
function threePeople(t: TestContext) {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  write((w) => {
    for (const name of ['a', 'b', 'c'])
      addEmployee(w, { email: `${name}@example.com`, external_id: name });
    awardXp(w, 'a', { amount: 100 });
    awardXp(w, 'b', { amount: 50 });
    defineBadge(w, veteran);
  });
  const holders = () =>
    queryRows(
      db,
      companyId,
      `select e.external_id as who from badge_awards a
       join employees e on e.company_id = a.company_id and e.number = a.employee_number
       where a.company_id = :companyId and a.revoked_at is null order by 1`,
      { who: 'text' },
    ).map(({ who }) => who);
  return { ...company, holders };
}

test('a rule awards its badge to everybody who has the XP, and later to everybody who reaches it', (t) => {
  const { write, holders } = threePeople(t);
  const outcome = write((w) => setBadgeRule(w, 'veteran', 100));
  assert.deepEqual([outcome.xp_threshold, outcome.awarded], [100, 1]);
  assert.deepEqual(holders(), ['a']);
  assert.deepEqual(write((w) => awardXp(w, 'b', { amount: 49 })).badges_awarded, []);
  assert.deepEqual(write((w) => awardXp(w, 'b', { amount: 1 })).badges_awarded, ['veteran']);
  assert.deepEqual(write((w) => awardXp(w, 'b', { amount: 1 })).badges_awarded, []);
  assert.deepEqual(holders(), ['a', 'b']);
});

test('XP and its badge are awarded in one transaction', (t) => {
  const { db, companyId, write, holders } = threePeople(t);
  write((w) => setBadgeRule(w, 'veteran', 200));
  assert.throws(() =>
    write((w) => {
      awardXp(w, 'a', { amount: 100 });
      throw new Error('broken');
    }),
  );
  assert.deepEqual(holders(), []);
  assert.equal(listBadges(db, companyId)[0]?.holders, 0);
});

test('a badge remains when XP is taken back, and a revoked badge is not awarded again by its rule', (t) => {
  const { write, holders } = threePeople(t);
  write((w) => setBadgeRule(w, 'veteran', 50));
  write((w) => awardXp(w, 'b', { amount: -10 }));
  assert.deepEqual(holders(), ['a', 'b']);
  write((w) => revokeBadge(w, 'a', 'veteran'));
  write((w) => awardXp(w, 'a', { amount: 10 }));
  assert.deepEqual(
    write(applyBadgeRules).map(({ awarded }) => awarded),
    [0],
  );
  assert.deepEqual(holders(), ['b']);
  write((w) => awardBadge(w, 'a', 'veteran'));
  assert.deepEqual(holders(), ['a', 'b']);
});

test('a rule does not award to deactivated employees until they are reactivated and rules are applied', (t) => {
  const { write, holders } = threePeople(t);
  write((w) => deactivateEmployee(w, 'a', 'Left'));
  write((w) => setBadgeRule(w, 'veteran', 100));
  write((w) => awardXp(w, 'a', { amount: 10 }));
  assert.deepEqual(holders(), []);
  write((w) => reactivateEmployee(w, 'a'));
  assert.deepEqual(
    write(applyBadgeRules).map(({ code, awarded }) => [code, awarded]),
    [['veteran', 1]],
  );
  assert.deepEqual(holders(), ['a']);
});

test('without its rule a badge is only awarded manually, and redefining a badge keeps its rule', (t) => {
  const { db, companyId, write, holders } = threePeople(t);
  write((w) => setBadgeRule(w, 'veteran', 100));
  write((w) => defineBadge(w, { ...veteran, name: 'Old hand' }));
  assert.equal(listBadges(db, companyId)[0]?.xp_threshold, 100);
  assert.equal(write((w) => setBadgeRule(w, 'veteran', null)).xp_threshold, null);
  write((w) => awardXp(w, 'b', { amount: 500 }));
  assert.deepEqual(write(applyBadgeRules), []);
  assert.deepEqual(holders(), ['a']);
});

test('a rule is rejected for an unknown badge and an invalid threshold', (t) => {
  const { write } = threePeople(t);
  assert.throws(
    () => write((w) => setBadgeRule(w, 'x', 1)),
    refused('not_found', /^Badge not found$/),
  );
  for (const threshold of [0, -1, 1.5]) {
    assert.throws(
      () => write((w) => setBadgeRule(w, 'veteran', threshold)),
      refused('validation_failed', /^xp/),
    );
  }
});

test('a badge is awarded to many at once: holders are counted, and unknown employees are reported', (t) => {
  const { db, companyId, write, holders } = threePeople(t);
  write((w) => awardBadge(w, 'b', 'veteran'));
  const rows = [
    { employee: 'A@example.com', at: '2026-01-31' },
    { employee: 'a', at: '2026-01-31' },
    { employee: 'b' },
    { employee: 'nobody' },
    { employee: 'c' },
    { employee: 'c' },
    { employee: 'c', at: '2027-01-01' },
  ];
  const { badge: _, errors, ...counts } = write((w) => awardBadgeToMany(w, 'veteran', rows));
  assert.deepEqual(counts, { rows: 7, awarded: 2, already_held: 3 });
  assert.deepEqual(
    errors.map(({ index, code }) => [index, code]),
    [
      [3, 'unknown_employee'],
      [6, 'validation_failed'],
    ],
  );
  assert.deepEqual(holders(), ['a', 'b', 'c']);
  const again = write((w) => awardBadgeToMany(w, 'veteran', rows));
  assert.deepEqual([again.awarded, again.already_held], [0, 5]);
  assert.deepEqual(
    queryRows(
      db,
      companyId,
      `select awarded_at as at from badge_awards where company_id = :companyId order by entry`,
      { at: 'integer' },
    ).map(({ at }) => at),
    [NOW, Date.UTC(2026, 0, 31), NOW],
  );
});

test('a company has at most 100 rules, each of which can be replaced and removed', (t) => {
  const { write } = threePeople(t);
  const badge = (at: number) => ({ ...veteran, code: `b${at}` });
  write((w) => {
    for (let at = 0; at < 100; at++) {
      defineBadge(w, badge(at));
      setBadgeRule(w, `b${at}`, 1_000);
    }
  });
  const set = (code: string, threshold: number | null) =>
    write((w) => setBadgeRule(w, code, threshold)).xp_threshold;
  const limit = refused('conflict', /^A company has at most 100 badges with a rule$/);
  assert.throws(() => set('veteran', 1_000), limit);
  assert.equal(set('veteran', null), null);
  assert.equal(set('b0', 2_000), 2_000);
  assert.equal(set('b0', null), null);
  assert.equal(set('veteran', 1_000), 1_000);
});
