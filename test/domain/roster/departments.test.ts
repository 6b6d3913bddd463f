import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codes, company, department, employee, plan, rosterRow, type SentRow } from './builders.ts';

/** One row for each department, for the people p0, p1 … */
const rowsWith = (...asked: [externalId: string | null, name: string | null][]): SentRow[] =>
  asked.map(([department_external_id, department_name], n) =>
    rosterRow(`p${n}`, { department_external_id, department_name }),
  );

const placesOf = (result: ReturnType<typeof plan>) =>
  result.creates.map(({ department: place }) => place);

test('a known external id identifies its department, without a name', () => {
  const before = company([], [department(7, 'Forge', { externalId: 'f' })]);
  const result = plan(before, rowsWith(['f', null], ['f', 'Some other name']));
  assert.deepEqual(placesOf(result), [{ known: 7 }, { known: 7 }]);
  assert.deepEqual(result.newDepartments, []);
});

test('external ids of departments are compared exactly', () => {
  const before = company([], [department(7, 'Forge', { externalId: 'f' })]);
  assert.deepEqual(codes(plan(before, rowsWith(['F', null])).errors), [[0, 'unknown_department']]);
});

test('a new external id is created once, under the first name sent with it', () => {
  const result = plan(
    company(),
    rowsWith(['f', null], ['f', 'Forge'], ['f', 'FORGE'], [null, 'forge']),
  );
  assert.deepEqual(result.newDepartments, [{ name: 'Forge', nameKey: 'forge', externalId: 'f' }]);
  assert.deepEqual(placesOf(result), [{ new: 0 }, { new: 0 }, { new: 0 }, { new: 0 }]);
});

test('a new external id without a name anywhere is unknown', () => {
  const result = plan(company(), rowsWith(['f', null], ['f', ''], [null, 'Forge']));
  assert.deepEqual(codes(result.errors), [
    [0, 'unknown_department'],
    [1, 'unknown_department'],
  ]);
});

test('the only department with a name adopts a new external id', () => {
  const before = company([employee(1, 'p1', { departmentNumber: 7 })], [department(7, 'Forgé')]);
  const result = plan(before, rowsWith(['f', 'FORGE\u0301'], [null, 'forgé']));
  assert.deepEqual(result.adoptedDepartments, [{ number: 7, externalId: 'f' }]);
  assert.deepEqual(result.newDepartments, []);
  assert.deepEqual(placesOf(result), [{ known: 7 }]);
  assert.equal(result.unchanged, 1);
});

test('an adoption alone leaves the employee unchanged', () => {
  const before = company([employee(1, 'p0', { departmentNumber: 7 })], [department(7, 'Forge')]);
  const result = plan(before, rowsWith(['f', 'Forge']));
  assert.deepEqual(result.adoptedDepartments, [{ number: 7, externalId: 'f' }]);
  assert.equal(result.unchanged, 1);
});

test('a name that belongs to another external id is a conflict for every row with the new one', () => {
  const before = company([], [department(7, 'Forge', { externalId: 'other' })]);
  const result = plan(before, rowsWith(['f', null], ['f', 'forge'], [null, 'Forge']));
  assert.deepEqual(codes(result.errors), [
    [0, 'department_conflict'],
    [1, 'department_conflict'],
  ]);
  assert.deepEqual(placesOf(result), [{ known: 7 }]);
});

test('a name of several departments identifies none', () => {
  const before = company([], [department(7, 'Forge'), department(8, 'FORGE', { externalId: 'g' })]);
  const result = plan(before, rowsWith(['f', 'Forge'], [null, 'forge'], ['g', 'forge']));
  assert.deepEqual(codes(result.errors), [
    [0, 'department_conflict'],
    [1, 'department_conflict'],
  ]);
  assert.deepEqual(placesOf(result), [{ known: 8 }]);
});

test('two new external ids with the same name are both in conflict', () => {
  for (const departments of [[], [department(7, 'Forge')]]) {
    const result = plan(company([], departments), rowsWith(['f', 'Forge'], ['g', 'forge']));
    assert.deepEqual(codes(result.errors), [
      [0, 'department_conflict'],
      [1, 'department_conflict'],
    ]);
    assert.deepEqual([result.adoptedDepartments, result.newDepartments], [[], []]);
  }
});

test('a name alone finds an active department, ignoring case and composition', () => {
  const before = company([], [department(7, 'É')]);
  assert.deepEqual(placesOf(plan(before, rowsWith([null, 'e\u0301'], [null, 'é']))), [
    { known: 7 },
    { known: 7 },
  ]);
});

test('an unknown name alone is created once, spelled as in its first row', () => {
  const result = plan(company(), rowsWith([null, 'Mill'], [null, 'MILL'], [null, 'Yard']));
  assert.deepEqual(result.newDepartments, [
    { name: 'Mill', nameKey: 'mill', externalId: null },
    { name: 'Yard', nameKey: 'yard', externalId: null },
  ]);
  assert.deepEqual(placesOf(result), [{ new: 0 }, { new: 0 }, { new: 1 }]);
});

test('an archived department is not restored by its name', () => {
  const before = company([], [department(7, 'Forge', { archived: true, externalId: 'f' })]);
  const result = plan(before, rowsWith([null, 'Forge']));
  assert.deepEqual(result.restoredDepartments, []);
  assert.equal(result.newDepartments.length, 1);
});

test('an archived department whose external id is sent can also be referenced by name', () => {
  const before = company([], [department(7, 'Forge', { archived: true, externalId: 'f' })]);
  for (const rows of [
    rowsWith(['f', null], [null, 'Forge']),
    rowsWith([null, 'Forge'], ['f', null]),
  ]) {
    const result = plan(before, rows);
    assert.deepEqual(result.restoredDepartments, [{ number: 7, toTopLevel: false }]);
    assert.deepEqual(placesOf(result), [{ known: 7 }, { known: 7 }]);
  }
});

test('an archived and an active department with the same name make the name ambiguous', () => {
  const before = company(
    [],
    [department(7, 'Forge', { archived: true, externalId: 'f' }), department(8, 'Forge')],
  );
  const result = plan(before, rowsWith(['f', 'Forge'], [null, 'Forge']));
  assert.deepEqual(codes(result.errors), [[1, 'department_conflict']]);
  assert.deepEqual(placesOf(result), [{ known: 7 }]);
});

test('a name sent with an external id is a conflict if it belongs to another department', () => {
  const departments = [
    department(7, 'Forge', { externalId: 'f' }),
    department(8, 'Mill', { externalId: 'm' }),
  ];
  const result = plan(
    company([], departments),
    rowsWith(['f', 'mill'], ['f', 'Nobody'], ['f', 'Yard'], ['y', 'Yard']),
  );
  assert.deepEqual(codes(result.errors), [
    [0, 'department_conflict'],
    [2, 'department_conflict'],
  ]);
});

test('a name that another row creates a department with counts as taken, before and after that row', () => {
  const before = company([], [department(7, 'Forge', { externalId: 'f' })]);
  for (const departments of [before.departments, [...before.departments, department(8, 'Mill')]]) {
    const result = plan(company([], departments), rowsWith(['f', 'Mill'], [null, 'Mill']));
    assert.deepEqual(codes(result.errors), [[0, 'department_conflict']]);
  }
});

test('a restored department whose parent stays archived moves to the top level', () => {
  const before = company(
    [],
    [
      department(1, 'Works', { externalId: 'w', archived: true }),
      department(2, 'Forge', { externalId: 'f', archived: true, parentNumber: 1 }),
    ],
  );
  const result = plan(before, rowsWith([null, null], ['f', null], ['f', null]));
  assert.deepEqual(result.restoredDepartments, [{ number: 2, toTopLevel: true }]);
  assert.deepEqual(codes(result.warnings), [[1, 'department_moved_to_top_level']]);
});

test('a parent restored by the same roster keeps its children, whichever row comes first', () => {
  const departments = [
    department(1, 'Works', { externalId: 'w', archived: true }),
    department(2, 'Forge', { externalId: 'f', archived: true, parentNumber: 1 }),
  ];
  const result = plan(company([], departments), rowsWith(['f', null], ['w', null]));
  assert.deepEqual(result.restoredDepartments, [
    { number: 2, toTopLevel: false },
    { number: 1, toTopLevel: false },
  ]);
  assert.deepEqual(result.warnings, []);
});

test('an unchanged employee restores their department', () => {
  const before = company(
    [employee(1, 'p0', { departmentNumber: 7 })],
    [department(7, 'Forge', { externalId: 'f', archived: true })],
  );
  const result = plan(before, rowsWith(['f', null]));
  assert.equal(result.unchanged, 1);
  assert.deepEqual(result.restoredDepartments, [{ number: 7, toTopLevel: false }]);
});

test('refused and rejected rows do not affect departments', () => {
  const gone = employee(1, 'p0', { deactivatedBy: 'portal' });
  const archived = department(7, 'Forge', { externalId: 'f', archived: true });
  const result = plan(company([gone], [archived]), [
    ...rowsWith(['f', null], [null, 'Forge']),
    rosterRow('p9', { email: 'broken', department_external_id: 'f' }),
  ]);
  assert.deepEqual(result.restoredDepartments, []);
  assert.equal(result.newDepartments.length, 1);
});

test('an external id sent only by rows that exceed a limit is not kept', () => {
  for (const departments of [[], [department(7, 'Forge')]]) {
    const before = company([employee(1, 'p1')], departments);
    const result = plan(before, rowsWith(['f', 'Forge'], [null, 'Forge']), { employeeLimit: 1 });
    assert.deepEqual(codes(result.errors), [[0, 'sandbox_limit_reached']]);
    assert.deepEqual(result.adoptedDepartments, []);
    assert.deepEqual(
      result.newDepartments.map(({ externalId }) => externalId),
      departments.length === 0 ? [null] : [],
    );
    assert.equal(result.updates.length, 1);
  }
});
