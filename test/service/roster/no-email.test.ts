import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noEmailAddress } from '../../../src/domain/no-email.ts';
import { showEmployee } from '../../../src/service/people/employee-records.ts';
import { updateEmployee } from '../../../src/service/people/employees.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { createTestCompany, type TestCompany } from '../test-company.ts';
import { syncRun } from './sync.ts';

const DOMAIN = 'people.example.com';
const operator = {
  ...{ updateProfiles: false, noEmailDomain: DOMAIN, alsoNamed: [] },
  lineOf: () => null,
};

const without = (id: string) => ({ ...rosterRow(id), email: noEmailAddress(id, DOMAIN) });

const shown = ({ db, companyId }: TestCompany, id: string) => {
  const { email, has_email } = showEmployee(db, companyId, id);
  return [email, has_email];
};

test('an import marks people without an email, keeps emails on record, and takes first ones', (t) => {
  const company = createTestCompany(t);
  syncRun(company, [without('1'), without('2'), rosterRow('3')], { operator });
  assert.deepEqual(shown(company, '1'), [`1@${DOMAIN}`, false]);
  const { result } = syncRun(
    company,
    [without('1'), { ...rosterRow('2'), email: 'two@acme.example' }, without('3')],
    { operator },
  );
  assert.deepEqual([result.updated, result.unchanged, result.errors], [1, 2, []]);
  assert.deepEqual(shown(company, '2'), ['two@acme.example', true]);
  const { email } = rosterRow('3');
  assert.deepEqual(shown(company, '3'), [email, true]);
});

test('a sync over HTTP leaves such an address as it is, as it leaves every email', (t) => {
  const company = createTestCompany(t);
  syncRun(company, [without('1')], { operator });
  const { result } = syncRun(company, [{ ...rosterRow('1'), email: 'one@acme.example' }]);
  assert.deepEqual([result.unchanged, result.errors], [1, []]);
  assert.deepEqual(shown(company, '1'), [`1@${DOMAIN}`, false]);
});

test('an address that somebody kept under another number is nobody else’s, also where profiles follow', (t) => {
  const company = createTestCompany(t);
  syncRun(company, [without('1')], { operator });
  company.write((write) => updateEmployee(write, '1', { external_id: '2' }));
  for (const updateProfiles of [false, true]) {
    const { result } = syncRun(company, [without('1'), without('2')], {
      operator: { ...operator, updateProfiles },
    });
    assert.deepEqual(
      result.errors.map(({ code, external_id }) => [external_id, code]),
      [['1', 'external_id_mismatch']],
    );
    assert.deepEqual(shown(company, '2'), [`1@${DOMAIN}`, false]);
  }
});
