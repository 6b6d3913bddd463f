import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { EngagedError } from '../../src/domain/errors.ts';
import { requireDepartment } from '../../src/service/departments/departments.ts';
import { checkLookalikes } from '../../src/service/operations/doctor/lookalikes.ts';
import * as companies from '../../src/store/company/companies.ts';
import * as employees from '../../src/store/people/employees.ts';
import * as accounts from '../../src/store/portal/portal-accounts.ts';
import { migrationFiles } from '../../src/store/sql-files.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { createEmptyDatabase, tempFolder } from './temp-files.ts';

const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-00000000000${n}`;

test('a file of before has the letters that look like ASCII folded again, and doctor names whose addresses have them', (t) => {
  const db = createEmptyDatabase(join(tempFolder(t), 'a.db'));
  t.after(() => db.close());
  migrate(db, migrationFiles.slice(0, 27));
  // As they were folded: the sign of the kelvin (U+212A) was the letter k.
  db.execute(`
    insert into companies (company_id, id, name, name_key, mode, next_entry, created_at)
    values (1, '${idOf(0)}', '\u212aELVIN', 'kelvin', 'live', 40, 0);
    insert into departments (company_id, number, id, name, name_key, created_at)
    values (1, 1, '${idOf(1)}', 'Ä \u212a', 'ä k', 0);
    insert into employees (company_id, number, id, email, email_key, created_at, revision)
    values (1, 1, '${idOf(2)}', 'MI\u212aE@a.example', 'mike@a.example', 0, 0),
      (1, 2, '${idOf(3)}', 'KIM@a.example', 'kim@a.example', 0, 0);
    insert into portal_accounts (company_id, entry, id, email, email_key, role, created_at)
    values (1, 9, '${idOf(4)}', '\u212aim@b.example', 'kim@b.example', 'owner', 0)`);
  migrate(db);
  const find = {
    company: (nameKey: string) => db.one(companies.findLiveByName, { nameKey })?.id,
    account: (emailKey: string) => db.one(accounts.findByEmail, { companyId: 1, emailKey })?.id,
    department: (name: string) => requireDepartment(db, 1, name).id,
    employee: (emailKey: string) =>
      db.all(employees.listMatching, {
        ...{ companyId: 1, id: '', externalId: '', emailKey, placeholderKey: '' },
      })[0]?.id,
  };
  assert.deepEqual([find.company('kelvin'), find.company('\u212aelvin')], [undefined, idOf(0)]);
  assert.equal(find.department('ä \u212a'), idOf(1));
  assert.throws(() => find.department('ä k'), EngagedError);
  assert.deepEqual(['mike@a.example', 'mi\u212ae@a.example', 'kim@a.example'].map(find.employee), [
    undefined,
    idOf(2),
    idOf(3),
  ]);
  assert.deepEqual(['kim@b.example', '\u212aim@b.example'].map(find.account), [undefined, idOf(4)]);
  const { level, message } = checkLookalikes(db);
  assert.deepEqual(
    [level, message],
    [
      'warning',
      `2 email addresses have a character that only looks like one of ASCII, as the sign of the kelvin like K (account ${idOf(4)}, employee ${idOf(2)})`,
    ],
  );
});
