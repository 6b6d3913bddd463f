import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addEmployee, updateEmployee } from '../../../src/service/people/employees.ts';
import { eraseEmployee, remnantsAt, removeRemnants } from '../../../src/service/people/erasure.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import * as erasure from '../../../src/store/people/erasure.ts';
import { testQuery } from '../../faults/roster-fixture.ts';
import { createTestCompany, NOW, type TestCompany } from '../test-company.ts';

const add = ({ write }: TestCompany, name: string): string =>
  write((one) => addEmployee(one, { email: `${name}@acme.example`, given_name: name }).employee_id);

test('rewriting the file does not clear the remnants of an erasure that came later', (t) => {
  const company = createTestCompany(t);
  const { db, write } = company;
  const [first, second] = ['a', 'b'].map((name) => add(company, name));
  write((one) => eraseEmployee(one, first ?? '', 'Request 1'));
  assert.equal(remnantsAt(db), NOW);
  write((one) => eraseEmployee(one, second ?? '', 'Request 2'));
  db.write(() => db.run(erasure.clearRemnants, { at: NOW }));
  assert.equal(remnantsAt(db), NOW + 1);
  removeRemnants(db);
  assert.equal(remnantsAt(db), null);
});

test('only an erasure removes text from a ledger entry, and nothing else of an entry ever changes', (t) => {
  const company = createTestCompany(t);
  const { db, write } = company;
  const [erased, other] = ['a', 'b'].map((name) => add(company, name));
  for (const id of [erased, other])
    write((one) => awardXp(one, id ?? '', { amount: 5, reason: 'Kazoo', once: id }));
  const never = { message: 'ledger entries are never changed' };
  const change = (set: string) =>
    db.execute(`update xp_ledger set ${set} where company_id = ${company.companyId}`);
  assert.throws(() => change('reason = null, once_key = null'), never);
  write((one) => eraseEmployee(one, erased ?? '', 'Request 1'));
  assert.throws(() => change('reason = null, once_key = null'), never);
  assert.throws(() => change('amount = 6'), never);
  assert.deepEqual(
    db.all(
      testQuery(
        `select l.amount, l.reason from xp_ledger l join companies c using (company_id)
         where c.mode = 'live' order by l.employee_number`,
        { amount: 'integer', reason: 'text?' },
      ),
      {},
    ),
    [
      { amount: 5, reason: null },
      { amount: 5, reason: 'Kazoo' },
    ],
  );
});

test('after an erasure the address and the external id can be used again', (t) => {
  const company = createTestCompany(t);
  const first = add(company, 'a');
  company.write((one) => updateEmployee(one, first, { external_id: 'E-1' }));
  company.write((one) => eraseEmployee(one, first, 'Request 1'));
  const next = add(company, 'a');
  company.write((one) => updateEmployee(one, next, { external_id: 'E-1' }));
  assert.notEqual(next, first);
});
