import { newId } from '../../../src/domain/id.ts';
import * as companies from '../../../src/store/company/companies.ts';
import { exec } from '../../../src/store/query.ts';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { SqliteDatabase } from '../../../src/store/sqlite/sqlite-database.ts';
import type { Snapshot } from '../../domain/roster/plan-roster.ts';
import { NOW } from '../test-company.ts';
import type { Target } from './sync.ts';

const db = new SqliteDatabase(':memory:', { write: true });
migrate(db);

/** A fresh company that holds what a snapshot says; the planner's numbers from 0 are numbers from 1 here. */
export function companyFromSnapshot({ employees, departments }: Snapshot): Target {
  const { companyId } = db.one(companies.nextId, {}) ?? { companyId: 0 };
  const name = `company ${companyId}`;
  const now = NOW - 1;
  db.write(() => {
    const company = { companyId, name, nameKey: name, mode: 'live', liveCompanyId: null, now };
    db.run(companies.create, { ...company, id: newId(now) });
    const numbered = { companyId, now };
    departments.forEach((one, number) => {
      db.run(insertDepartment, {
        ...numbered,
        ...one,
        number: number + 1,
        id: newId(now),
        name: one.nameKey,
        parentNumber: one.parentNumber === null ? null : one.parentNumber + 1,
        archivedAt: one.archived ? now : null,
      });
    });
    employees.forEach((one, number) => {
      db.run(insertEmployee, {
        ...numbered,
        ...one,
        number: number + 1,
        id: newId(now),
        departmentNumber: one.departmentNumber === null ? null : one.departmentNumber + 1,
        isAdmin: one.isAdmin ? 1 : 0,
        deactivatedAt: one.deactivatedBy === null ? null : now,
      });
    });
    db.one(companies.takeEmployeeNumbers, { companyId, count: employees.length });
    db.one(companies.takeDepartmentNumbers, { companyId, count: departments.length });
  });
  return { db, companyId };
}

const text = <P extends Parameters<typeof exec>[1]>(sql: string, params: P) => ({
  ...exec('sync-runs/record', params),
  name: `test/${sql}`,
  sql,
});

const insertDepartment = text(
  `insert into departments (company_id, number, id, external_id, name, name_key, parent_number, archived_at, created_at)
   values (:companyId, :number, :id, :externalId, :name, :nameKey, :parentNumber, :archivedAt, :now)`,
  {
    ...{ companyId: 'integer', number: 'integer', id: 'text', externalId: 'text?', name: 'text' },
    ...{ nameKey: 'text', parentNumber: 'integer?', archivedAt: 'integer?', now: 'integer' },
  },
);

const insertEmployee = text(
  `insert into employees (company_id, number, id, external_id, email, email_key, given_name, department_number, job_title,
     is_admin, portal_role, deactivated_at, deactivated_by, created_at, revision)
   values (:companyId, :number, :id, :externalId, :emailKey, :emailKey, :givenName, :departmentNumber, :jobTitle,
     :isAdmin, :portalRole, :deactivatedAt, :deactivatedBy, :now, 0)`,
  {
    ...{
      companyId: 'integer',
      number: 'integer',
      id: 'text',
      externalId: 'text?',
      emailKey: 'text',
      givenName: 'text?',
    },
    ...{ departmentNumber: 'integer?', jobTitle: 'text?', isAdmin: 'flag', portalRole: 'text?' },
    ...{ deactivatedAt: 'integer?', deactivatedBy: 'text?', now: 'integer' },
  },
);
