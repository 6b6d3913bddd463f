import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deleteProfile,
  findLastProfile,
  listProfiles,
  noteProfileUsed,
  readProfile,
  rememberProfile,
  renameProfile,
  saveProfile,
} from '../../../src/service/roster/roster-profiles.ts';
import { createTestCompany, NOW } from '../test-company.ts';

const READING = {
  map: ['external_id=Key', 'email=Mail=Box'],
  where: ['Status!=Left|'],
  delimiter: '\t' as const,
  skipLines: 2,
  expect: ['Preferred'],
  deactivateMissing: true,
};

test('a profile holds how rosters are read, and the last one used is known', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  assert.equal(findLastProfile(db, companyId), undefined);
  write((one) => rememberProfile(one, ' Workday ', READING), NOW);
  write((one) => saveProfile(one, 'Other', {}), NOW + 1);
  assert.deepEqual(readProfile(db, companyId, 'Workday'), READING);
  assert.equal(findLastProfile(db, companyId), 'Workday');
  write((one) => noteProfileUsed(one, 'Other'), NOW + 2);
  assert.equal(findLastProfile(db, companyId), 'Other');
  assert.deepEqual(
    listProfiles(db, companyId).map(({ name, used_at }) => [name, used_at && Date.parse(used_at)]),
    [
      ['Other', NOW + 2],
      ['Workday', NOW],
    ],
  );
});

test('a profile has the name of no other one, and another company does not see it', (t) => {
  const first = createTestCompany(t);
  const { db, companyId, write } = first;
  write((one) => saveProfile(one, 'A', READING), NOW);
  write((one) => saveProfile(one, 'B', {}), NOW);
  assert.throws(() => write((one) => renameProfile(one, 'A', 'B'), NOW), {
    code: 'conflict',
    message: 'Another profile has this name',
  });
  assert.equal(write((one) => renameProfile(one, 'A', 'A'), NOW).name, 'A');
  assert.throws(() => write((one) => saveProfile(one, ' ', {}), NOW), {
    code: 'validation_failed',
  });
  assert.throws(
    () => write((one) => saveProfile(one, 'C', { where: [`A=${'x'.repeat(65_536)}`] }), NOW),
    { code: 'validation_failed' },
  );
  write((one) => renameProfile(one, 'A', 'C'), NOW);
  assert.deepEqual(readProfile(db, companyId, 'C'), READING);
  write((one) => deleteProfile(one, 'C'), NOW);
  assert.throws(() => readProfile(db, companyId, 'C'), { code: 'not_found' });
  assert.throws(() => readProfile(db, companyId + 1, 'B'), { code: 'not_found' });
});

test('a company has at most a hundred profiles', (t) => {
  const { write } = createTestCompany(t);
  write((one) => {
    for (let i = 0; i < 100; i++) saveProfile(one, `P${i}`, {});
    saveProfile(one, 'P0', READING);
  }, NOW);
  assert.throws(() => write((one) => saveProfile(one, 'P100', {}), NOW), { code: 'conflict' });
});
