import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { mergeDepartments } from '../../src/service/departments/merge-departments.ts';
import { deactivateEmployee, reactivateEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { startTestService } from './harness.ts';
import { addPerson, get, type Page } from './requests.ts';

type Group = { department: { name: string }; member_count: number; department_total_xp: number };
type Department = { name: string; parent_id: string | null };

test('a running service shows a merge at once in people, departments and every leaderboard', async (t) => {
  const service = await startTestService(t);
  const [from, into] = service.write((write) => [
    createDepartment(write, { name: 'Support' }),
    createDepartment(write, { name: 'Customer Care' }),
  ]) as [{ id: string }, { id: string }];
  const [ann, bob] = service.write((write) => {
    createDepartment(write, { name: 'Night Shift', parent: from.id });
    const people = [
      addPerson(write, 'ann', { department: from.id }),
      addPerson(write, 'bob', { department: from.id }),
    ] as const;
    awardXp(write, people[0], { amount: 120 });
    awardXp(write, people[1], { amount: 300 });
    deactivateEmployee(write, people[1], 'on leave');
    return people;
  });
  const show = async () => ({
    groups: (await get<Page<Group>>(service, '/v1/leaderboard/by-department')).data.map((group) => [
      group.department.name,
      group.member_count,
      group.department_total_xp,
    ]),
    members: await Promise.all(
      [from.id, into.id].map(async (id) => {
        const path = (list: string) => `/v1/${list}?department_id=${id}`;
        const count = async (list: string) =>
          (await get<Page<object>>(service, path(list))).data.length;
        return [await count('employees'), await count('leaderboard')];
      }),
    ),
    departments: (await get<Page<Department>>(service, '/v1/departments')).data.map((row) => [
      row.name,
      row.parent_id,
    ]),
    person: (await get<{ department: object }>(service, `/v1/employees/${ann}`)).department,
  });
  const reference = (id: string, name: string) => ({ id, external_id: null, name });
  assert.deepEqual(await show(), {
    groups: [
      ['Customer Care', 0, 0],
      ['Night Shift', 0, 0],
      ['Support', 1, 120],
    ],
    members: [
      [1, 1],
      [0, 0],
    ],
    departments: [
      ['Support', null],
      ['Customer Care', null],
      ['Night Shift', from.id],
    ],
    person: reference(from.id, 'Support'),
  });
  service.write((write) => mergeDepartments(write, 'Support', 'Customer Care'));
  assert.deepEqual(await show(), {
    groups: [
      ['Customer Care', 1, 120],
      ['Night Shift', 0, 0],
    ],
    members: [
      [0, 0],
      [1, 1],
    ],
    departments: [
      ['Customer Care', null],
      ['Night Shift', into.id],
    ],
    person: reference(into.id, 'Customer Care'),
  });
  service.write((write) => reactivateEmployee(write, bob));
  assert.deepEqual((await show()).members, [
    [0, 0],
    [2, 2],
  ]);
});
