import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { awardBadge, defineBadge, revokeBadge } from '../../src/service/badges/badges.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { deactivateEmployee, updateEmployee } from '../../src/service/people/employees.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { NOW } from '../service/test-company.ts';
import { startTestService, type TestService } from './harness.ts';
import { addPerson, assertErrorMessage, get, UNKNOWN_ID } from './requests.ts';

type Stats = {
  level: number;
  xp: number;
  xp_to_next_level: number;
  coins: number;
  company_rank: number;
  department_rank: number | null;
  badges_count: number;
};

const stats = (service: TestService, id: string) =>
  get<Stats>(service, `/v1/employees/${id}/stats`);

describe('GET /v1/employees/{id}/stats', () => {
  it('returns level, XP, coins, ranks and badges', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => {
      const sales = createDepartment(write, { name: 'Sales' });
      const lab = createDepartment(write, { name: 'Lab' });
      const first = addPerson(write, 'first', { department: sales.id });
      const third = addPerson(write, 'third', { department: sales.id });
      const second = addPerson(write, 'second', { department: lab.id });
      awardXp(write, first, { amount: 900 });
      awardXp(write, second, { amount: 600 });
      awardXp(write, third, { amount: 350, at: Date.UTC(2019, 0, 1) });
      grantCoins(write, third, { amount: 70 });
      grantCoins(write, third, { amount: -20 });
      for (const code of ['a', 'b', 'c']) {
        defineBadge(write, { code, name: code, category: 'skill', rarity: 'rare' });
        awardBadge(write, third, code);
      }
      revokeBadge(write, third, 'b');
      return third;
    });
    assert.deepEqual(await stats(service, id), {
      level: 3,
      xp: 350,
      xp_to_next_level: 250,
      coins: 50,
      company_rank: 3,
      department_rank: 2,
      badges_count: 2,
    });
  });

  it('returns level 1, the last rank and no department rank for a new employee', async (t) => {
    const service = await startTestService(t);
    service.write((write) => addPerson(write, 'first'));
    const id = service.write((write) => addPerson(write, 'new'));
    assert.deepEqual(await stats(service, id), {
      level: 1,
      xp: 0,
      xp_to_next_level: 100,
      coins: 0,
      company_rank: 2,
      department_rank: null,
      badges_count: 0,
    });
  });

  it('has zero XP to go at the top level, and the whole distance below zero XP', async (t) => {
    const service = await startTestService(t);
    const [top, low] = service.write((write) => {
      const people = [addPerson(write, 'top'), addPerson(write, 'low')] as const;
      awardXp(write, people[0], { amount: 600_000 });
      awardXp(write, people[1], { amount: -40 });
      return people;
    });
    const read = async (id: string) => {
      const { level, xp, xp_to_next_level } = await stats(service, id);
      return { level, xp, xp_to_next_level };
    };
    assert.deepEqual(await read(top), { level: 100, xp: 600_000, xp_to_next_level: 0 });
    assert.deepEqual(await read(low), { level: 1, xp: -40, xp_to_next_level: 140 });
  });

  it('shows every change at once: XP, a move to another department, a departure', async (t) => {
    const service = await startTestService(t);
    const [a, b, lab] = service.write((write) => {
      const department = createDepartment(write, { name: 'Lab' });
      const people = ['a', 'b'].map((word) =>
        addPerson(write, word, { department: department.id }),
      );
      return [people[0] ?? '', people[1] ?? '', department.id] as const;
    });
    const ranks = async (id: string) => {
      const { company_rank, department_rank } = await stats(service, id);
      return [company_rank, department_rank];
    };
    assert.deepEqual(await ranks(b), [2, 2]);
    service.write((write) => awardXp(write, b, { amount: 1, at: NOW - 40 * 86_400_000 }));
    assert.deepEqual(await ranks(b), [1, 1]);
    assert.deepEqual(await ranks(a), [2, 2]);
    service.write((write) => updateEmployee(write, b, { department: null }));
    assert.deepEqual(await ranks(b), [1, null]);
    assert.deepEqual(await ranks(a), [2, 1]);
    service.write((write) => deactivateEmployee(write, b, 'left'));
    assert.deepEqual(await ranks(a), [1, 1]);
    const c = service.write((write) => addPerson(write, 'c', { department: lab }));
    assert.deepEqual(await ranks(c), [2, 2]);
  });

  it('agrees with the all-time leaderboard, ties included', async (t) => {
    const service = await startTestService(t);
    const all = service.write((write) =>
      [5, 0, 5, -1, 5].map((amount, i) => {
        const id = addPerson(write, `p${i}`);
        if (amount !== 0) awardXp(write, id, { amount });
        return id;
      }),
    );
    const board = await get<{ data: { employee_id: string; rank: number }[] }>(
      service,
      '/v1/leaderboard',
    );
    const [a, b, c, d, e] = all;
    assert.deepEqual(
      board.data.map((row) => row.employee_id),
      [a, c, e, b, d],
    );
    for (const row of board.data) {
      assert.equal((await stats(service, row.employee_id)).company_rank, row.rank);
    }
  });

  it('rejects an id that is not a UUID, and returns 404 for an unknown employee', async (t) => {
    const service = await startTestService(t);
    await assertErrorMessage(service, '/v1/employees/me/stats', {
      status: 400,
      message: 'id is not valid (uuid is expected)',
    });
    await assertErrorMessage(service, `/v1/employees/${UNKNOWN_ID}/stats`, {
      status: 404,
      message: 'Employee not found',
    });
  });
});
