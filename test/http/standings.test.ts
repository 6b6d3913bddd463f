import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatMonth, parseMonth } from '../../src/domain/period.ts';
import { createDepartment, renameDepartment } from '../../src/service/departments/departments.ts';
import { closeMonth, rankMonth } from '../../src/service/months/close-month.ts';
import { reopenMonth } from '../../src/service/months/closed-months.ts';
import {
  deactivateEmployee,
  reactivateEmployee,
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
  external_id: string;
  department: { id: string; name: string } | null;
  xp: number;
};
type ClosedMonth = { month: string; version: number; people: number; reconstructed: boolean };

const OCTOBER = parseMonth('2026-10') ?? 0;

const close = ({ db, companyId, write }: TestService, month = OCTOBER, now = NOW) =>
  write((one) => closeMonth(one, rankMonth(db, companyId, month)), now);

/** Seven people with 10, 20 … XP in October, every second one in a department. */
async function startWithPeople(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  const { department, ids } = service.write((write) => {
    const { id } = createDepartment(write, { name: 'Sales', external_id: 'D-1' });
    return {
      department: id,
      ids: Array.from({ length: 7 }, (_, at) => {
        const person = addPerson(write, `p${at}`, at % 2 ? {} : { department: id });
        awardXp(write, person, { amount: 10 * (at + 1), at: Date.UTC(2026, 9, 20) });
        return person;
      }),
    };
  });
  const rows = async (query = '') =>
    (await get<Page<Row>>(service, `/v1/standings/2026-10${query}`)).data;
  return { service, department, ids, rows };
}

const brief = (rows: readonly Row[]) => rows.map(({ rank, external_id }) => [rank, external_id]);

describe('GET /v1/standings', () => {
  it('lists closed months in force, newest first, page by page', async (t) => {
    const { service, ids } = await startWithPeople(t);
    const { write } = service;
    assert.deepEqual(await get(service, '/v1/standings'), {
      data: [],
      pagination: { next_cursor: null },
    });
    for (let ago = 0; ago < 5; ago++) {
      // A month before anybody joined can be closed only if somebody has XP in it.
      write((one) => awardXp(one, ids[0] ?? '', { amount: 1, at: Date.UTC(2026, 9 - ago, 20) }));
      close(service, OCTOBER - ago);
    }
    write((one) => reopenMonth(one, OCTOBER - 1));
    write((one) => reopenMonth(one, OCTOBER - 2));
    close(service, OCTOBER - 2);
    const pages = await readAllPages<ClosedMonth>(service, '/v1/standings', 3);
    assert.deepEqual(
      pages.map((page) => page.map(({ month, version, people }) => [month, version, people])),
      [
        [
          ['2026-10', 1, 7],
          ['2026-08', 2, 1],
          ['2026-07', 1, 1],
        ],
        [['2026-06', 1, 1]],
      ],
    );
    assert.deepEqual((await get<Page<ClosedMonth>>(service, '/v1/standings?limit=1')).data, [
      {
        month: '2026-10',
        closed_at: '2026-11-21T09:30:00.000Z',
        version: 1,
        people: 7,
        reconstructed: true,
      },
    ]);
  });
});

describe('GET /v1/standings/{month}', () => {
  it('has the rows that the leaderboard had, as they were when the month was closed', async (t) => {
    const { service, department, ids, rows } = await startWithPeople(t);
    const { write, clock } = service;
    clock.now = Date.UTC(2026, 9, 31, 23, 59, 59, 999);
    const live = (await get<Page<Row>>(service, '/v1/leaderboard?period=this_month')).data;
    clock.now = NOW;
    close(service);
    assert.deepEqual(await rows(), live);
    const inDepartment = live.filter((row) => row.department?.id === department);
    assert.deepEqual(await rows(`?department_id=${department}`), inDepartment);

    const [first = '', second = ''] = ids;
    write((one) => awardXp(one, first, { amount: 900, at: Date.UTC(2026, 9, 20) }));
    write((one) => updateEmployee(one, second, { department }));
    assert.deepEqual(await rows(), live);
    assert.deepEqual(await rows(`?department_id=${department}`), inDepartment);
    write((one) => signInEmployee(one, first, 'Zoë'));
    write((one) => renameDepartment(one, department, 'Field'));
    const last = (await rows()).at(-1);
    assert.deepEqual(last, {
      ...live.at(-1),
      name: 'Zoë',
      department: { id: department, external_id: 'D-1', name: 'Field' },
    });
  });

  it('leaves out people who are not active, fills the page with the next ones, and has them again', async (t) => {
    const { service, ids, rows } = await startWithPeople(t);
    const { write } = service;
    close(service);
    for (const at of [6, 5, 3]) write((one) => deactivateEmployee(one, ids[at] ?? '', 'left'));
    assert.deepEqual(brief(await rows('?limit=3')), [
      [3, 'X-p4'],
      [5, 'X-p2'],
      [6, 'X-p1'],
    ]);
    write((one) => reactivateEmployee(one, ids[6] ?? ''));
    assert.deepEqual(brief(await rows('?limit=1')), [[1, 'X-p6']]);
  });

  it('pages through the company or a department, and says which month it is', async (t) => {
    const { service, department } = await startWithPeople(t);
    close(service);
    const ranks = async (query: string, limit: number) =>
      (await readAllPages<Row>(service, `/v1/standings/2026-10${query}`, limit)).map((page) =>
        page.map(({ rank }) => rank),
      );
    assert.deepEqual(await ranks('', 3), [[1, 2, 3], [4, 5, 6], [7]]);
    assert.deepEqual(await ranks(`?department_id=${department}`, 2), [
      [1, 3],
      [5, 7],
    ]);
    const { closed_month } = await get<{ closed_month: ClosedMonth }>(
      service,
      '/v1/standings/2026-10?limit=1',
    );
    assert.deepEqual([closed_month.month, closed_month.people], ['2026-10', 7]);
    const cursor = await cursorOf(service, '/v1/standings/2026-10?limit=1');
    await assertErrorMessage(service, `/v1/standings/2026-09?cursor=${cursor}`, {
      status: 400,
      message: 'Invalid cursor',
    });
  });

  it('finds no month that is not closed, no unknown department, and refuses what is no month', async (t) => {
    const { service } = await startWithPeople(t);
    const notClosed = { status: 404, message: 'This month is not closed' } as const;
    await assertErrorMessage(service, '/v1/standings/2026-10', notClosed);
    close(service);
    const path = `/v1/standings/2026-10?department_id=${UNKNOWN_ID}`;
    await assertErrorMessage(service, path, { status: 404, message: 'Department not found' });
    service.write((one) => reopenMonth(one, OCTOBER));
    await assertErrorMessage(service, '/v1/standings/2026-10', notClosed);
    for (const text of ['2026-13', '2026', 'latest', '1969-12', '2026-1%30x']) {
      await assertErrorMessage(service, `/v1/standings/${text}`, {
        status: 400,
        message: 'month must be a month such as 2026-10',
      });
    }
  });

  it('serves test keys the months of the sandbox', async (t) => {
    const service = await startTestService(t);
    const { data } = await get<Page<ClosedMonth>>(service, '/v1/standings', service.testKey);
    assert.equal(data.length, 13);
    const page = await get<Page<Row>>(service, '/v1/standings/2026-10', service.testKey);
    assert.equal(page.data.length, 24);
    assert.equal(data[0]?.month, formatMonth(OCTOBER));
    await assertErrorMessage(service, '/v1/standings/2026-10', {
      status: 404,
      message: 'This month is not closed',
    });
  });
});
