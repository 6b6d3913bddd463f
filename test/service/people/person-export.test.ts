import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDecisions } from '../../../src/service/audit/audit.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { collectPerson, recordExport } from '../../../src/service/people/person-export.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import { openData } from '../../../src/store/data.ts';
import { createTestCompany, NOW } from '../test-company.ts';

test('an export is read on a connection that cannot write, while another process writes', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const { employee_id: employee } = write((one) => addEmployee(one, { email: 'ada@acme.example' }));
  write((one) => awardXp(one, employee, { amount: 5 }));
  const reader = openData(company.file, { write: false });
  t.after(() => reader.close());
  const order = { companyId, employee, now: NOW };
  const { xp, audit } = db.write(() => collectPerson(reader, order));
  assert.equal(xp.length, 1);
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['employee.add', 'xp.award'],
  );
  write((one) => recordExport(one, employee));
  const [last] = listDecisions(db, companyId, { count: 1 });
  assert.deepEqual(last?.action, 'employee.export');
});
