import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { levelThreshold } from '../../src/domain/level.ts';
import {
  archiveDepartment,
  createDepartment,
  renameDepartment,
} from '../../src/service/departments/departments.ts';
import {
  deactivateEmployee,
  signInEmployee,
  updateEmployee,
} from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { NOW } from '../service/test-company.ts';
import { startTestService, type TestService } from './harness.ts';
import {
  addPerson,
  assertErrorMessage,
  cursorOf,
  get,
  type Page,
  readAllPages,
  UNKNOWN_ID,
} from './requests.ts';

type Row = {
  rank: number;
  employee_id: string;
  external_id: string | null;
  name: string | null;
  department: { id: string; external_id: string | null; name: string } | null;
  level: number;
  xp: number;
};

const PATH = '/v1/leaderboard';
const INVALID_CURSOR = { status: 400, message: 'Invalid cursor' } as const;
const DEPARTMENT_NOT_FOUND = { status: 404, message: 'Department not found' } as const;

const board = async (service: TestService, query = '') =>
  (await get<Page<Row>>(service, PATH + query)).data;

/** Rank, external id and XP of each row. */
const places = (rows: Row[]) => rows.map((row) => [row.rank, row.external_id, row.xp]);

/** Employees with the given XP, in order of joining. */
const people = (service: TestService, xp: Record<string, number>): Map<string, string> =>
  service.write((write) => {
    const ids = new Map<string, string>();
    for (const [word, amount] of Object.entries(xp)) {
      const id = addPerson(write, word);
      if (amount !== 0) awardXp(write, id, { amount });
      ids.set(word, id);
    }
    return ids;
  });

describe('GET /v1/leaderboard', () => {
  it('lists all active employees by rank, with every field', async (t) => {
    const service = await startTestService(t);
    const department = service.write((write) =>
      createDepartment(write, { name: 'R&D "2"', external_id: 'D-1' }),
    );
    const [ann, bob] = service.write((write) => {
      const first = addPerson(write, 'ann', { given_name: 'Ann' });
      const second = addPerson(write, 'bob', {
        external_id: null,
        given_name: 'Bob "B" Ünal',
        department: department.id,
      });
      awardXp(write, second, { amount: 650 });
      return [first, second];
    });
    assert.deepEqual(await get(service, PATH), {
      data: [
        {
          rank: 1,
          employee_id: bob,
          external_id: null,
          name: 'Bob "B" Ünal',
          department: { id: department.id, external_id: 'D-1', name: 'R&D "2"' },
          level: 4,
          xp: 650,
        },
        {
          rank: 2,
          employee_id: ann,
          external_id: 'X-ann',
          name: 'Ann',
          department: null,
          level: 1,
          xp: 0,
        },
      ],
      pagination: { next_cursor: null },
    });
  });

  it('has no shared ranks: among equals whoever joined first ranks first, every time', async (t) => {
    const service = await startTestService(t);
    people(service, { a: 10, b: 20, c: 10, d: -5, e: 0, f: 20 });
    const expected = [
      [1, 'X-b', 20],
      [2, 'X-f', 20],
      [3, 'X-a', 10],
      [4, 'X-c', 10],
      [5, 'X-e', 0],
      [6, 'X-d', -5],
    ];
    assert.deepEqual(places(await board(service)), expected);
    assert.deepEqual(places(await board(service)), expected);
  });

  it('counts calendar months in UTC, to the millisecond', async (t) => {
    const service = await startTestService(t);
    service.clock.now = Date.UTC(2027, 0, 15);
    service.write((write) => {
      const award = (word: string, time: number) =>
        awardXp(write, addPerson(write, word), { amount: 7, at: time });
      award('january', Date.UTC(2027, 0, 1));
      award('december', Date.UTC(2027, 0, 1) - 1);
      award('november', Date.UTC(2026, 10, 1));
      award('october', Date.UTC(2026, 10, 1) - 1);
      award('february', Date.UTC(2026, 1, 1));
      award('last-january', Date.UTC(2026, 1, 1) - 1);
    }, service.clock.now);
    const counted = async (period: string) =>
      (await board(service, `?period=${period}`))
        .filter((row) => row.xp === 7)
        .map((row) => row.external_id?.slice(2));
    assert.deepEqual(await counted('this_month'), ['january']);
    assert.deepEqual(await counted('last_3_months'), ['january', 'december', 'november']);
    assert.deepEqual(await counted('last_year'), [
      'january',
      'december',
      'november',
      'october',
      'february',
    ]);
    assert.equal((await counted('all_time')).length, 6);
  });

  it('starts a new month when the clock does', async (t) => {
    const service = await startTestService(t);
    people(service, { a: 7 });
    service.clock.now = Date.UTC(2026, 11, 1) - 1;
    assert.deepEqual(places(await board(service, '?period=this_month')), [[1, 'X-a', 7]]);
    service.clock.now = Date.UTC(2026, 11, 1);
    assert.deepEqual(places(await board(service, '?period=this_month')), [[1, 'X-a', 0]]);
  });

  it('ranks by the XP of the period, and shows the all-time level', async (t) => {
    const service = await startTestService(t);
    service.write((write) => {
      const old = addPerson(write, 'old');
      awardXp(write, old, { amount: 1_000, at: NOW - 365 * 86_400_000 });
      awardXp(write, old, { amount: -3 });
      awardXp(write, addPerson(write, 'new'), { amount: 50 });
    });
    const rows = await board(service, '?period=this_month');
    assert.deepEqual(
      rows.map(({ rank, external_id, level, xp }) => ({ rank, external_id, level, xp })),
      [
        { rank: 1, external_id: 'X-new', level: 1, xp: 50 },
        { rank: 2, external_id: 'X-old', level: 4, xp: -3 },
      ],
    );
  });

  it('changes the level exactly at the threshold of the next one', async (t) => {
    const service = await startTestService(t);
    const expected: [number, number][] = [];
    service.write((write) => {
      for (const level of [2, 3, 50, 99, 100]) {
        for (const [off, reached] of [
          [-1, level - 1],
          [0, level],
          [1, level],
        ] as const) {
          const xp = levelThreshold(level) + off;
          awardXp(write, addPerson(write, `p${xp}`), { amount: xp });
          expected.push([xp, reached]);
        }
      }
    });
    const rows = await board(service, '?limit=100');
    assert.deepEqual(
      rows.map((row) => [row.xp, row.level]),
      expected.reverse(),
    );
  });

  it('returns page after page, and ends with a null cursor on a full last page', async (t) => {
    const service = await startTestService(t);
    people(service, { a: 1, b: 5, c: 5, d: 9, e: 0, f: 5 });
    const ranks = (pages: Row[][]) => pages.map((page) => page.map((row) => row.rank));
    assert.deepEqual(ranks(await readAllPages(service, PATH, 3)), [
      [1, 2, 3],
      [4, 5, 6],
    ]);
    assert.deepEqual(ranks(await readAllPages(service, PATH, 4)), [
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });

  it('continues after the last employee shown when others have moved up or left', async (t) => {
    const service = await startTestService(t);
    const ids = people(service, { a: 50, b: 40, c: 30, d: 20, e: 10 });
    const cursor = await cursorOf(service, `${PATH}?limit=2`);
    service.write((write) => {
      deactivateEmployee(write, ids.get('a') ?? '', 'left');
      awardXp(write, ids.get('e') ?? '', { amount: 90 });
      awardXp(write, ids.get('b') ?? '', { amount: 100 });
    });
    assert.deepEqual(places(await board(service, `?limit=2&cursor=${cursor}`)), [
      [3, 'X-c', 30],
      [4, 'X-d', 20],
    ]);
  });

  it('lists the direct members of a department with their company-wide ranks', async (t) => {
    const service = await startTestService(t);
    const department = service.write((write) => {
      const top = createDepartment(write, { name: 'Top' });
      const sub = createDepartment(write, { name: 'Sub', parent: top.id });
      [top, sub, null, top, sub, top].forEach((at, i) => {
        const id = addPerson(write, `p${i}`, { department: at?.id });
        awardXp(write, id, { amount: 100 - i });
      });
      return top.id;
    });
    const path = `${PATH}?department_id=${department.toUpperCase()}`;
    assert.deepEqual((await readAllPages<Row>(service, path, 2)).map(places), [
      [
        [1, 'X-p0', 100],
        [4, 'X-p3', 97],
      ],
      [[6, 'X-p5', 95]],
    ]);
    assert.deepEqual(
      (await readAllPages<Row>(service, path, 3)).map((page) => page.length),
      [3],
    );
  });

  it('accepts an archived or empty department', async (t) => {
    const service = await startTestService(t);
    const [old, empty] = service.write((write) => {
      const department = createDepartment(write, { name: 'Old' });
      addPerson(write, 'a', { department: department.id });
      archiveDepartment(write, department.id);
      return [department.id, createDepartment(write, { name: 'Empty' }).id];
    });
    assert.deepEqual(places(await board(service, `?department_id=${old}`)), [[1, 'X-a', 0]]);
    assert.deepEqual(await get(service, `${PATH}?department_id=${empty}`), {
      data: [],
      pagination: { next_cursor: null },
    });
  });

  it('rejects a department that does not exist or belongs to another company', async (t) => {
    const service = await startTestService(t);
    const foreign = service.writeSandbox((write) => createDepartment(write, { name: 'Theirs' }));
    for (const id of [UNKNOWN_ID, foreign.id]) {
      await assertErrorMessage(service, `${PATH}?department_id=${id}`, DEPARTMENT_NOT_FOUND);
    }
  });

  it('shows a new name, department and department name at once', async (t) => {
    const service = await startTestService(t);
    const department = service.write((write) => createDepartment(write, { name: 'Sales' }));
    const id = service.write((write) => addPerson(write, 'ann'));
    const row = async () => {
      const [first] = await board(service);
      return [first?.name, first?.department?.name];
    };
    assert.deepEqual(await row(), [null, undefined]);
    service.write((write) => signInEmployee(write, id, 'Ann'));
    assert.deepEqual(await row(), ['Ann', undefined]);
    service.write((write) => updateEmployee(write, id, { department: department.id }));
    assert.deepEqual(await row(), ['Ann', 'Sales']);
    service.write((write) => renameDepartment(write, department.id, 'Trade'));
    assert.deepEqual(await row(), ['Ann', 'Trade']);
  });

  it('accepts a cursor only with the same period and department', async (t) => {
    const service = await startTestService(t);
    const department = service.write((write) => createDepartment(write, { name: 'Sales' }));
    service.write((write) =>
      ['a', 'b'].map((word) => addPerson(write, word, { department: department.id })),
    );
    service.writeSandbox((write) => ['a', 'b'].map((word) => addPerson(write, word)));
    const cursor = await cursorOf(service, `${PATH}?limit=1`);
    await get(service, `${PATH}?period=all_time&limit=50&cursor=${cursor}`);
    await assertErrorMessage(service, `${PATH}?period=this_month&cursor=${cursor}`, INVALID_CURSOR);
    await assertErrorMessage(
      service,
      `${PATH}?department_id=${department.id}&cursor=${cursor}`,
      INVALID_CURSOR,
    );
    await assertErrorMessage(service, `${PATH}?cursor=${cursor}`, INVALID_CURSOR, service.testKey);
    await assertErrorMessage(service, `/v1/employees?cursor=${cursor}`, INVALID_CURSOR);
    await assertErrorMessage(service, `${PATH}?cursor=${cursor.slice(1)}`, INVALID_CURSOR);
    const filtered = `${PATH}?department_id=${department.id}&period=last_year`;
    const foreignCursor = await cursorOf(service, `${filtered}&limit=1`);
    await get(service, `${filtered}&cursor=${foreignCursor}`);
    await assertErrorMessage(
      service,
      `${PATH}?period=last_year&cursor=${foreignCursor}`,
      INVALID_CURSOR,
    );
  });

  it('returns an empty page for a company without employees, and reports all invalid parameters', async (t) => {
    const service = await startTestService(t);
    assert.deepEqual(await get(service, PATH), { data: [], pagination: { next_cursor: null } });
    await assertErrorMessage(service, `${PATH}?period=today&department_id=x&limit=101`, {
      status: 400,
      message:
        'period must be one of all_time, this_month, last_3_months, last_year; ' +
        'department_id is not valid (uuid is expected); limit must not be greater than 100',
    });
  });
});
