import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngagedClient } from '../../src/client/client.ts';
import { EngagedApiError } from '../../src/client/error.ts';
import type { LeaderboardRow, RosterRow } from '../../src/client/types.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { startTestService } from '../http/harness.ts';

const person = (number: number, more: Partial<RosterRow> = {}): RosterRow => ({
  external_id: `N-${number}`,
  email: `n${number}@example.com`,
  first_name: 'N',
  last_name: String(number),
  ...more,
});

test('a list yields every item once, page by page, and requests no page before it is needed', async (t) => {
  const service = await startTestService(t);
  let requests = 0;
  const client = new EngagedClient({
    baseUrl: `${service.url}/`,
    key: service.testKey,
    fetch: (...sent) => {
      requests++;
      return fetch(...sent);
    },
  });
  const all = await client.employees().all();
  assert.equal(requests, 1);
  const seen: string[] = [];
  for await (const { employee_id } of client.employees({ limit: 7 })) seen.push(employee_id);
  assert.deepEqual(
    seen,
    all.map(({ employee_id }) => employee_id),
  );
  assert.equal(requests, 1 + Math.ceil(all.length / 7));
  requests = 0;
  for await (const _ of client.employees({ limit: 2 })) break;
  assert.equal(requests, 1);
  const first = await client.employees({ limit: 2 }).page();
  const second = await client.employees({ limit: 2 }).page(first.pagination.next_cursor ?? '');
  assert.deepEqual([...first.data, ...second.data], all.slice(0, 4));
});

test('filters and options are sent under the names of the API', async (t) => {
  const service = await startTestService(t);
  const client = new EngagedClient({ baseUrl: service.url, key: service.testKey });
  const [teodor] = await client.employees({ externalId: 'E-1002' }).all();
  assert.ok(teodor?.department);
  const departmentId = teodor.department.id;
  const colleagues = await client.employees({ departmentId }).all();
  assert.ok(colleagues.every(({ department }) => department?.id === departmentId));
  const ranked = await client.leaderboard({ period: 'last_year', departmentId }).all();
  assert.equal(ranked.length, colleagues.length);
  const byEmail = await client.employees({ email: 'teodor.wask+x@example.com' }).all();
  assert.deepEqual(byEmail, []);
  const [latest, ...months] = await client.closedMonths({ limit: 5 }).all();
  assert.deepEqual([latest?.month, months.length], ['2026-10', 12]);
  const standings = await client.standings('2026-10', { departmentId, limit: 1 }).all();
  assert.equal(standings.length, ranked.length);
  assert.ok(standings.every(({ department }) => department?.id === departmentId));
  const refused = { name: 'EngagedApiError', code: 'validation_failed', status: 400 };
  assert.throws(() => client.standings('../status'), refused);
  const days = { first_day: '2026-11-01', last_day: '2026-11-30' };
  service.writeSandbox((write) => {
    createContest(write, { name: 'Sprint', ...days, departments: [departmentId], prizes: [] });
  });
  const [contest] = await client.contests({ limit: 1 }).all();
  assert.ok(contest);
  assert.deepEqual(await client.contest(contest.id), contest);
  const contestants = await client.contestStandings(contest.id, { departmentId, limit: 1 }).all();
  assert.ok(contestants.length > 0);
  assert.ok(contestants.every(({ department }) => department?.id === departmentId));
  assert.throws(() => client.contestStandings('../status'), refused);
  const archived = await client.departments({ includeArchived: true }).all();
  assert.ok(archived.length > (await client.departments().all()).length);
  const [perk] = await client.shopItems({ category: 'perk' }).all();
  assert.equal(perk?.category, 'perk');
  const groups = await client.leaderboardByDepartment({ limitPerDepartment: 1 });
  assert.ok(groups.every(({ leaders }) => leaders.length <= 1));
});

test('a ranking that changes between two pages yields nobody twice', async () => {
  const row = (employee_id: string) => ({ employee_id }) as LeaderboardRow;
  const pages = [
    { data: [row('a'), row('b')], pagination: { next_cursor: 'next' } },
    { data: [row('b'), row('c')], pagination: { next_cursor: null } },
  ];
  const client = new EngagedClient({
    baseUrl: 'http://service.example',
    key: 'k',
    fetch: async () => Response.json(pages.shift()),
  });
  const ranked = await client.leaderboard().all();
  assert.deepEqual(
    ranked.map(({ employee_id }) => employee_id),
    ['a', 'b', 'c'],
  );
});

test('an error response is an EngagedApiError with the fields of the response', async (t) => {
  const service = await startTestService(t);
  const key = service.issueKey({ scopes: ['shop:read'] });
  const client = new EngagedClient({ baseUrl: service.url, key });
  const refused = await client.stats(crypto.randomUUID()).catch((error: unknown) => error);
  assert.ok(refused instanceof EngagedApiError);
  const { code, status, message, retryAfter, requestId } = refused;
  assert.deepEqual(
    { code, status, message, retryAfter },
    {
      code: 'forbidden',
      status: 403,
      message: 'This API key lacks the required scope: employees:read',
      retryAfter: undefined,
    },
  );
  assert.match(requestId ?? '', /^[0-9a-f-]{36}$/);
});

test('an id that is not a UUID is rejected before anything is sent, with the error that every request has', async () => {
  const client = new EngagedClient({
    baseUrl: 'http://service.example',
    key: 'k',
    fetch: () => assert.fail('a request was sent'),
  });
  const about = { code: 'validation_failed', status: 400 } as const;
  const refusal = new EngagedApiError('The id of an employee must be a UUID', about);
  assert.equal(refusal.isTransient, false);
  const uuid = crypto.randomUUID();
  for (const id of ['', ' ', 'E-1002', '../status', `${uuid}/`, `${uuid}/stats`, `x${uuid}`]) {
    await assert.rejects(client.employee(id), refusal);
    await assert.rejects(client.stats(id), refusal);
    assert.throws(() => client.badges(id), refusal);
  }
  for (const id of [undefined, null, 5, {}]) {
    await assert.rejects(client.employee(id as unknown as string), refusal);
  }
});

test('a UUID is accepted in either case', async (t) => {
  const service = await startTestService(t);
  const client = new EngagedClient({ baseUrl: service.url, key: service.testKey });
  const { data } = await client.employees({ limit: 1 }).page();
  const id = data[0]?.employee_id.toUpperCase() ?? '';
  assert.deepEqual(await client.employee(id), data[0]);
  const badges = await client.badges(id).all();
  assert.equal((await client.stats(id)).badges_count, badges.length);
});

test('after an abort a list yields no more items, and a roster sends no more parts', async (t) => {
  const service = await startTestService(t);
  const control = new AbortController();
  const { signal } = control;
  const reason = new Error('enough');
  let requests = 0;
  const client = (key: string) =>
    new EngagedClient({
      baseUrl: service.url,
      key,
      fetch: (...sent) => {
        requests++;
        return fetch(...sent);
      },
    });
  const rows = Array.from({ length: 10_001 }, (_, number) => person(number));
  const onPart = (part: number) => part === 2 && control.abort(reason);
  await assert.rejects(client(service.liveKey).syncRoster(rows, { signal, onPart }), reason);
  assert.equal(requests, 1);

  for (const last of [2, 4]) {
    const control = new AbortController();
    const { signal } = control;
    let seen = 0;
    requests = 0;
    const list = client(service.testKey).employees({ limit: 4, signal });
    await assert.rejects(async () => {
      for await (const _ of list) if (++seen === last) control.abort(reason);
    }, reason);
    assert.deepEqual([seen, requests], [last, 1]);
  }
});

test('a roster of any length is one call for the caller, with the indexes of its own rows', async (t) => {
  const service = await startTestService(t);
  const client = new EngagedClient({ baseUrl: service.url, key: service.liveKey });
  const rows = Array.from({ length: 5_006 }, (_, number) => person(number));
  rows[4_999] = person(4_999, { email: 'nothing' });
  rows[5_001] = person(0);
  // It has the id of one row and the address of another, and so spoils both.
  rows[5_005] = person(1, { email: 'N5003@example.com' });
  const parts: string[] = [];
  const onPart = (part: number, of: number) => parts.push(`${part}/${of}`);
  const { created, errors } = await client.syncRoster(rows, { onPart });
  assert.deepEqual(parts, ['1/2', '2/2']);
  assert.equal(created, 5_006 - 6);
  assert.deepEqual(
    errors.map(({ index, code }) => [index, code]),
    [
      [0, 'duplicate_external_id'],
      [1, 'duplicate_external_id'],
      [4_999, 'validation_failed'],
      [5_001, 'duplicate_external_id'],
      [5_003, 'duplicate_email'],
      [5_005, 'duplicate_external_id'],
    ],
  );
  const again = await client.syncRoster(rows);
  assert.deepEqual([again.created, again.updated, again.unchanged], [0, 0, 5_000]);
  assert.deepEqual(again.errors, errors);
});

test('a dry run has the same result in one or several requests, and changes nothing', async (t) => {
  const service = await startTestService(t);
  const client = new EngagedClient({ baseUrl: service.url, key: service.liveKey });
  for (const rows of [
    [person(1), person(1), person(2)],
    Array.from({ length: 5_001 }, (_, number) => person(number)),
  ]) {
    const before = await client.employees().all();
    const foretold = await client.syncRoster(rows, { dryRun: true });
    assert.deepEqual(await client.employees().all(), before);
    // The limit follows the number of people, to whom earlier parts add.
    const { deactivation_limit: _, ...done } = await client.syncRoster(rows);
    assert.deepEqual({ ...done, deactivation_limit: foretold.deactivation_limit }, foretold);
  }
});

test('a roster that fits into one sync may deactivate, within the limit of the caller', async (t) => {
  const service = await startTestService(t);
  const client = new EngagedClient({ baseUrl: service.url, key: service.liveKey });
  await client.syncRoster(Array.from({ length: 20 }, (_, number) => person(number)));
  const blocked = await client.syncRoster([person(1)], {
    deactivateMissing: true,
    maxDeactivations: 18,
  });
  assert.equal(blocked.deactivation_skipped_reason, 'limit_exceeded');
  const done = await client.syncRoster([person(1)], {
    deactivateMissing: true,
    maxDeactivations: 19,
  });
  assert.equal(done.deactivated, 19);
});
