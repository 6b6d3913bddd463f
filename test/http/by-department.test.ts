import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { archiveDepartment, createDepartment } from '../../src/service/departments/departments.ts';
import { deactivateEmployee, updateEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { NOW } from '../service/test-company.ts';
import { startTestService, type TestService } from './harness.ts';
import { addPerson, assertErrorMessage, get, type Page } from './requests.ts';

type Group = {
  department: { id: string; external_id: string | null; name: string } | null;
  department_total_xp: number;
  member_count: number;
  leaders: { rank: number; employee_id: string; external_id: string | null; xp: number }[];
};

const PATH = '/v1/leaderboard/by-department';

const groups = async (service: TestService, query = '') =>
  (await get<Page<Group>>(service, PATH + query)).data;

/** Each group as [department, total, members, rank and XP of its leaders]. */
const summarize = (all: Group[]) =>
  all.map((group) => [
    group.department?.name ?? null,
    group.department_total_xp,
    group.member_count,
    group.leaders.map((leader) => [leader.rank, leader.xp]),
  ]);

describe('GET /v1/leaderboard/by-department', () => {
  it('returns one group per department, with full leaderboard rows, on a single page', async (t) => {
    const service = await startTestService(t);
    const sales = service.write((write) =>
      createDepartment(write, { name: 'Sales', external_id: 'D-1' }),
    );
    const [ann, bob] = service.write((write) => {
      const people = [
        addPerson(write, 'ann', { department: sales.id, given_name: 'Ann' }),
        addPerson(write, 'bob'),
      ] as const;
      awardXp(write, people[0], { amount: 120 });
      awardXp(write, people[1], { amount: 300 });
      return people;
    });
    const department = { id: sales.id, external_id: 'D-1', name: 'Sales' };
    assert.deepEqual(await get(service, PATH), {
      data: [
        {
          department,
          department_total_xp: 120,
          member_count: 1,
          leaders: [
            {
              rank: 2,
              employee_id: ann,
              external_id: 'X-ann',
              name: 'Ann',
              department,
              level: 2,
              xp: 120,
            },
          ],
        },
        {
          department: null,
          department_total_xp: 300,
          member_count: 1,
          leaders: [
            {
              rank: 1,
              employee_id: bob,
              external_id: 'X-bob',
              name: null,
              department: null,
              level: 3,
              xp: 300,
            },
          ],
        },
      ],
      pagination: { next_cursor: null },
    });
  });

  it('orders departments by name ignoring case, and equal names by creation', async (t) => {
    const service = await startTestService(t);
    const departments = service.write((write) =>
      ['beta', 'Émile', 'Alpha', 'émile', 'Beta'].map((name, i) =>
        createDepartment(write, { name, external_id: `D-${i}` }),
      ),
    );
    const [beta, upper, alpha, lower, second] = departments.map((department) => department.id);
    assert.deepEqual(
      (await groups(service)).map((group) => group.department?.id),
      [alpha, beta, second, upper, lower],
    );
  });

  it('includes empty active departments, and archived ones only while they have members', async (t) => {
    const service = await startTestService(t);
    const [full, last] = service.write((write) => {
      createDepartment(write, { name: 'Active and empty' });
      archiveDepartment(write, createDepartment(write, { name: 'Archived and empty' }).id);
      const department = createDepartment(write, { name: 'Archived and full' });
      const member = addPerson(write, 'a', { department: department.id });
      archiveDepartment(write, department.id);
      return [department, member] as const;
    });
    assert.deepEqual(summarize(await groups(service)), [
      ['Active and empty', 0, 0, []],
      [full.name, 0, 1, [[1, 0]]],
    ]);
    service.write((write) => deactivateEmployee(write, last, 'left'));
    assert.deepEqual(summarize(await groups(service)), [['Active and empty', 0, 0, []]]);
  });

  it('puts employees without a department last, and omits that group when it is empty', async (t) => {
    const service = await startTestService(t);
    const [zoo, id] = service.write((write) => [
      createDepartment(write, { name: 'Zoo' }).id,
      addPerson(write, 'a'),
    ]);
    assert.deepEqual(summarize(await groups(service)), [
      ['Zoo', 0, 0, []],
      [null, 0, 1, [[1, 0]]],
    ]);
    service.write((write) => updateEmployee(write, id ?? '', { department: zoo }));
    assert.deepEqual(summarize(await groups(service)), [['Zoo', 0, 1, [[1, 0]]]]);
  });

  it('lists the top five of each department, or as many as requested, with company-wide ranks', async (t) => {
    const service = await startTestService(t);
    service.write((write) => {
      const oddDepartment = createDepartment(write, { name: 'Odd' }).id;
      const even = createDepartment(write, { name: 'Even' }).id;
      for (let i = 1; i <= 12; i++) {
        const id = addPerson(write, `p${i}`, { department: i % 2 === 0 ? even : oddDepartment });
        awardXp(write, id, { amount: 100 - i });
      }
    });
    const ranks = (all: Group[]) => all.map((group) => group.leaders.map((leader) => leader.rank));
    assert.deepEqual(ranks(await groups(service)), [
      [2, 4, 6, 8, 10],
      [1, 3, 5, 7, 9],
    ]);
    assert.deepEqual(ranks(await groups(service, '?limit_per_department=1')), [[2], [1]]);
    assert.deepEqual(ranks(await groups(service, '?limit_per_department=25')), [
      [2, 4, 6, 8, 10, 12],
      [1, 3, 5, 7, 9, 11],
    ]);
    assert.deepEqual(
      (await groups(service)).map((group) => [group.member_count, group.department_total_xp]),
      [
        [6, 558],
        [6, 564],
      ],
    );
  });

  it('counts the XP of the period, negative totals included', async (t) => {
    const service = await startTestService(t);
    service.write((write) => {
      const department = createDepartment(write, { name: 'Sales' });
      const a = addPerson(write, 'a', { department: department.id });
      const b = addPerson(write, 'b', { department: department.id });
      awardXp(write, a, { amount: 500, at: NOW - 60 * 86_400_000 });
      awardXp(write, a, { amount: -30 });
      awardXp(write, b, { amount: 10 });
    });
    assert.deepEqual(summarize(await groups(service, '?period=this_month')), [
      [
        'Sales',
        -20,
        2,
        [
          [1, 10],
          [2, -30],
        ],
      ],
    ]);
    assert.deepEqual(summarize(await groups(service, '?period=last_3_months')), [
      [
        'Sales',
        480,
        2,
        [
          [1, 470],
          [2, 10],
        ],
      ],
    ]);
  });

  it('returns an empty page for a company without departments and employees', async (t) => {
    const service = await startTestService(t);
    assert.deepEqual(await get(service, PATH), { data: [], pagination: { next_cursor: null } });
  });

  it('rejects more than 25 leaders per department and other invalid parameters, and ignores paging parameters', async (t) => {
    const service = await startTestService(t);
    await assertErrorMessage(service, `${PATH}?limit_per_department=26`, {
      status: 400,
      message: 'limit_per_department must not be greater than 25',
    });
    await assertErrorMessage(service, `${PATH}?limit_per_department=0&period=`, {
      status: 400,
      message:
        'period must be one of all_time, this_month, last_3_months, last_year; ' +
        'limit_per_department must not be less than 1',
    });
    assert.deepEqual(await groups(service, '?limit=0&cursor=x&department_id=y'), []);
  });
});
