import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { parseMonth } from '../../../src/domain/period.ts';
import { createWall, listWalls } from '../../../src/service/boards/walls.ts';
import { createContest } from '../../../src/service/contests/change-contests.ts';
import { listContests } from '../../../src/service/contests/contests.ts';
import {
  createDepartment,
  requireDepartment,
} from '../../../src/service/departments/departments.ts';
import { mergeDepartments } from '../../../src/service/departments/merge-departments.ts';
import { giveKudos } from '../../../src/service/kudos/give-kudos.ts';
import {
  setDepartmentAllowance,
  setKudosSettings,
} from '../../../src/service/kudos/kudos-settings.ts';
import { saveKudosValue } from '../../../src/service/kudos/kudos-values.ts';
import { closeMonth, rankMonth } from '../../../src/service/months/close-month.ts';
import { requireEmployee } from '../../../src/service/people/employee-records.ts';
import { addEmployee, updateEmployee } from '../../../src/service/people/employees.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

/** What a merge leaves as it was, and why. */
const HISTORY: Record<string, string> = {
  'kudos_departments.department_number': 'thanks stay with the departments of their people then',
  'standings_blocks.department_number': 'a closed month keeps the departments of its end',
};

/** The columns that refer to a department: by a foreign key, or by their name. */
function departmentColumns(): string[] {
  const schema = readFileSync('sql/schema.sql', 'utf8');
  return [...schema.matchAll(/^CREATE TABLE "?(\w+)"? \(\n(.*?);$/gms)].flatMap(
    ([, table, body = '']) => {
      const keys = [...body.matchAll(/foreign key \(company_id, (\w+)\) references departments/g)];
      const named = [...body.matchAll(/^ {2}((?!next_)\w*department\w*) /gm)];
      return [...new Set([...keys, ...named].map(([, column]) => `${table}.${column}`))];
    },
  );
}

/** The departments Support and Care; Support has whatever can refer to a department. */
function createReferences(t: TestContext) {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const month = parseMonth('2026-11') ?? 0;
  write((one) => {
    createDepartment(one, { name: 'Support' });
    createDepartment(one, { name: 'Care' });
    createDepartment(one, { name: 'Nights', parent: 'Support' });
    addEmployee(one, { email: 'ada@acme.example', department: 'Support' });
    addEmployee(one, { email: 'bo@acme.example', department: 'Support' });
    updateEmployee(one, 'bo@acme.example', { department: 'Care' });
    awardXp(one, 'ada@acme.example', { amount: 5 });
    createWall(one, { period: 'all_time', department: 'Support', rows: 5 });
    const days = { first_day: '2026-12-01', last_day: '2026-12-24' };
    createContest(one, { name: 'Advent', ...days, departments: ['Support'], prizes: [] });
    setKudosSettings(one, { on: true });
    setDepartmentAllowance(one, 'Support', 50);
    saveKudosValue(one, { code: 'learn', name: 'Keep learning' });
    const [giver, receiver] = ['ada', 'bo'].map((name) =>
      requireEmployee(one.db, companyId, `${name}@acme.example`),
    );
    assert.ok(giver && receiver);
    const message = 'You showed me how it is done.';
    giveKudos(one, { giver, receivers: [receiver], points: 0, value: 'learn', message });
  });
  const ranking = rankMonth(db, companyId, month);
  write((one) => closeMonth(one, ranking), Date.UTC(2026, 11, 5));
  const { number } = requireDepartment(db, companyId, 'Support');
  const refersTo = (reference: string): boolean => {
    const [table, column] = reference.split('.');
    const sql = `select "${column}" as value from ${table} where company_id = :companyId`;
    const shape = column === 'departments' ? ({ value: 'text?' } as const) : { value: 'integer?' };
    const rows = queryRows(db, companyId, sql, shape as { value: 'text?' });
    return rows.some(({ value }) => [JSON.parse(value ?? 'null')].flat().includes(number));
  };
  return { ...company, refersTo };
}

test('a merge leaves nothing that refers to the archived department but what is history', (t) => {
  const { write, refersTo } = createReferences(t);
  const columns = departmentColumns();
  // A new column that refers to a department belongs in `createReferences`, and in the merge or in HISTORY.
  assert.deepEqual(
    columns.filter((column) => !refersTo(column)),
    [],
    'is not filled',
  );
  assert.ok(
    columns.includes('departments.parent_number') && columns.includes('contests.departments'),
  );
  write((one) => mergeDepartments(one, 'Support', 'Care'), NOW + 1);
  assert.deepEqual(columns.filter(refersTo), Object.keys(HISTORY));
});

test('walls and contests show the department that others were merged into', (t) => {
  const { db, companyId, write } = createReferences(t);
  write((one) => mergeDepartments(one, 'Support', 'Care'), NOW + 1);
  assert.deepEqual(
    listWalls(db, companyId).map(({ department }) => department),
    ['Care'],
  );
  assert.deepEqual(
    listContests(db, companyId, NOW).map(({ departments }) => departments.map(({ name }) => name)),
    [['Care']],
  );
});
