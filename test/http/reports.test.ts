import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { deactivateEmployee } from '../../src/service/people/employees.ts';
import type { Participation } from '../../src/service/reports/participation-schema.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { NOW } from '../service/test-company.ts';
import { assertRefused } from './assert-error.ts';
import { startTestService, type TestService } from './harness.ts';
import { addPerson, assertErrorMessage, get, UNKNOWN_ID } from './requests.ts';

const PATH = '/v1/reports/participation';
const OCTOBER = Date.UTC(2026, 9, 5);

const NOTHING: Omit<Participation, 'period'> = {
  ...{ active_people: 0, participants: null, participation: null, signed_in: null, redeemed: null },
  ...{ xp: null, coins_earned: null, coins_spent: null, coins_outstanding: null, badges: null },
  ...{ joined: null, left: null },
};

const ask = async (service: TestService, query: string) =>
  (await get<{ data: Participation[] }>(service, `${PATH}?${query}`)).data;

/** Six people of Sales, four of Support below it, and five of Production. Two of Sales took part in October, all in November. */
async function startWithPeople(t: TestContext) {
  const service = await startTestService(t);
  const ids = service.write((write) => {
    const [sales = '', support = '', production = ''] = ['Sales', 'Support', 'Production'].map(
      (name) =>
        createDepartment(write, { name, ...(name === 'Support' && { parent: 'Sales' }) }).id,
    );
    const add = (department: string, count: number) =>
      Array.from({ length: count }, (_, i) =>
        addPerson(write, `${department}-${i}`, { department, first_day: '2026-09-01' }),
      );
    const people = add('Sales', 6);
    add('Support', 4);
    add('Production', 5);
    for (const [i, person] of people.entries()) {
      if (i < 2) awardXp(write, person, { amount: 10, at: OCTOBER });
      awardXp(write, person, { amount: 5 });
      grantCoins(write, person, { amount: 3 });
    }
    return { sales, support, production };
  });
  return { service, ...ids };
}

describe('GET /v1/reports/participation', () => {
  it('says for each month what everybody did', async (t) => {
    const { service } = await startWithPeople(t);
    const all = {
      active_people: 15,
      redeemed: 0,
      coins_spent: 0,
      badges: 0,
      left: 0,
      signed_in: 0,
    };
    assert.deepEqual(await ask(service, 'from=2026-08&to=2026-12'), [
      { ...NOTHING, period: '2026-08' },
      {
        ...{ period: '2026-09', ...all, participants: 0, participation: 0, xp: 0 },
        ...{ coins_earned: 0, coins_outstanding: 0, joined: 15 },
      },
      {
        ...{ period: '2026-10', ...all, participants: 2, participation: 0.1333, xp: 20 },
        ...{ coins_earned: 0, coins_outstanding: 0, joined: 0 },
      },
      {
        ...{ period: '2026-11', ...all, participants: 6, participation: 0.4, xp: 30 },
        ...{ coins_earned: 18, coins_outstanding: 18, joined: 0 },
      },
    ]);
  });

  it('says it for each week, by default of the last twelve periods', async (t) => {
    const { service } = await startWithPeople(t);
    const weeks = await ask(service, 'by=week');
    assert.deepEqual(
      weeks.map(({ period, participants }) => [period, participants]),
      ['36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46', '47']
        .map((week) => `2026-W${week}`)
        .map((week) => [week, { '2026-W41': 2, '2026-W47': 6 }[week] ?? 0]),
    );
    assert.equal((await ask(service, '')).length, 12);
  });

  it('shows no numbers of fewer than five people, nor those of others that would tell them', async (t) => {
    const { service, sales, support, production } = await startWithPeople(t);
    const latest = async (id: string) =>
      (await ask(service, `from=2026-11&department_id=${id}`)).map(({ active_people, xp }) => [
        ...[active_people, xp],
      ]);
    assert.deepEqual(await latest(support), [[4, null]]);
    assert.deepEqual(await latest(sales), [[10, 30]]);
    assert.deepEqual(await latest(production), [[5, 0]]);
    service.write((write) => createDepartment(write, { name: 'Lab' }));
    service.write((write) => addPerson(write, 'curie', { department: 'Lab' }));
    // Everybody, less Sales and Production, is one person.
    assert.deepEqual(await latest(production), [[5, null]]);
    assert.deepEqual(await latest(sales), [[10, 30]]);
  });

  it('does not say what coins those few have who are left at the end of a period', async (t) => {
    const { service, production } = await startWithPeople(t);
    const latest = async () =>
      (await ask(service, `from=2026-11&department_id=${production}`)).map(
        ({ active_people, xp, coins_outstanding }) => [active_people, xp, coins_outstanding],
      );
    assert.deepEqual(await latest(), [[5, 0, 0]]);
    service.write((write) => {
      for (const at of [1, 2, 3, 4]) deactivateEmployee(write, `X-Production-${at}`, 'Left');
      grantCoins(write, 'X-Production-0', { amount: 7 });
    });
    assert.deepEqual(await latest(), [[5, 0, null]]);
  });

  it('does not know who signed in before it began to count', async (t) => {
    const { service } = await startWithPeople(t);
    service.db.write(() =>
      service.db.execute(`update companies set sign_ins_since = ${NOW} where mode = 'live'`),
    );
    assert.deepEqual(
      (await ask(service, 'from=2026-10')).map((month) => month.signed_in),
      [null, null],
    );
  });

  it('refuses what is no period, too many of them, and departments that do not exist', async (t) => {
    const { service } = await startWithPeople(t);
    for (const [query, message] of [
      ['from=october', 'from must be a month such as 2026-10, or a week such as 2026-W41'],
      ['from=2026-10&by=week', 'from must be a week such as 2026-W41'],
      ['to=2026-13', 'to must be a month such as 2026-10'],
      ['by=day', 'by must be one of month, week'],
      ['from=2026-11&to=2026-10', 'from must not be after to'],
      [
        'from=2020-01&to=2026-10',
        'from must not be before 2021-11: a report has at most 60 periods',
      ],
    ] as const)
      await assertErrorMessage(service, `${PATH}?${query}`, { status: 400, message });
    const unknown = `${PATH}?department_id=${UNKNOWN_ID}`;
    assertRefused(
      await service.request('GET', unknown, { key: service.liveKey }),
      404,
      'not_found',
    );
    assert.deepEqual(await ask(service, 'from=2027-01&to=2027-02'), []);
  });

  it('needs a scope that has to be named', async (t) => {
    const { service } = await startWithPeople(t);
    const key = service.issueKey({ scopes: ['employees:read'] });
    assertRefused(await service.request('GET', PATH, { key }), 403, 'forbidden');
  });
});
