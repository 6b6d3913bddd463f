import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePrize } from '../../src/domain/contest.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../src/service/contests/close-contest.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { NOW } from '../service/test-company.ts';
import { startTestService } from './harness.ts';
import {
  addPerson,
  assertErrorMessage,
  get,
  type Page,
  readAllPages,
  UNKNOWN_ID,
} from './requests.ts';

type Row = { rank: number; external_id: string; xp: number };
type ContestTeam = { rank: number; departments: { name: string }[] };
type Contest = { id: string; name: string; state: string; people: number | null };

const DAY = 86_400_000;

/** Seven people with 10, 20 … XP in the days of a contest, every second one in a department. */
async function startWithContest(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t, { cacheSeconds: 30 });
  const started = service.write((write) => {
    const { id: department } = createDepartment(write, { name: 'Sales' });
    const ids = Array.from({ length: 7 }, (_, at) => {
      const person = addPerson(write, `p${at}`, at % 2 ? {} : { department });
      awardXp(write, person, { amount: 10 * (at + 1) });
      return person;
    });
    const days = { first_day: '2026-11-20', last_day: '2026-11-22' };
    const prizes = [parsePrize('1-3=coins:5')];
    const { id } = createContest(write, { name: 'Sprint', ...days, departments: [], prizes });
    return { department, ids, id };
  });
  const { db, companyId, write } = service;
  const path = `/v1/contests/${started.id}/standings`;
  const rows = async (query = '') =>
    (await get<Page<Row>>(service, `${path}${query}`)).data.map(({ rank, external_id, xp }) => [
      ...[rank, external_id.slice(2), xp],
    ]);
  const close = () => {
    const { entry } = requireContest(db, companyId, started.id);
    const ranking = rankContest(db, companyId, entry);
    return write((one) => closeContest(one, ranking), NOW + 3 * DAY);
  };
  return { ...started, service, path, rows, close };
}

describe('GET /v1/contests', () => {
  it('lists contests, the newest first, page by page, and shows one', async (t) => {
    const { service, id } = await startWithContest(t);
    service.write((write) => {
      for (const name of ['A', 'B']) {
        const days = { first_day: '2026-12-01', last_day: '2026-12-01' };
        createContest(write, { name, ...days, departments: [], prizes: [] });
      }
    });
    const pages = await readAllPages<Contest>(service, '/v1/contests', 2);
    assert.deepEqual(
      pages.map((page) => page.map(({ name, state }) => [name, state])),
      [
        [
          ['B', 'upcoming'],
          ['A', 'upcoming'],
        ],
        [['Sprint', 'running']],
      ],
    );
    assert.deepEqual(await get(service, `/v1/contests/${id}`), {
      id,
      name: 'Sprint',
      state: 'running',
      first_day: '2026-11-20',
      last_day: '2026-11-22',
      departments: [],
      counts: 'xp',
      reasons: [],
      badges: [],
      prizes: [{ first_rank: 1, last_rank: 3, badge: null, coins: 5 }],
      ties: 'shared',
      created_at: new Date(NOW).toISOString(),
      cancelled_at: null,
      closed_at: null,
      people: null,
    });
    const unknown = { status: 404, message: 'Contest not found' } as const;
    await assertErrorMessage(service, `/v1/contests/${UNKNOWN_ID}`, unknown);
    await assertErrorMessage(service, `/v1/contests/${UNKNOWN_ID}/standings`, unknown);
    await assertErrorMessage(service, `/v1/contests/${id}`, unknown, service.testKey);
  });
});

describe('GET /v1/contests/{id}/standings', () => {
  it('ranks a running contest, page by page, of everybody or a department, as it was at most 30 seconds ago', async (t) => {
    const { service, path, rows, ids, department } = await startWithContest(t);
    const first = [
      [1, 'p6', 70],
      [2, 'p5', 60],
    ];
    assert.deepEqual(await rows('?limit=2'), first);
    const pages = await readAllPages<Row>(service, `${path}?department_id=${department}`, 3);
    assert.deepEqual(
      pages.map((page) => page.map(({ rank, external_id }) => [rank, external_id.slice(2)])),
      [
        [
          [1, 'p6'],
          [3, 'p4'],
          [5, 'p2'],
        ],
        [[7, 'p0']],
      ],
    );
    service.write((write) => {
      awardXp(write, ids[0] ?? '', { amount: 500 });
      deactivateEmployee(write, ids[6] ?? '', 'Left');
    });
    // Who left is absent at once; XP is at most 30 seconds late.
    assert.deepEqual(await rows('?limit=2'), [[2, 'p5', 60]]);
    service.clock.now = NOW + 30_000;
    assert.deepEqual(await rows('?limit=2'), [
      [1, 'p0', 510],
      [2, 'p5', 60],
    ]);
    const unknown = { status: 404, message: 'Department not found' } as const;
    await assertErrorMessage(service, `${path}?department_id=${UNKNOWN_ID}`, unknown);
  });

  it('shows a closed contest as it was closed, without who has left', async (t) => {
    const { service, path, rows, ids, close } = await startWithContest(t);
    close();
    service.write((write) => {
      awardXp(write, ids[0] ?? '', { amount: 500 });
      deactivateEmployee(write, ids[5] ?? '', 'Left');
    });
    assert.deepEqual(await rows('?limit=2'), [
      [1, 'p6', 70],
      [3, 'p4', 50],
    ]);
    const { contest } = await get<{ contest: Contest }>(service, path);
    assert.deepEqual([contest.state, contest.people], ['closed', 7]);
  });

  it('has no rows for a contest that has not started', async (t) => {
    const { service, path, rows } = await startWithContest(t);
    service.clock.now = Date.UTC(2026, 10, 19);
    assert.deepEqual(await rows(), []);
    const { contest } = await get<{ contest: Contest }>(service, path);
    assert.equal(contest.state, 'upcoming');
  });
});

describe('GET /v1/contests/{id}/departments', () => {
  it('ranks the departments of a contest, page by page, and nobody in one of people', async (t) => {
    const { service, id } = await startWithContest(t);
    assert.deepEqual(await readAllPages(service, `/v1/contests/${id}/departments`, 2), [[]]);
    const race = service.write((write) => {
      for (const name of ['North', 'South', 'East']) {
        createDepartment(write, { name });
        for (const at of [1, 2, 3, 4, 5]) {
          const email = `${name}${at}@acme.example`;
          const { employee_id } = addEmployee(write, { email, department: name });
          if (name === 'South' || at === 1) awardXp(write, employee_id, { amount: at });
        }
      }
      const days = { first_day: '2026-11-20', last_day: '2026-11-22' };
      const rules = { departments: ['North', 'South', 'East'], counts: 'average', prizes: [] };
      return createContest(write, { name: 'Race', ...days, ...rules }).id;
    });
    const pages = await readAllPages<ContestTeam>(service, `/v1/contests/${race}/departments`, 2);
    const shown = pages.map((page) =>
      page.map(({ departments, ...team }) => [departments.map(({ name }) => name), team]),
    );
    const one = { people: 5, participants: 1, participation: 0.2, xp: 1, average: 0.2 };
    const all = { people: 5, participants: 5, participation: 1, xp: 15, average: 3 };
    assert.deepEqual(shown, [
      [
        [['South'], { rank: 1, ...all }],
        [['North'], { rank: 2, ...one }],
      ],
      [[['East'], { rank: 2, ...one }]],
    ]);
  });
});
