import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  awardBadge,
  defineBadge,
  listBadges,
  revokeBadge,
} from '../../../src/service/badges/badges.ts';
import { showEmployee } from '../../../src/service/people/employee-records.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

const refused = (code: string, message: RegExp) => ({ name: 'EngagedError', code, message });

const mentor = { code: 'mentor', name: 'Mentor', category: 'social', rarity: 'rare' };

test('defining a badge again replaces its definition and keeps its holders', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => {
    addEmployee(w, { email: 'a@example.com' });
    defineBadge(w, { ...mentor, description: 'Old', icon_url: 'https://example.com/a.svg' });
    awardBadge(w, 'a@example.com', 'mentor');
    defineBadge(w, { ...mentor, name: 'Guide' });
  });
  assert.deepEqual(listBadges(db, companyId), [
    { ...mentor, name: 'Guide', description: null, icon_url: null, xp_threshold: null, holders: 1 },
  ]);
});

test('an employee holds a badge once, and can earn it again after it was revoked', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const at = NOW - 1_000;
  const awarded = write((w) => {
    addEmployee(w, { email: 'a@example.com' });
    defineBadge(w, mentor);
    return awardBadge(w, 'a@example.com', 'mentor', at);
  });
  assert.equal(awarded.awarded_at, new Date(at).toISOString());
  assert.throws(
    () => write((w) => awardBadge(w, 'a@example.com', 'mentor')),
    refused('conflict', /holds this badge already/),
  );
  const revoked = write((w) => revokeBadge(w, 'a@example.com', 'mentor'));
  assert.deepEqual(revoked, { ...awarded, revoked_at: new Date(NOW).toISOString() });
  assert.equal(showEmployee(db, companyId, 'a@example.com').badges_count, 0);
  assert.throws(
    () => write((w) => revokeBadge(w, 'a@example.com', 'mentor')),
    refused('conflict', /does not hold/),
  );
  write((w) => awardBadge(w, 'a@example.com', 'mentor'));
  assert.equal(showEmployee(db, companyId, 'a@example.com').badges_count, 1);
  const rows = queryRows(
    db,
    companyId,
    `select revoked_at is null as held from badge_awards where company_id = :companyId order by entry`,
    { held: 'flag' },
  );
  assert.deepEqual(rows, [{ held: 0 }, { held: 1 }]);
});

test('a badge with an invalid field and an award in the future are rejected', (t) => {
  const { write } = createTestCompany(t);
  const attempts: [Parameters<typeof defineBadge>[1], RegExp][] = [
    [{ ...mentor, code: 'a b' }, /^code/],
    [{ ...mentor, code: 'x'.repeat(65) }, /^code/],
    [{ ...mentor, category: 'Social' }, /^category must be one of milestone, skill, social$/],
    [{ ...mentor, rarity: 'mythic' }, /^rarity must be one of/],
    [{ ...mentor, icon_url: 'javascript:alert(1)' }, /^icon_url/],
    [{ ...mentor, icon_url: 'icon.svg' }, /^icon_url/],
    [{ ...mentor, description: 'a\u0000b' }, /^description/],
  ];
  for (const [input, message] of attempts) {
    assert.throws(() => write((w) => defineBadge(w, input)), refused('validation_failed', message));
  }
  write((w) => {
    addEmployee(w, { email: 'a@example.com' });
    defineBadge(w, mentor);
  });
  assert.throws(
    () => write((w) => awardBadge(w, 'a@example.com', 'mentor', NOW + 300_001)),
    refused('validation_failed', /^at must not be in the future$/),
  );
  assert.throws(
    () => write((w) => awardBadge(w, 'a@example.com', 'other')),
    refused('not_found', /^Badge not found/),
  );
});

test('a company has at most 1,000 badges, each of which can be defined again', (t) => {
  const { write } = createTestCompany(t);
  write((w) => {
    for (let at = 0; at < 1_000; at++) defineBadge(w, { ...mentor, code: `b${at}` });
  });
  assert.throws(
    () => write((w) => defineBadge(w, mentor)),
    refused('conflict', /^A company has at most 1000 badges$/),
  );
  assert.equal(
    write((w) => defineBadge(w, { ...mentor, code: 'b0', name: 'Guide' })).name,
    'Guide',
  );
});
