import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { PERIODS } from '../../src/domain/period.ts';
import { resetSandbox } from '../../src/service/company/sandbox.ts';
import { listEmployees } from '../../src/service/people/employee-records.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { startTestService, type TestService } from './harness.ts';
import { assertErrorMessage, cursorOf, get } from './requests.ts';

const leaderboards = PERIODS.flatMap((period) => [
  `/v1/leaderboard?limit=100&period=${period}`,
  `/v1/leaderboard/by-department?limit_per_department=25&period=${period}`,
]);

type Listed = { data: { employee_id: string; department: { id: string } | null }[] };

const testKeyRead = <T>(service: TestService, path: string) =>
  get<T>(service, path, service.testKey);

/** Requests every path twice, so that the second response comes from the cache. */
async function warmUp(service: TestService, paths: readonly string[]): Promise<unknown[]> {
  const read = () => Promise.all(paths.map((path) => testKeyRead<unknown>(service, path)));
  await read();
  return read();
}

/** A service whose sandbox employees each have a distinct XP that no reset produces. */
async function createUsedSandbox(t: TestContext) {
  const service = await startTestService(t);
  service.writeSandbox((write) => {
    const people = listEmployees(service.db, service.sandboxId);
    people.forEach(({ employee_id: id, state }, n) => {
      if (state === 'active') awardXp(write, id, { amount: 10_000 * (n + 1) });
    });
  });
  const { data } = await testKeyRead<Listed>(service, '/v1/employees?limit=100');
  return { service, people: data };
}

describe('after a sandbox reset by another process', () => {
  it('the first leaderboard shows only the new employees, with their own XP, ranks and levels', async (t) => {
    const { service } = await createUsedSandbox(t);
    const before = await warmUp(service, leaderboards);
    service.writeSandbox(resetSandbox);
    const after = await Promise.all(leaderboards.map((path) => testKeyRead(service, path)));
    const restarted = await service.restart();
    const fresh = await Promise.all(leaderboards.map((path) => testKeyRead(restarted, path)));
    assert.deepEqual(after, fresh);
    for (const [n, response] of after.entries()) assert.notDeepEqual(response, before[n]);
  });

  it('the stats of the new employees are their own, and the former employees are gone', async (t) => {
    const { service, people } = await createUsedSandbox(t);
    const statsOf = (all: Listed['data']) =>
      all.map(({ employee_id: id }) => `/v1/employees/${id}/stats`);
    await warmUp(service, statsOf(people));
    service.writeSandbox(resetSandbox);
    for (const path of statsOf(people)) {
      await assertErrorMessage(
        service,
        path,
        { status: 404, message: 'Employee not found' },
        service.testKey,
      );
    }
    const { data } = await testKeyRead<Listed>(service, '/v1/employees?limit=100');
    const after = await Promise.all(statsOf(data).map((path) => testKeyRead(service, path)));
    const restarted = await service.restart();
    const fresh = await Promise.all(statsOf(data).map((path) => testKeyRead(restarted, path)));
    assert.deepEqual(after, fresh);
  });

  it('no employee gets the rank of a new employee with the same internal number', async (t) => {
    let hasToReset = true;
    const onRanked = () => {
      if (hasToReset) service.writeSandbox(resetSandbox);
      hasToReset = false;
    };
    const service = await startTestService(t, { onRanked });
    const { data } = await testKeyRead<Listed>(service, '/v1/employees?limit=1');
    const path = `/v1/employees/${data[0]?.employee_id}/stats`;
    const expected = { status: 404, message: 'Employee not found' } as const;
    await assertErrorMessage(service, path, expected, service.testKey);
    assert.equal(hasToReset, false);
  });

  it('a cursor from before the reset is rejected', async (t) => {
    const { service, people } = await createUsedSandbox(t);
    const key = service.testKey;
    const lists = [
      '/v1/employees?limit=1',
      ...PERIODS.map((period) => `/v1/leaderboard?limit=1&period=${period}`),
      '/v1/departments?limit=1',
      '/v1/shop/items?limit=1',
    ];
    const pages = await Promise.all(
      lists.map(async (path) => `${path}&cursor=${await cursorOf(service, path, key)}`),
    );
    for (const path of pages) await testKeyRead(service, path);
    service.writeSandbox(resetSandbox);
    for (const path of pages) {
      await assertErrorMessage(service, path, { status: 400, message: 'Invalid cursor' }, key);
    }
    const department = people.find((person) => person.department)?.department?.id ?? '';
    const path = `/v1/leaderboard?department_id=${department}`;
    await assertErrorMessage(service, path, { status: 404, message: 'Department not found' }, key);
  });
});
