import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { deleteOldRuns } from '../../../src/service/roster/runs/old-runs.ts';
import { listRunsOf } from '../../../src/service/roster/runs/people-of-runs.ts';
import { changesOf, putOnRecord } from '../../../src/service/roster/runs/recorded-changes.ts';
import { NO_CHANGES, type RunChanges } from '../../../src/service/roster/runs/run-changes.ts';
import { requireRun } from '../../../src/service/roster/runs/runs.ts';
import { showPersonInRun } from '../../../src/service/roster/runs/show-run.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../test-company.ts';
import { requireRunsOfPeople } from './runs-of-people.ts';
import { runs } from './sync.ts';

const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-${String(n).padStart(12, '0')}`;

/** More than what three rows hold. */
const PEOPLE = 152;

function addPeople(company: TestCompany): string[] {
  return company.write((write) =>
    Array.from(
      { length: PEOPLE },
      (_, at) =>
        addEmployee(write, { email: `p${at + 1}@x.co`, external_id: `E${at + 1}` }).employee_id,
    ),
  );
}

const put = ({ db, companyId }: TestCompany, entry: number, changes: Partial<RunChanges> = {}) =>
  putOnRecord(db, {
    ...{ companyId, entry, id: idOf(entry), kind: 'sync', subjectId: null, source: 'http' },
    ...{ actor: 'test', requestId: null, startedAt: NOW, finishedAt: NOW, outcome: 'applied' },
    result: '{}',
    changes: { ...NO_CHANGES, ...changes },
  });

const field = 'name';

test('a person is found in every run that is about them, and in no other, on every edge of a row', (t) => {
  const company = createTestCompany(t);
  addPeople(company);
  const all: [number, number] = [1, PEOPLE];
  put(company, 1001);
  put(company, 1002, { created: [all] });
  put(company, 1003, {
    created: [
      [1, 48],
      [50, 50],
      [99, 101],
    ],
    deactivated: [
      [49, 49],
      [149, 152],
    ],
  });
  put(company, 1004, {
    updated: [49, 50, 99, 100, 150].map((number) => ({ number, givenName: ['A', 'B'] })),
    heldBack: [
      [51, 'E51'],
      [100, 'E100'],
    ],
    kept: [[98, 'role']],
    skipped: [
      { of: 'person', number: 149, field, reason: 'changed_since' },
      { of: 'person', number: 149, field: 'email', reason: 'changed_since' },
      { of: 'department', number: 7, field, reason: 'changed_since' },
    ],
    profileDifferences: [49, 52].map((number) => ({
      ...{ number, index: 0, line: null, fields: [], reason: 'locked' as never },
    })),
  });
  put(company, 1005, { named: [all], archivedBefore: [all], departmentsCreated: [all] });
  assert.equal(requireRunsOfPeople(company), PEOPLE + 57 + 9);
  const { db, companyId } = company;
  assert.deepEqual(listRunsOf(db, { companyId, number: 100 }), [1002, 1003, 1004].map(idOf));
  assert.deepEqual(listRunsOf(db, { companyId, number: PEOPLE + 1 }), []);
});

test('an erasure changes the runs that are about the person and reads no others', (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const ids = addPeople(company);
  const change = (number: number) => ({ number, givenName: ['Kazoo', 'B'] as [string, string] });
  put(company, 1001, { updated: [change(50), change(51)], heldBack: [[50, 'Kazoo-50']] });
  put(company, 1002, { updated: [change(49), change(51)] });
  // Whoever read it would fail.
  db.execute(`update sync_runs set changes = '"unread"' where entry = 1002`);
  writeCompany(db, { companyId, now: NOW, actor: 'test' }, (write) =>
    eraseEmployee(write, ids[49] ?? '', 'Request 1'),
  );
  const { heldBack: _, ...others } = NO_CHANGES;
  assert.deepEqual(
    runs(company).map(({ changes }) => JSON.parse(changes ?? '')),
    [{ ...others, updated: [{ number: 50 }, change(51)], spared: [[50, null]] }, 'unread'],
  );
});

test('an erasure reads and rewrites of a long run only the parts that are about the person, and so does an export', (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const ids = addPeople(company);
  const all = Array.from({ length: 2_500 }, (_, at) => at + 1);
  const updated = all.map((number) => ({
    number,
    givenName: ['Kazoo', 'B'] as [string, string],
  }));
  const heldBack = all.map((number): [number, string] => [number, `E${number}`]);
  // In any order.
  put(company, 1001, { updated: updated.toReversed(), heldBack, created: [[1, 1]] });
  const read = () => changesOf(db, companyId, idOf(1001));
  assert.deepEqual(read(), { ...NO_CHANGES, updated, heldBack, created: [[1, 1]] });
  const parts = () =>
    queryRows(
      db,
      companyId,
      'select part, changes from sync_run_changes where company_id = :companyId order by part',
      { part: 'integer', changes: 'text' },
    );
  const before = parts();
  assert.equal(before.length, 6);
  // Whoever read them would fail.
  const others = 'where first_person > 150 or last_person < 150';
  db.execute(`update sync_run_changes set changes = '"unread' || part || '"' ${others}`);
  const { fields, held_back_as } = showPersonInRun(
    db,
    companyId,
    requireRun(db, companyId, idOf(1001)),
    150,
  );
  assert.deepEqual([fields, held_back_as], [{ name: { before: 'Kazoo', after: 'B' } }, 'E150']);
  company.write((write) => eraseEmployee(write, ids[149] ?? '', 'Request 1'));
  const rewritten = parts().flatMap(({ part, changes }, at) =>
    changes.startsWith('"') || changes === before[at]?.changes ? [] : part,
  );
  assert.deepEqual(rewritten, [1, 4]);
  for (const { part, changes } of before.filter((one) => !rewritten.includes(one.part)))
    db.execute(`update sync_run_changes set changes = '${changes}' where part = ${part}`);
  assert.deepEqual(read(), {
    ...NO_CHANGES,
    updated: updated.map((one) => (one.number === 150 ? { number: 150 } : one)),
    heldBack: heldBack.map((one) => (one[0] === 150 ? [150, null] : one)),
    created: [[1, 1]],
  });
  put(company, 1002, {});
  assert.equal(deleteOldRuns(db, NOW + 1), true);
  assert.deepEqual(parts(), []);
});

test('whom a run is about goes with the run', (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  addPeople(company);
  for (const entry of [1001, 1002]) put(company, entry, { created: [[1, PEOPLE]] });
  const rows = () =>
    queryRows(
      db,
      companyId,
      'select entry, block from sync_run_people where company_id = :companyId order by entry, block',
      { entry: 'integer', block: 'integer' },
    ).map(({ entry, block }) => [entry, block]);
  assert.equal(rows().length, 8);
  assert.equal(deleteOldRuns(db, NOW + 1), true);
  assert.deepEqual(
    rows(),
    [0, 1, 2, 3].map((block) => [1002, block]),
  );
});
