import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  archiveDepartment,
  createDepartment,
  listDepartments,
  moveDepartment,
  renameDepartment,
  requireDepartment,
  restoreDepartment,
} from '../../../src/service/departments/departments.ts';
import { addEmployee, deactivateEmployee } from '../../../src/service/people/employees.ts';
import { createTestCompany, NOW } from '../test-company.ts';

const refused = (code: string, message: RegExp) => ({ name: 'EngagedError', code, message });

test('departments are listed as a tree, siblings by name, with their active members', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => {
    createDepartment(w, { name: 'zeta' });
    createDepartment(w, { name: 'Alpha' });
    createDepartment(w, { name: 'Nested', parent: 'zeta' });
    createDepartment(w, { name: 'Deep', parent: 'NESTED' });
    createDepartment(w, { name: 'beta', parent: 'zeta' });
    addEmployee(w, { email: 'a@example.com', department: 'Deep' });
    addEmployee(w, { email: 'b@example.com', department: 'Deep' });
    deactivateEmployee(w, 'b@example.com', 'left');
  });
  assert.deepEqual(
    listDepartments(db, companyId).map(({ name, depth, members }) => [depth, name, members]),
    [
      [0, 'Alpha', 0],
      [0, 'zeta', 0],
      [1, 'beta', 0],
      [1, 'Nested', 0],
      [2, 'Deep', 1],
    ],
  );
});

test('a department cannot be moved below itself', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => {
    createDepartment(w, { name: 'A' });
    createDepartment(w, { name: 'B', parent: 'A' });
    createDepartment(w, { name: 'C', parent: 'B' });
  });
  for (const parent of ['A', 'B', 'C']) {
    assert.throws(
      () => write((w) => moveDepartment(w, 'A', parent)),
      refused('conflict', /below itself/),
    );
  }
  const moved = write((w) => moveDepartment(w, 'C', 'A'));
  assert.equal(moved.parent_id, requireDepartment(db, companyId, 'A').id);
  assert.equal(write((w) => moveDepartment(w, 'C', null)).parent_id, null);
});

test('a chain of 150 departments is listed and checked for cycles', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((w) => {
    createDepartment(w, { name: 'n0' });
    for (let i = 1; i < 150; i++) createDepartment(w, { name: `n${i}`, parent: `n${i - 1}` });
  });
  assert.equal(listDepartments(db, companyId).at(-1)?.depth, 149);
  assert.throws(
    () => write((w) => moveDepartment(w, 'n0', 'n149')),
    refused('conflict', /below itself/),
  );
});

test('names may repeat, and an ambiguous name is rejected with the ids to choose from', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const [a, b] = write((w) => [
    createDepartment(w, { name: 'Sales' }),
    createDepartment(w, { name: 'SALES', external_id: 'D-2' }),
  ]);
  assert.throws(
    () => requireDepartment(db, companyId, 'sales'),
    refused('conflict', new RegExp(`${a?.id}, ${b?.id}$`)),
  );
  assert.equal(requireDepartment(db, companyId, 'D-2').id, b?.id);
  assert.throws(
    () => write((w) => createDepartment(w, { name: 'Other', external_id: 'D-2' })),
    refused('conflict', /^external_id belongs to another department/),
  );
});

test('the number of active departments is limited, when creating and when restoring', (t) => {
  const { write } = createTestCompany(t);
  write((w) => createDepartment(w, { name: 'A' }, 2));
  write((w) => createDepartment(w, { name: 'B' }, 2));
  assert.throws(
    () => write((w) => createDepartment(w, { name: 'C' }, 2)),
    refused('conflict', /2 active departments/),
  );
  write((w) => archiveDepartment(w, 'A'));
  write((w) => createDepartment(w, { name: 'C' }, 2));
  assert.throws(
    () => write((w) => restoreDepartment(w, 'A', 2)),
    refused('conflict', /2 active departments/),
  );
});

test('a department whose parent is archived is restored at the top level', (t) => {
  const { write } = createTestCompany(t);
  write((w) => {
    createDepartment(w, { name: 'A' });
    createDepartment(w, { name: 'B', parent: 'A' });
  });
  const archived = write((w) => archiveDepartment(w, 'B'), NOW + 1);
  assert.equal(archived.archived_at, new Date(NOW + 1).toISOString());
  assert.equal(write((w) => restoreDepartment(w, 'B')).parent_id, archived.parent_id);
  write((w) => {
    archiveDepartment(w, 'B');
    archiveDepartment(w, 'A');
  });
  assert.equal(write((w) => restoreDepartment(w, 'B')).parent_id, null);
  assert.throws(() => write((w) => restoreDepartment(w, 'B')), refused('conflict', /not archived/));
  assert.throws(
    () => write((w) => archiveDepartment(w, 'A')),
    refused('conflict', /archived already/),
  );
  assert.throws(
    () => write((w) => moveDepartment(w, 'B', 'A')),
    refused('conflict', /^The department is archived/),
  );
});

test('a rename changes only the name, and the department is found by it in any case', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  const created = write((w) => createDepartment(w, { name: 'Änd', external_id: 'D-1' }));
  const renamed = write((w) => renameDepartment(w, 'ÄND', ' Über '));
  assert.deepEqual(renamed, { ...created, name: 'Über' });
  assert.equal(requireDepartment(db, companyId, 'über').id, created.id);
  assert.throws(
    () => write((w) => renameDepartment(w, 'D-1', '🦊'.repeat(151))),
    refused('validation_failed', /^name/),
  );
});
