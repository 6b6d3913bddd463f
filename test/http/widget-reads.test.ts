import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setBadgeRule } from '../../src/service/badges/badge-rules.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../src/service/badges/badges.ts';
import type { CompanyWrite } from '../../src/service/company/company-write.ts';
import { deactivateEmployee, reactivateEmployee } from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { NOW } from '../service/test-company.ts';
import { startTestService, type TestService } from './harness.ts';
import {
  addPerson,
  assertErrorMessage,
  get,
  type Page,
  readAllPages,
  UNKNOWN_ID,
} from './requests.ts';

const DAY = 86_400_000;

describe('GET /v1/employees/{id}/xp', () => {
  it('lists awards and corrections, newest first by the moment they count for', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => addPerson(write, 'ann'));
    service.write((write) => awardXp(write, id, { amount: 5, reason: 'a "sale"' }), NOW - DAY);
    service.write((write) => awardXp(write, id, { amount: -2 }));
    service.write((write) => awardXp(write, id, { amount: 7, at: NOW - 2 * DAY }));
    assert.deepEqual(await get(service, `/v1/employees/${id}/xp`), {
      data: [
        {
          amount: -2,
          reason: null,
          counts_at: '2026-11-21T09:30:00.000Z',
          recorded_at: '2026-11-21T09:30:00.000Z',
        },
        {
          amount: 5,
          reason: 'a "sale"',
          counts_at: '2026-11-20T09:30:00.000Z',
          recorded_at: '2026-11-20T09:30:00.000Z',
        },
        {
          amount: 7,
          reason: null,
          counts_at: '2026-11-19T09:30:00.000Z',
          recorded_at: '2026-11-21T09:30:00.000Z',
        },
      ],
      pagination: { next_cursor: null },
    });
  });

  it('pages through entries of one moment without losing or repeating one', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => {
      const person = addPerson(write, 'ann');
      for (let amount = 1; amount <= 7; amount++) awardXp(write, person, { amount });
      return person;
    });
    const pages = await readAllPages<{ amount: number }>(service, `/v1/employees/${id}/xp`, 3);
    assert.deepEqual(
      pages.map((page) => page.map(({ amount }) => amount)),
      [[7, 6, 5], [4, 3, 2], [1]],
    );
  });

  it('does not find deactivated, erased and unknown people', async (t) => {
    const service = await startTestService(t);
    const [gone, erased] = service.write((write) => {
      const people = [addPerson(write, 'gone'), addPerson(write, 'erased')];
      for (const person of people) awardXp(write, person, { amount: 5 });
      return people;
    });
    service.write((write) => deactivateEmployee(write, gone ?? '', 'left'));
    service.write((write) => eraseEmployee(write, erased ?? '', 'asked'));
    for (const id of [gone, erased, UNKNOWN_ID]) {
      for (const path of [`/v1/employees/${id}/xp`, `/v1/leaderboard/around/${id}`]) {
        await assertErrorMessage(service, path, { status: 404, message: 'Employee not found' });
      }
    }
  });
});

describe('GET /v1/badges', () => {
  const define = (write: CompanyWrite, code: string, rest: object = {}) =>
    defineBadge(write, { code, name: `The ${code}`, category: 'skill', rarity: 'rare', ...rest });

  it('lists every badge by code with its rule and its active holders', async (t) => {
    const service = await startTestService(t);
    service.write((write) => {
      define(write, 'sage', { description: 'Knows', icon_url: 'https://acme.example/sage.svg' });
      define(write, 'v1.0_b');
      setBadgeRule(write, 'sage', 100);
      awardXp(write, addPerson(write, 'ann'), { amount: 100 });
    });
    assert.deepEqual(await get(service, '/v1/badges'), {
      data: [
        {
          code: 'sage',
          name: 'The sage',
          description: 'Knows',
          category: 'skill',
          rarity: 'rare',
          icon_url: 'https://acme.example/sage.svg',
          xp_threshold: 100,
          holders_count: 1,
        },
        {
          code: 'v1.0_b',
          name: 'The v1.0_b',
          description: null,
          category: 'skill',
          rarity: 'rare',
          icon_url: null,
          xp_threshold: null,
          holders_count: 0,
        },
      ],
      pagination: { next_cursor: null },
    });
    const pages = await readAllPages<{ code: string }>(service, '/v1/badges', 1);
    assert.deepEqual(
      pages.map((page) => page.map(({ code }) => code)),
      [['sage'], ['v1.0_b']],
    );
  });

  it('counts holders through awards, revocations, deactivations, returns and erasures', async (t) => {
    const service = await startTestService(t);
    const counted = async () => {
      const { data } = await get<Page<{ holders_count: number }>>(service, '/v1/badges');
      return data.map(({ holders_count }) => holders_count);
    };
    const [ann = '', bob = ''] = service.write((write) => {
      define(write, 'a');
      define(write, 'b');
      return [addPerson(write, 'ann'), addPerson(write, 'bob')];
    });
    const steps: [(write: CompanyWrite) => unknown, number[]][] = [
      [(write) => awardBadge(write, ann, 'a'), [1, 0]],
      [(write) => awardBadge(write, bob, 'a'), [2, 0]],
      [(write) => awardBadge(write, bob, 'b'), [2, 1]],
      [(write) => revokeBadge(write, ann, 'a'), [1, 1]],
      [(write) => awardBadge(write, ann, 'a'), [2, 1]],
      [(write) => deactivateEmployee(write, bob, 'left'), [1, 0]],
      [(write) => revokeBadge(write, bob, 'b'), [1, 0]],
      [(write) => reactivateEmployee(write, bob), [2, 0]],
      [(write) => eraseEmployee(write, bob, 'asked'), [1, 0]],
    ];
    for (const [change, expected] of steps) {
      service.write(change);
      assert.deepEqual(await counted(), expected, String(change));
    }
  });
});

describe('GET /v1/leaderboard/around/{id}', () => {
  type Row = { rank: number; employee_id: string; xp: number };
  const around = async (service: TestService, id: string, query = '') => {
    const { data, pagination } = await get<Page<Row>>(
      service,
      `/v1/leaderboard/around/${id}${query}`,
    );
    assert.deepEqual(pagination, { next_cursor: null });
    return data;
  };
  const ranksOf = (rows: Row[]) => rows.map(({ rank }) => rank);

  it('gives the rows of the leaderboard around a person, fewer at its ends', async (t) => {
    const service = await startTestService(t);
    const people = service.write((write) =>
      Array.from({ length: 30 }, (_, at) => {
        const id = addPerson(write, `p${at}`);
        awardXp(write, id, { amount: 100 - at });
        return id;
      }),
    );
    const whole = await get<Page<Row>>(service, '/v1/leaderboard?limit=100');
    assert.deepEqual(await around(service, people[9] ?? ''), whole.data.slice(7, 12));
    assert.deepEqual(ranksOf(await around(service, people[0] ?? '', '?count=3')), [1, 2, 3, 4]);
    assert.deepEqual(ranksOf(await around(service, people[29] ?? '', '?count=1')), [29, 30]);
    assert.equal((await around(service, people[15] ?? '', '?count=10')).length, 21);
    for (const [query, message] of [
      ['count=0', 'count must not be less than 1'],
      ['count=11', 'count must not be greater than 10'],
    ]) {
      const path = `/v1/leaderboard/around/${people[0]}?${query}`;
      await assertErrorMessage(service, path, { status: 400, message: message ?? '' });
    }
  });

  it('ranks by the XP of the period, and shows an award with the next request', async (t) => {
    const service = await startTestService(t);
    const [ann = '', bob = ''] = service.write((write) => {
      const ids = [addPerson(write, 'ann'), addPerson(write, 'bob')];
      awardXp(write, ids[0] ?? '', { amount: 50, at: Date.UTC(2025, 0, 1) });
      awardXp(write, ids[1] ?? '', { amount: 5 });
      return ids;
    });
    const first = async (query: string) => (await around(service, bob, query))[0];
    assert.equal((await first('?period=all_time'))?.employee_id, ann);
    assert.equal((await first('?period=this_month'))?.employee_id, bob);
    service.write((write) => awardXp(write, ann, { amount: 6 }));
    assert.equal((await first('?period=this_month'))?.employee_id, ann);
  });
});
